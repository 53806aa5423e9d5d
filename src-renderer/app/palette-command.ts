/** What the palette can do. Its text is what is searched, so it says all that one might type. */
export interface PaletteCommand {
  readonly text: string;
  /** The key that does the same. */
  readonly keys?: readonly string[];
  readonly run: () => void;
}
