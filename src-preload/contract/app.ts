import * as v from 'valibot';
import { assetId, identifier, none, shortText } from './codec.ts';
import { acting, type DeskTable, quiet } from './table.ts';

export const MOST_NOTE = 2_000;

const MOST_TEXT = 48_000;

/** The token's id, the pair's two ids with a slash between them, or `all`. */
const of = v.pipe(v.string(), v.regex(/^[A-Za-z0-9/]{1,260}$/));

/**
 * A page of the notebook that main keeps for the trading window. `note`: the user's own words about a token.
 * `chart`: how the chart is set up, as JSON. `orders`: how the table of orders is set up, and the views that were kept,
 * as JSON. `markets`: the column that the market lists show.
 */
export const notebookPage = v.strictObject({ kind: v.picklist(['note', 'chart', 'orders', 'markets']), of });

/** A page of the notebook, or one with the drawings on a pair's chart, which have calls of their own. */
export interface NotebookPage {
  readonly kind: v.InferOutput<typeof notebookPage>['kind'] | 'drawings';
  readonly of: string;
}

/** The window takes nothing in it for granted when it reads it again. */
export const notebookText = v.pipe(v.string(), v.maxLength(MOST_TEXT));

/** The trading window's calls for the application, and the notebook. */
export const deskApp = {
  'app.about': quiet(
    none,
    v.strictObject({ version: shortText, shell: v.picklist(['electron', 'chromium']), platform: shortText }),
  ),
  /**
   * The visible parts of the page: whether it can be seen at all, and which lists of the wallet. Main polls for hidden
   * parts more rarely, or not at all; a page that lies about this gets no more than a visible one. `ticket` is where
   * the ticket begins, as a share of the width: the approval window opens next to it.
   */
  'app.attend': quiet(
    v.strictObject({
      visible: v.boolean(),
      lists: v.pipe(v.array(v.picklist(['orders', 'plans'])), v.maxLength(2)),
      ticket: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(1))),
    }),
    none,
  ),
  /** Opens a transaction or an address in the network's explorer; main holds the table of hosts. */
  'app.openExplorer': acting(v.strictObject({ tradeId: identifier }), none),
  /** Opens a link of a token, https only. */
  'app.openLink': acting(
    v.strictObject({
      token: assetId,
      link: v.picklist(['twitter', 'discord', 'website']),
      /** The address that the user was shown and agreed to; main opens no other. */
      address: shortText,
    }),
    none,
  ),
  /** The text of a page of the notebook; empty if it was never written. */
  'notebook.read': quiet(notebookPage, v.strictObject({ text: notebookText })),
  /** Replaces a page; an empty text removes it. */
  'notebook.write': quiet(v.strictObject({ ...notebookPage.entries, text: notebookText }), none),
} as const satisfies DeskTable;
