/** What the application asks of the shell that it runs in. */
export interface Windows {
  /** Opens the vault window, or brings it to the front. Resolves when its page can be called. */
  openVault(): Promise<void>;
  closeVault(): void;
  /** Opens one of the fixed explorer pages in the user's browser. */
  openExternal(url: string): Promise<void>;
  /** Asks where to save and writes the text; answers the path, or `undefined` when the user left. */
  saveFile(suggestedName: string, text: string): Promise<string | undefined>;
}
