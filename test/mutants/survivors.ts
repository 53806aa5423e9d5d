import type { FileScore, Survivor } from './report.ts';

/** File → the survivors that are explained for it, by name. */
export type Explained = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * Reads `survivors.md`: a heading `## path` for each file, below it `- ` with the survivor in backticks, and in the
 * lines after that the reason. @throws when a survivor has no reason
 */
export function readSurvivors(markdown: string): Explained {
  const explained = new Map<string, Set<string>>();
  let names = new Set<string>();
  const lines = markdown.split('\n');
  for (const [at, line] of lines.entries()) {
    const [, file] = /^## (src-\S+)$/.exec(line) ?? [];
    if (file !== undefined) {
      names = explained.get(file) ?? new Set<string>();
      explained.set(file, names);
    }
    const [, , name] = /^- (`+) ?(.*?) ?\1$/.exec(line) ?? [];
    if (name === undefined) continue;
    if (!/^ {2}\S/.test(lines[at + 1] ?? '')) throw new Error(`survivors.md says no reason for: ${name}`);
    names.add(name);
  }
  return explained;
}

/** How a survivor is written into the list. */
export function entryOf({ name }: Survivor): string {
  return name.includes('`') ? `- \`\` ${name} \`\`` : `- \`${name}\``;
}

/** Survivors that nobody has explained, by file. */
export function unexplained(
  scores: readonly FileScore[],
  explained: Explained,
): readonly { readonly file: string; readonly survivors: readonly Survivor[] }[] {
  return scores
    .map(({ file, survivors }) => ({
      file,
      survivors: survivors.filter(({ name }) => explained.get(file)?.has(name) !== true),
    }))
    .filter(({ survivors }) => survivors.length > 0);
}

/** Explanations of mutants that are killed now, or of code that is gone, in the files that were looked at. */
export function outdated(scores: readonly FileScore[], explained: Explained): readonly string[] {
  return scores.flatMap(({ file, survivors }) => {
    const alive = new Set(survivors.map(({ name }) => name));
    return [...(explained.get(file) ?? [])]
      .filter((name) => !alive.has(name))
      .map((name) => `${file}: ${name}`);
  });
}
