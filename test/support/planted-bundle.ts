import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { project } from './tool.ts';

/** A copy of the built application with some text replaced, next to the project files that it needs. */
export class PlantedBundle {
  readonly #folder: string;
  /** The built files. */
  readonly built: string;

  /** @throws Error unless the text occurs exactly once in the main module: the plant would not be what it says. */
  constructor(replaced: readonly (readonly [string, string])[]) {
    this.#folder = mkdtempSync(join(tmpdir(), 'touchstone-planted-'));
    this.built = join(this.#folder, 'out');
    cpSync(join(project, 'out'), this.built, { recursive: true });
    for (const name of ['node_modules', 'resources', 'package.json'])
      symlinkSync(join(project, name), join(this.#folder, name));
    const path = join(this.built, 'main/index.js');
    let text = readFileSync(path, 'utf8');
    for (const [from, to] of replaced) {
      if (text.split(from).length !== 2) throw new Error(`not once in the bundle: ${from}`);
      text = text.replace(from, () => to);
    }
    writeFileSync(path, text);
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
