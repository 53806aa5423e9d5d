/** Code that must not be wrong unnoticed, with the tests that answer for it. */
export interface Target {
  readonly name: string;
  /** Files, and folders with all that is in them. */
  readonly code: readonly string[];
  /** Tests that run for every mutant: fast, and close to the code. */
  readonly quick: readonly string[];
  /** Tests that the mutants meet which the quick ones left alive. */
  readonly thorough: readonly string[];
}

/** The code that judges, proves and signs, and that binds a batch. */
export const TARGETS: readonly Target[] = [
  {
    name: 'agreement',
    code: ['src-main/agreement', 'src-main/trading/batch-agreement.ts', 'src-main/trading/batch.ts'],
    quick: ['test/unit/agreement/*.test.ts', 'test/unit/trading/*batch*.test.ts'],
    thorough: ['test/unit/inspect/*.test.ts', 'test/unit/trading/*.test.ts'],
  },
  {
    name: 'proof',
    code: ['src-main/proof'],
    quick: ['test/unit/proof/*.test.ts'],
    thorough: ['test/hostile/proof/*.test.ts'],
  },
  {
    name: 'inspect',
    code: ['src-main/inspect'],
    quick: ['test/unit/inspect/*.test.ts'],
    thorough: ['test/hostile/inspect/*.test.ts'],
  },
  {
    name: 'signer',
    code: ['src-main/wallet/signer.ts'],
    // They open a keystore each time, which is slow on purpose.
    quick: ['test/unit/wallet/sign*.test.ts'],
    thorough: ['test/hostile/inspect/*.test.ts'],
  },
];

/** The targets as far as their code is at one of these paths; all of it without any. */
export function targetsAt(paths: readonly string[]): readonly Target[] {
  if (paths.length === 0) return TARGETS;
  const within = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}/`);
  return TARGETS.map((target) => ({
    ...target,
    code: [
      ...target.code.filter((code) => paths.some((path) => within(code, path))),
      ...paths.filter((path) => target.code.some((code) => code !== path && within(path, code))),
    ],
  })).filter(({ code }) => code.length > 0);
}
