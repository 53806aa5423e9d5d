import { HIDDEN } from '#domain/words/hidden.ts';
import type { ReleasesView } from '#contract/releases.ts';
import type { Failure } from '#domain/failure.ts';
import { ok, type Result } from '#domain/result.ts';
import { inLanguage, type Sentence } from '#domain/sentences/sentence.ts';
import type { Language } from '#domain/words/catalogue.ts';
import { failureView, LONG } from '../../gate/wire.ts';
import type { ChosenFiles, Clock } from '../../ports/system.ts';
import type { FileChooser } from '../../gate/own-file.ts';
import { goodSentence, judgeFile, judgeManifest, type GoodFile } from '../../release/judge.ts';
import { MOST_SIGNED_TEXT, openManifest, type ReleaseKey } from '../../release/signed-manifest.ts';
import type { ReleaseMemory } from './release-memory.ts';

export interface ReleaseCheckParts {
  readonly version: string;
  readonly keys: readonly ReleaseKey[];
  readonly files: ChosenFiles;
  readonly chooser: Pick<FileChooser, 'path'>;
  readonly memory: ReleaseMemory;
  readonly clock: Clock;
  readonly onChange: () => void;
}

type Check = ReleasesView['check'];
type Verdict = Pick<Check, 'state' | 'failure'> & { readonly said?: readonly Sentence[] };
type Chosen = { readonly [What in 'manifest' | 'file']?: { readonly path: string; readonly name: string } };

/** Checks a downloaded file: both files are chosen in the shell's own dialog, and only their names go on to the page. */
export class ReleaseCheck {
  readonly #parts: ReleaseCheckParts;
  #chosen: Chosen = {};
  #verdict: Verdict = { state: 'open' };
  /** Counts checks, so that the result of a superseded one is dropped. */
  #round = 0;

  constructor(parts: ReleaseCheckParts) {
    this.#parts = parts;
  }

  /** `language`: what the window speaks. */
  view(language: Language): Check {
    const { manifest, file } = this.#chosen;
    const { said, ...verdict } = this.#verdict;
    return {
      ...(manifest && { manifest: manifest.name }),
      ...(file && { file: file.name }),
      ...verdict,
      ...(said && { words: said.map((line) => inLanguage(language, line).slice(0, LONG)) }),
    };
  }

  /** Failures: those of `FileChooser.path`. */
  async choose(what: 'manifest' | 'file'): Promise<Result<undefined, Failure>> {
    const chosen = await this.#parts.chooser.path(what === 'file' ? 'release' : what);
    if (!chosen.ok) return chosen;
    const path = chosen.value;
    if (path === undefined) return ok(undefined);
    this.#chosen = { ...this.#chosen, [what]: { path, name: shownName(path) } };
    await this.#check();
    return ok(undefined);
  }

  clear(): void {
    this.#round += 1;
    this.#chosen = {};
    this.#tell({ state: 'open' });
  }

  async #check(): Promise<void> {
    const round = (this.#round += 1);
    const { manifest, file } = this.#chosen;
    if (!manifest || !file) {
      this.#tell({ state: 'open' });
      return;
    }
    this.#tell({ state: 'checking' });
    const judged = await this.#judge(manifest.path, file.path);
    if (round !== this.#round) return;
    this.#tell(
      judged.ok
        ? { state: 'good', said: goodSentence(judged.value) }
        : { state: 'refused', failure: failureView(judged.failure) },
    );
  }

  async #judge(manifestPath: string, filePath: string): Promise<Result<GoodFile, Failure>> {
    const { clock, files, keys, memory, version } = this.#parts;
    const text = await files.readText(manifestPath, MOST_SIGNED_TEXT);
    if (!text.ok) return text;
    const opened = openManifest(text.value, keys);
    if (!opened.ok) return opened;
    const { manifest } = opened.value;
    const judged = judgeManifest(manifest, { now: clock.now(), version, seen: memory.seen });
    if (!judged.ok) return judged;
    memory.accept(manifest);
    const found = await files.hash(filePath);
    return found.ok ? judgeFile(opened.value, found.value, version) : found;
  }

  #tell(verdict: Verdict): void {
    this.#verdict = verdict;
    this.#parts.onChange();
  }
}

/** The last part of a path from any system, without characters that could hide anything. */
function shownName(path: string): string {
  const name = path.split(/[/\\]/).at(-1) ?? '';
  return name.replace(HIDDEN, '?').slice(0, 200);
}
