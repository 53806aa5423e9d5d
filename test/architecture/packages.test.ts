import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { project } from '../support/tool.ts';

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly allowScripts: Readonly<Record<string, boolean>>;
}
interface Lock {
  readonly packages: Readonly<
    Record<
      string,
      {
        /** Set where the folder's name is an alias. */
        readonly name?: string;
        readonly version?: string;
        readonly integrity?: string;
        readonly hasInstallScript?: boolean;
        readonly optional?: boolean;
        readonly optionalDependencies?: Readonly<Record<string, string>>;
      }
    >
  >;
}

function read<T>(name: string): T {
  return JSON.parse(readFileSync(join(project, name), 'utf8')) as T;
}

const manifest = read<Manifest>('package.json');
const lock = read<Lock>('package-lock.json');
const installed = Object.entries(lock.packages).filter(([path]) => path !== '');
const wanted = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies });

/** An exact version, or an alias for one. */
const exact = /^(?:npm:(?:@[\w.-]+\/)?[\w.-]+@)?\d+\.\d+\.\d+(?:-[\w.]+)?$/;

/** Versions below which a known hole is open. */
const leastVersions: Readonly<Record<string, string>> = {
  ws: '8.23.0',
  electron: '42.0.0',
  undici: '7.28.0',
};

describe('packages', () => {
  it.each(wanted)('%s is pinned exactly', (_name, version) => {
    expect(version).toMatch(exact);
  });

  it('a range would be refused', () => {
    for (const range of [
      '^1.0.0',
      '~1.0.0',
      '*',
      'latest',
      '1.x',
      '>=1.0.0',
      'npm:left@^1.0.0',
      'github:a/b',
    ]) {
      expect(range).not.toMatch(exact);
    }
  });

  it.each(wanted)('%s is locked at the version that package.json names', (name, version) => {
    expect(lock.packages[`node_modules/${name}`]?.version).toBe(version.split('@').at(-1));
  });

  it('all carry a checksum', () => {
    expect(installed.filter(([, entry]) => entry.integrity === undefined).map(([path]) => path)).toEqual([]);
  });

  it('come in every variant that their dependents name, so that every platform can install', () => {
    const present = new Set(installed.map(([path]) => path.split('node_modules/').at(-1)));
    const named = installed.flatMap(([, entry]) => Object.keys(entry.optionalDependencies ?? {}));
    expect(named.filter((name) => !present.has(name))).toEqual([]);
  });

  it('name no registry', () => {
    expect(JSON.stringify(lock)).not.toContain('"resolved"');
  });

  it('run an install script only where package.json says so', () => {
    const scripted = installed
      .filter(([, entry]) => entry.hasInstallScript === true && entry.optional !== true)
      .map(
        ([path, entry]) =>
          entry.name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
      );
    expect(scripted.toSorted()).toEqual(Object.keys(manifest.allowScripts).toSorted());
    expect(Object.keys(manifest.allowScripts).filter((name) => manifest.allowScripts[name])).toEqual([
      'node',
    ]);
  });

  it.each(Object.entries(leastVersions))('%s is at least %s', (name, least) => {
    const version = lock.packages[`node_modules/${name}`]?.version ?? '0.0.0';
    expect(version.localeCompare(least, 'en', { numeric: true })).toBeGreaterThanOrEqual(0);
  });
});
