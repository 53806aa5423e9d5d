import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { project } from '../support/tool.ts';

/** The code that must not be wrong unnoticed: what judges, what proves, what signs, what binds a set. */
const TARGETS = [
  'src-main/agreement',
  'src-main/proof',
  'src-main/inspect',
  'src-main/wallet/signer.ts',
  'src-main/trading/set-agreement.ts',
  'src-main/trading/transaction-set.ts',
];

/** Patterns of the files to be mutated: all that there are, or those whose path holds one of the texts. */
export function targets(only: readonly string[]): readonly string[] {
  if (only.length > 0) return only.map((path) => (path.endsWith('.ts') ? path : `${path}/**/*.ts`));
  return TARGETS.filter((path) => existsSync(join(project, path))).map((path) =>
    path.endsWith('.ts') ? path : `${path}/**/*.ts`,
  );
}
