/** Stryker's JSON report, as far as it is read here. */
export interface MutationReport {
  readonly files: Readonly<Record<string, { readonly source: string; readonly mutants: readonly Mutant[] }>>;
}

export interface Mutant {
  readonly mutatorName: string;
  readonly replacement?: string;
  readonly status: string;
  readonly location: { readonly start: Position; readonly end: Position };
}

interface Position {
  readonly line: number;
  readonly column: number;
}

/** The results for the mutants of one file. */
export interface FileScore {
  readonly file: string;
  readonly killed: number;
  /** Not changed: code that runs once, when the module loads, which are words and tables. */
  readonly leftOut: number;
  /** Mutants that no test noticed, as `survivors.md` names them, with where they are now. */
  readonly survivors: readonly Survivor[];
}

export interface Survivor {
  readonly name: string;
  readonly line: number;
}

const LONGEST = 160;

/** The report as far as it is about files whose path begins with one of these. */
export function ofFiles({ files }: MutationReport, paths: readonly string[]): MutationReport {
  const about = ([file]: readonly [string, unknown]): boolean => paths.some((path) => file.startsWith(path));
  return { files: Object.fromEntries(Object.entries(files).filter(about)) };
}

/**
 * The parts of files whose mutants live, without those that are known to, as Stryker names them: columns from 0, where
 * its report counts from 1.
 */
export function partsOf(
  { files }: MutationReport,
  isKnown: (file: string, name: string) => boolean = () => false,
): readonly string[] {
  const parts = Object.entries(files).flatMap(([file, { source, mutants }]) =>
    mutants
      .filter((mutant) => isAlive(mutant) && !isKnown(file, nameOf(mutant, source)))
      .map(
        ({ location: { start, end } }) =>
          `${file}:${start.line}:${start.column - 1}-${end.line}:${end.column - 1}`,
      ),
  );
  return [...new Set(parts)];
}

/** The first report, with what other tests killed later. */
export function merged(first: MutationReport, second: MutationReport): MutationReport {
  const killed = new Set(
    Object.entries(second.files).flatMap(([file, { mutants }]) =>
      mutants.filter(isKilled).map((mutant) => identityOf(file, mutant)),
    ),
  );
  const files = Object.entries(first.files).map(([file, { source, mutants }]) => [
    file,
    {
      source,
      mutants: mutants.map((mutant) =>
        killed.has(identityOf(file, mutant)) ? { ...mutant, status: 'Killed' } : mutant,
      ),
    },
  ]);
  return { files: Object.fromEntries(files) as MutationReport['files'] };
}

function identityOf(file: string, { mutatorName, replacement, location }: Mutant): string {
  return JSON.stringify([file, mutatorName, replacement, location]);
}

function isAlive({ status }: Mutant): boolean {
  return status === 'Survived' || status === 'NoCoverage';
}

function isKilled({ status }: Mutant): boolean {
  return status === 'Killed' || status === 'Timeout';
}

export function scoresOf({ files }: MutationReport): readonly FileScore[] {
  return Object.entries(files)
    .map(([file, { source, mutants }]) => ({
      file,
      killed: mutants.filter(isKilled).length,
      leftOut: mutants.filter(({ status }) => status === 'Ignored').length,
      survivors: mutants
        .filter(isAlive)
        .map((mutant) => ({ name: nameOf(mutant, source), line: mutant.location.start.line }))
        .toSorted((left, right) => left.line - right.line),
    }))
    .toSorted((left, right) => left.file.localeCompare(right.file));
}

/** Killed ones of all that could be killed, in percent; 100 where there is nothing to kill. */
export function percentKilled(scores: readonly FileScore[]): number {
  const killed = scores.reduce((sum, score) => sum + score.killed, 0);
  const all = scores.reduce((sum, { survivors }) => sum + survivors.length, killed);
  return all === 0 ? 100 : (killed / all) * 100;
}

/** The line with the part that was changed in marks, and what took its place: no line numbers, which move. */
function nameOf({ location: { start, end }, replacement = '' }: Mutant, source: string): string {
  const lines = source.split('\n');
  const first = lines[start.line - 1] ?? '';
  const before = first.slice(0, start.column - 1);
  const oneLine = start.line === end.line;
  const part = first.slice(start.column - 1, oneLine ? end.column - 1 : undefined);
  const after = oneLine ? first.slice(end.column - 1) : '';
  const changed = `${before.trimStart()}«${part}${oneLine ? '' : ' …'}»${after}`;
  return short(`${changed} ⇒ ${replacement}`);
}

function short(text: string): string {
  const plain = text.replaceAll(/\s+/g, ' ').trim();
  return plain.length > LONGEST ? `${plain.slice(0, LONGEST)}…` : plain;
}
