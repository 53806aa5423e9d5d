import type { DeskSlot } from '#domain/chart-slots.ts';
import type { Language } from '#domain/words/catalogue.ts';

/**
 * Where the ticket begins in the trading window, as a share of the window's width from the left. The page says so: it
 * decides the place of another window and nothing else.
 */
export type TicketEdge = number;

/** A window in which words or a password are typed. */
export type SecretWindow = 'vault' | 'approval';

/** A window by its page: the trading window or the desk without a network, the window of a chart, or one of the two. */
export type WindowName = 'desk' | DeskSlot | SecretWindow;

/** The purpose for which a file is chosen; the dialog's title states it. */
export type ChosenFile = 'manifest' | 'release' | 'workspace' | 'watch-lists';

/**
 * Whether a file was saved. `path`: its name after that of the download folder, where it was the shell that chose both. A name
 * that the user typed goes to no page: it may have been meant for a window that asks for a secret.
 */
export interface SavedFile {
  saved: boolean;
  path?: string;
}

/** The application's requests to the shell that it runs in. */
export interface Windows {
  /** Opens the vault window, or brings it to the front. Resolves when its page can be called. */
  openVault(): Promise<void>;
  closeVault(): void;
  /**
   * Opens the approval window beside the ticket, or brings it to the front. Resolves when it is in view and its page can
   * be called.
   */
  openApproval(ticket?: TicketEdge): Promise<void>;
  closeApproval(): void;
  /**
   * Opens a desk chart in its own window, restoring that window's last position and size; focuses the window if it is open
   * already. Never takes the focus from an open vault or approval window. Resolves once the page can be called, or once the
   * application starts to shut down.
   */
  openChart(slot: DeskSlot): Promise<void>;
  closeChart(slot: DeskSlot): void;
  /** Makes a chart's window fill its screen, or restores it. */
  fillScreen(slot: DeskSlot, full: boolean): void;
  /** Makes the approval window ahead and keeps it out of sight, so that it opens at once. Its page is a new one each time. */
  prepareApproval?(): void;
  /**
   * Sets the language of pages that load from now on. Reloads the trading window and charts' windows that are in another
   * language; a window that is asking the user something stays as it is.
   */
  speak(language: Language): void;
  /** Opens one of the fixed explorer pages in the user's browser. */
  openExternal(url: string): Promise<void>;
  /**
   * Asks where to save and writes the content; not saved when the user cancelled. `chart`: asks at the window of that chart,
   * where it has one.
   */
  saveFile(suggestedName: string, content: string | Uint8Array, chart?: DeskSlot): Promise<SavedFile>;
  /**
   * Asks the user for a file of any kind. Returns its path, which no page learns, or `undefined` if none was chosen.
   */
  chooseFile(what: ChosenFile): Promise<string | undefined>;
  /**
   * Shows a desktop notification, and calls back when the user clicks it. Absent where the shell has none: the page then
   * shows them, if it may.
   */
  notify?(notice: { readonly title: string; readonly text: string }, clicked: () => void): void;
  /** Brings the trading window to the front. */
  showMain?(): void;
}
