import { block, info, type Rule } from '../rule.ts';

export const references: Rule = {
  id: 'F9',
  holds: 'No output carries a script.',
  leavesOut: 'What reference inputs hold: they are read, never spent.',
  judge: ({ tx }) => {
    const { outputs, collateralReturn, referenceInputs } = tx.body;
    const scripts = [...outputs, ...(collateralReturn ? [collateralReturn] : [])].some(
      (output) => output.hasReferenceScript,
    );
    return [
      ...(scripts
        ? [block('F9', 'The transaction stores a script in an output, which a trade never needs.')]
        : []),
      ...(referenceInputs.length > 0
        ? [info('F9', `Reads ${referenceInputs.length} other outputs without spending them.`)]
        : []),
    ];
  },
};
