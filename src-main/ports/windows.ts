/** What the application asks of the shell that it runs in. */
export interface Windows {
  /** Opens the vault window, or brings it to the front. Resolves when its page can be called. */
  openVault(): Promise<void>;
  closeVault(): void;
  /** Opens the approval window, or brings it to the front. Resolves when its page can be called. */
  openApproval(): Promise<void>;
  closeApproval(): void;
  /** Opens one of the fixed explorer pages in the user's browser. */
  openExternal(url: string): Promise<void>;
  /** Asks where to save and writes the content; returns the path, or `undefined` when the user cancelled. */
  saveFile(suggestedName: string, content: string | Uint8Array): Promise<string | undefined>;
  /**
   * Asks the user for a file of any kind. Returns its path, which no page learns, or `undefined` if none was chosen.
   */
  chooseFile(title: string): Promise<string | undefined>;
  /**
   * Shows a desktop notification, and calls back when the user clicks it. Absent where the shell has none: the page then
   * shows them, if it may.
   */
  notify?(notice: { readonly title: string; readonly text: string }, clicked: () => void): void;
  /** Brings the trading window to the front. */
  showMain?(): void;
}
