import { germanFigure } from '../words/figures.ts';
import { germanClause } from '../sentences/clauses.ts';
import type { FailureData } from './text.ts';

type Value = FailureData[string] | undefined;

/**
 * An amount or another figure with what follows it, or several (`3.5 ADA and 12 GEM`), written the German way;
 * `otherwise` where there is none.
 */
export function figure(value: Value, otherwise: string): string {
  return value === undefined ? otherwise : String(value).split(' and ').map(germanFigure).join(' und ');
}

/**
 * A reason, in German if the catalogue has it. Technical texts about bytes, files and connections stay English, marked
 * as such.
 */
export function because(reason: Value): string {
  if (reason === undefined || reason === '') return '';
  const german = germanClause(String(reason));
  return german === reason ? ` (technisch, auf Englisch: ${reason})` : `: ${german}`;
}

/** A sentence of the check as it was recorded: in English, like everything that is recorded. */
export function recorded(finding: Value): string {
  return finding === undefined ? '' : ` Festgehalten ist (auf Englisch): ${finding}`;
}
