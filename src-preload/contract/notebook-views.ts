import * as v from 'valibot';

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
