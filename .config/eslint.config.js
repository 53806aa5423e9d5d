import { resolve } from 'node:path';
import svelte from 'eslint-plugin-svelte';
import typescript from 'typescript-eslint';

const root = resolve(import.meta.dirname, '..');

/** Rules that need no types. */
const always = {
  eqeqeq: 'error',
  'no-console': 'off', // Where a console is allowed is the static gate's matter (test/architecture).
  'no-eval': 'error',
  'no-implied-eval': 'error',
  'no-new-func': 'error',
  'no-var': 'error',
  'prefer-const': 'error',
  'object-shorthand': 'error',
  'no-restricted-syntax': [
    'error',
    { selector: 'TSEnumDeclaration', message: 'Use a union of literals: Node strips types only.' },
    { selector: 'TSParameterProperty', message: 'Declare the field: Node strips types only.' },
    { selector: 'ExportAllDeclaration', message: 'No barrels: import from the module that declares it.' },
    { selector: 'ExportDefaultDeclaration', message: 'Use a named export.' },
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
  '@typescript-eslint/ban-ts-comment': ['error', { 'ts-expect-error': 'allow-with-description' }],
  '@typescript-eslint/no-non-null-assertion': 'error',
};

/** Rules that ask the type checker. */
const withTypes = {
  '@typescript-eslint/no-floating-promises': 'error',
  '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
  '@typescript-eslint/await-thenable': 'error',
  '@typescript-eslint/only-throw-error': 'error',
  '@typescript-eslint/switch-exhaustiveness-check': [
    'error',
    { considerDefaultExhaustiveForUnions: true, requireDefaultForNonUnion: false },
  ],
  '@typescript-eslint/no-unsafe-argument': 'error',
  '@typescript-eslint/no-unsafe-assignment': 'error',
  '@typescript-eslint/no-unsafe-call': 'error',
  '@typescript-eslint/no-unsafe-return': 'error',
};

const parserOptions = { projectService: true, tsconfigRootDir: root };

export default typescript.config(
  {
    // The last is the build's passing copy of its configuration.
    ignores: ['out/', 'coverage/', 'artifacts/', '.cache/', 'test/vectors/', 'electron.vite.config.*.mjs'],
  },
  { linterOptions: { reportUnusedDisableDirectives: 'error', noInlineConfig: true } },
  {
    files: ['**/*.ts'],
    plugins: { '@typescript-eslint': typescript.plugin },
    languageOptions: { parser: typescript.parser, parserOptions },
    rules: { ...always, ...withTypes },
  },
  {
    // Vitest's matchers (expect.any, expect.stringMatching) are typed as any.
    files: ['test/**/*.ts'],
    rules: { '@typescript-eslint/no-unsafe-assignment': 'off' },
  },
  {
    // Tools read their configuration from the default export.
    files: ['electron.vite.config.ts', 'test/vitest.config.ts', 'test/mutants/vitest.config.ts'],
    rules: { 'no-restricted-syntax': 'off' },
  },
  ...svelte.configs['flat/recommended'].map((config) => ({ ...config, files: ['**/*.svelte'] })),
  {
    files: ['**/*.svelte'],
    plugins: { '@typescript-eslint': typescript.plugin },
    languageOptions: {
      parserOptions: { parser: typescript.parser },
    },
    rules: {
      ...always,
      'prefer-const': 'off',
      'svelte/prefer-const': 'error',
      'svelte/no-at-html-tags': 'error',
      // style:property is allowed by the policy, style="…" is not: the static gate distinguishes them.
      'svelte/no-inline-styles': 'off',
      'svelte/no-target-blank': 'error',
      'svelte/button-has-type': 'error',
      'svelte/no-navigation-without-resolve': 'off', // A SvelteKit matter.
      // There are no stores here (runes only), and it asks for the type of every name.
      'svelte/require-store-reactive-access': 'off',
    },
  },
);
