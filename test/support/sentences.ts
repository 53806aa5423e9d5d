import { parse } from 'svelte/compiler';
import ts from 'typescript';
import type { SourceFile } from './source-files.ts';

/** Attributes of components that people read or hear. */
const READ = /^(title|alt|label|placeholder|aria-(label|description|roledescription|valuetext))$/;
/** Two words, or one with a space beside it. */
const WORDS = /\p{L}{2,}[,;:.–—-]*\s+["'“„(]?\p{L}/u;
const WORD_IN_TEXT = /(^|\s)\p{L}{2,}([\s.,;:!?]|$)/u;
const LABEL = /^\p{Lu}\p{Ll}{2,}…?$/u;

/** Texts that look like a sentence or a label for people, as `line: text`. */
export function sentencesIn({ path, text }: SourceFile): readonly string[] {
  return path.endsWith('.svelte') ? inComponent(text) : inScript(text, 1);
}

function inScript(text: string, firstLine: number): readonly string[] {
  const source = ts.createSourceFile('file.ts', text, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const report = (node: ts.Node, said: string): void => {
    const line = source.getLineAndCharacterOfPosition(node.getStart(source)).line + firstLine;
    found.push(`${line}: ${said}`);
  };
  const visit = (node: ts.Node): void => {
    if (isNotSaid(node)) return;
    if (ts.isStringLiteralLike(node)) {
      if (isNoName(node) && (WORDS.test(node.text) || LABEL.test(node.text))) report(node, node.text);
      return;
    }
    if (ts.isTemplateExpression(node)) {
      const parts = [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)];
      if (parts.some((part) => WORDS.test(part) || WORD_IN_TEXT.test(part))) report(node, parts.join('…'));
      for (const span of node.templateSpans) visit(span.expression);
      return;
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** Types, imports, and what an error says that is a bug where it is thrown: nobody is shown these. */
function isNotSaid(node: ts.Node): boolean {
  if (ts.isImportDeclaration(node) || ts.isTypeNode(node)) return true;
  return ts.isNewExpression(node) && /Error$/.test(node.expression.getText());
}

function isNoName(node: ts.StringLiteralLike): boolean {
  return !(ts.isPropertyAssignment(node.parent) && node.parent.name === node) && !isKey(node);
}

/** A key of the keyboard as the browser names it: `event.key === 'Enter'`. */
function isKey({ parent }: ts.StringLiteralLike): boolean {
  return ts.isBinaryExpression(parent) && /\.key$/.test(parent.left.getText());
}

interface AnyNode {
  readonly type: string;
  readonly start: number;
  readonly [key: string]: unknown;
}

function inComponent(text: string): readonly string[] {
  const ast = parse(text, { modern: true }) as unknown as {
    readonly fragment: AnyNode;
    readonly instance: { readonly content: AnyNode & { readonly end: number } } | null;
    readonly module: { readonly content: AnyNode & { readonly end: number } } | null;
  };
  const found: string[] = [];
  const lineAt = (start: number): number => text.slice(0, start).split('\n').length;
  for (const script of [ast.module, ast.instance])
    if (script)
      found.push(
        ...inScript(text.slice(script.content.start, script.content.end), lineAt(script.content.start)),
      );
  const say = ({ start }: AnyNode, said: string): void => {
    found.push(`${lineAt(start)}: ${said.trim()}`);
  };
  const visit = (node: AnyNode, read: boolean): void => {
    // Of styles, classes and transitions.
    if (node.type.endsWith('Directive')) return;
    if (node.type === 'Attribute') {
      if (node['name'] === 'class') return;
      const seen = READ.test(String(node['name']));
      for (const part of partsOf(node['value'])) visit(part, seen);
      return;
    }
    if (node.type === 'Text') {
      if (read && /\p{L}{2,}/u.test(String(node['data']))) say(node, String(node['data']));
      return;
    }
    if (node.type === 'Literal' && typeof node['value'] === 'string') {
      if (WORDS.test(node['value']) || LABEL.test(node['value'])) say(node, node['value']);
      return;
    }
    if (node.type === 'TemplateLiteral') {
      const quasis = partsOf(node['quasis']).map(({ value }) => String((value as { cooked: string }).cooked));
      if (quasis.some((part) => WORDS.test(part) || (read && WORD_IN_TEXT.test(part))))
        say(node, quasis.join('…'));
      for (const part of partsOf(node['expressions'])) visit(part, read);
      return;
    }
    const inside = node.type === 'Comment' || node.type === 'StyleSheet' ? [] : Object.entries(node);
    for (const [key, value] of inside)
      if (key !== 'metadata') for (const part of partsOf(value)) visit(part, true);
  };
  visit(ast.fragment, true);
  return found;
}

function partsOf(value: unknown): readonly AnyNode[] {
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  return items.filter((item): item is AnyNode => typeof item === 'object' && item !== null && 'type' in item);
}
