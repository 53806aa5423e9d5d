import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import ts from 'typescript';
import { grouped } from '#domain/decimal.ts';
import { project } from './tool.ts';

type Entry = string | ((values: unknown) => string);
type Words = Readonly<Record<string, Entry>>;

/** A catalogue in two languages, and for each id what may be put into it. */
export interface TestedCatalogue {
  /** From the project's folder, without the language. */
  readonly name: string;
  readonly english: Words;
  readonly german: Words;
  /** Random values of an entry, by the type that the compiler has for them; absent where an entry takes none. */
  readonly values: ReadonlyMap<string, fc.Arbitrary<unknown>>;
}

/**
 * Every catalogue of the product: `NAME.en.ts`, or `NAME.ts` of the pages, with its translation `NAME.de.ts`. Both have
 * one exported object of sentences. Phrases are functions, and failures have a test for themselves.
 */
export async function catalogues(): Promise<readonly TestedCatalogue[]> {
  const files = ['src-main', 'src-preload', 'src-renderer'].flatMap((folder) =>
    readdirSync(join(project, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.de.ts') && !/phrases\.de\.ts$|failures?[/.]/.test(path))
      .map((path) => englishOf(join(project, folder, path))),
  );
  const program = ts.createProgram(files, {
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    target: ts.ScriptTarget.ESNext,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    allowImportingTsExtensions: true,
    types: [],
  });
  return Promise.all(files.map((file) => read(program, file)));
}

function englishOf(german: string): string {
  const marked = german.replace(/\.de\.ts$/, '.en.ts');
  return existsSync(marked) ? marked : german.replace(/\.de\.ts$/, '.ts');
}

async function read(program: ts.Program, file: string): Promise<TestedCatalogue> {
  const german = file.replace(/(\.en)?\.ts$/, '.de.ts');
  const [inEnglish, inGerman] = await Promise.all([wordsIn(file), wordsIn(german)]);
  return {
    name: file.slice(project.length).replace(/(\.en)?\.ts$/, ''),
    english: inEnglish,
    german: inGerman,
    values: valuesOf(program, file),
  };
}

async function wordsIn(file: string): Promise<Words> {
  const module = (await import(file)) as Readonly<Record<string, unknown>>;
  const [words, ...others] = Object.values(module).filter((value) => typeof value === 'object');
  if (words === undefined || others.length > 0) throw new Error(`${file} exports one object of sentences`);
  return words as Words;
}

function valuesOf(program: ts.Program, file: string): ReadonlyMap<string, fc.Arbitrary<unknown>> {
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(file);
  const module = source && checker.getSymbolAtLocation(source);
  if (!module) throw new Error(`${file} cannot be read`);
  // The renderer's formats write figures as the page's language does: its sentences put them in as they are.
  const figures = file.startsWith(join(project, 'src-renderer')) ? NO_FIGURES : FIGURES;
  const found = new Map<string, fc.Arbitrary<unknown>>();
  for (const exported of checker.getExportsOfModule(module)) {
    const type = checker.getTypeOfSymbol(exported);
    for (const entry of type.getProperties()) {
      const [signature] = checker.getTypeOfSymbol(entry).getCallSignatures();
      const [parameter] = signature?.getParameters() ?? [];
      if (parameter)
        found.set(entry.getName(), randomOf(checker, checker.getTypeOfSymbol(parameter), '', figures));
    }
  }
  return found;
}

/** Names, addresses and hashes: text that no language translates. */
const NAMES = fc
  .tuple(fc.constantFrom('GEM', 'addr1', 'Exa', 'acct'), fc.stringMatching(/^[0-9a-f]{4,12}$/))
  .map(([head, rest]) => `${head}${rest}x9`);

/** Values of these names are figures as English writes them, with what follows them. */
const FIGURES: ReadonlySet<string> = new Set([
  ...['price', 'percent', 'away', 'dollars', 'share', 'may', 'allowed', 'gap', 'most', 'impact', 'off'],
  ...['tolerance', 'units', 'slot', 'bytes'],
]);
const NO_FIGURES: ReadonlySet<string> = new Set();
const FIGURE = fc
  .tuple(
    fc.constantFrom('', '−', '+'),
    fc.bigInt(0n, 10n ** 12n),
    fc.constantFrom('', '.5', '.01', '.3101'),
    fc.constantFrom('', ' %'),
  )
  .map(([sign, whole, fraction, unit]) => `${sign}${grouped(`${whole}${fraction}`)}${unit}`);

function randomOf(
  checker: ts.TypeChecker,
  type: ts.Type,
  name: string,
  figures: ReadonlySet<string>,
): fc.Arbitrary<unknown> {
  const has = (flag: ts.TypeFlags): boolean => (type.flags & flag) !== 0;
  if (type.isUnion()) return fc.oneof(...type.types.map((one) => randomOf(checker, one, name, figures)));
  if (type.isStringLiteral() || type.isNumberLiteral()) return fc.constant(type.value);
  if (has(ts.TypeFlags.BooleanLiteral)) return fc.constant(checker.typeToString(type) === 'true');
  if (has(ts.TypeFlags.Undefined)) return fc.constant(undefined);
  if (has(ts.TypeFlags.String)) return figures.has(name) ? FIGURE : NAMES;
  if (has(ts.TypeFlags.BigInt)) return fc.bigInt(0n, 10n ** 20n);
  if (has(ts.TypeFlags.Number)) return fc.integer({ min: 0, max: name === 'decimals' ? 18 : 100_000 });
  const [item] = checker.isArrayType(type) ? checker.getTypeArguments(type as ts.TypeReference) : [];
  if (item) return fc.array(randomOf(checker, item, name, figures), { maxLength: 3 });
  const properties = type.getProperties();
  if (properties.length === 0) throw new Error(`no values of ${checker.typeToString(type)} are made here`);
  return fc
    .record(
      Object.fromEntries(
        properties.map((property) => [
          property.getName(),
          randomOf(checker, checker.getTypeOfSymbol(property), property.getName(), figures),
        ]),
      ),
    )
    .map((made) => Object.fromEntries(Object.entries(made).filter(([, value]) => value !== undefined)));
}
