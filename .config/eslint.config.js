import svelte from 'eslint-plugin-svelte';
import typescript from 'typescript-eslint';

/* Components only: oxlint lints the rest, and knows types (.config/oxlint.json). */

const rules = {
  eqeqeq: 'error',
  'no-eval': 'error',
  'no-implied-eval': 'error',
  'no-new-func': 'error',
  'no-var': 'error',
  'object-shorthand': 'error',
  'no-restricted-syntax': [
    'error',
    { selector: 'TSEnumDeclaration', message: 'Use a union of literals: Node strips types only.' },
  ],
  'no-restricted-imports': [
    'error',
    {
      patterns: [
        {
          regex: '\\.\\./(src-preload/)?(domain|contract)/',
          message: 'Both sides of the bridge share these: write #domain/… or #contract/….',
        },
      ],
    },
  ],
  '@typescript-eslint/consistent-type-imports': [
    'error',
    { prefer: 'type-imports', fixStyle: 'inline-type-imports', disallowTypeAnnotations: false },
  ],
  '@typescript-eslint/no-explicit-any': 'error',
  '@typescript-eslint/no-unused-vars': [
    'error',
    { argsIgnorePattern: '^_', varsIgnorePattern: '^_', caughtErrorsIgnorePattern: '^_' },
  ],
  '@typescript-eslint/ban-ts-comment': 'error',
  '@typescript-eslint/no-non-null-assertion': 'error',
  'svelte/prefer-const': 'error',
  'svelte/no-at-html-tags': 'error',
  // style:property is allowed by the policy, style="…" is not: the static gate distinguishes them.
  'svelte/no-inline-styles': 'off',
  'svelte/no-target-blank': 'error',
  'svelte/button-has-type': 'error',
  'svelte/no-navigation-without-resolve': 'off', // A SvelteKit matter.
  // There are no stores here (runes only), and it asks for the type of every name.
  'svelte/require-store-reactive-access': 'off',
};

export default typescript.config(
  { linterOptions: { reportUnusedDisableDirectives: 'error', noInlineConfig: true } },
  ...svelte.configs['flat/recommended'].map((config) => ({ ...config, files: ['**/*.svelte'] })),
  {
    files: ['**/*.svelte'],
    plugins: { '@typescript-eslint': typescript.plugin },
    languageOptions: { parserOptions: { parser: typescript.parser } },
    rules,
  },
);
