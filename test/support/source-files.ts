import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { project } from './tool.ts';

export interface SourceFile {
  /** From the project's folder, with forward slashes. */
  readonly path: string;
  readonly text: string;
}

const folders = ['src-main', 'src-preload', 'src-renderer', 'test'];

/** Every file that people wrote in the product and the tests. */
export function sourceFiles(): readonly SourceFile[] {
  return folders.flatMap((folder) =>
    readdirSync(join(project, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(ts|svelte|html|css|sh|py)$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => ({
        path: path.slice(project.length).replaceAll('\\', '/'),
        text: readFileSync(path, 'utf8'),
      })),
  );
}

/** The file's text with comments blanked and lines kept, so that a comment may name what the code must not do. */
export function withoutComments({ path, text }: SourceFile): string {
  if (path.endsWith('.ts')) return blankScriptComments(text);
  const withoutMarkup = blank(text, [...text.matchAll(/<!--[\s\S]*?-->/g)].map(range));
  if (path.endsWith('.css')) return blank(text, [...text.matchAll(/\/\*[\s\S]*?\*\//g)].map(range));
  return withoutMarkup.replaceAll(
    /(<script[^>]*>)([\s\S]*?)(<\/script>)/g,
    (_whole, open: string, script: string, close: string) => open + blankScriptComments(script) + close,
  );
}

function range(match: RegExpExecArray): ts.TextRange {
  return { pos: match.index, end: match.index + match[0].length };
}

function blankScriptComments(text: string): string {
  const source = ts.createSourceFile('source.ts', text, ts.ScriptTarget.Latest, true);
  const comments: ts.TextRange[] = [];
  const visit = (node: ts.Node): void => {
    const children = node.getChildren(source);
    if (children.length === 0) {
      comments.push(...(ts.getLeadingCommentRanges(text, node.pos) ?? []));
      comments.push(...(ts.getTrailingCommentRanges(text, node.end) ?? []));
    }
    for (const child of children) visit(child);
  };
  visit(source);
  return blank(text, comments);
}

function blank(text: string, ranges: readonly ts.TextRange[]): string {
  let result = text;
  for (const { pos, end } of ranges) {
    result = result.slice(0, pos) + text.slice(pos, end).replaceAll(/[^\n]/g, ' ') + result.slice(end);
  }
  return result;
}
