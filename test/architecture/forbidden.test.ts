import { describe, expect, it } from 'vitest';
import { sourceFiles, withoutComments } from '../support/source-files.ts';
import { breaches, forbidden } from './forbidden.ts';

const files = sourceFiles();

describe('what must not stand in the code', () => {
  it.each(forbidden)('$name', (rule) => {
    expect(breaches(rule, files), rule.instead).toEqual([]);
  });
});

describe('each rule', () => {
  it.each(forbidden)('can fail: $name', (rule) => {
    expect(breaches(rule, [rule.bad])).toEqual([`${rule.bad.path}:1`]);
  });

  it('reads every source folder', () => {
    for (const folder of ['src-main/', 'src-preload/', 'src-renderer/', 'test/']) {
      expect(files.some((file) => file.path.startsWith(folder))).toBe(true);
    }
  });
});

describe('comments', () => {
  it('are blanked in scripts without hiding code that looks like one', () => {
    const text =
      "const a = /^https?:\\/\\//; eval('1'); // eval(\nconst b = '// kept'; /* eval( */ eval('2');";
    const code = withoutComments({ path: 'src-main/a.ts', text });
    expect(code.match(/eval\(/g)).toHaveLength(2);
    expect(code).toContain("'// kept'");
    expect(code.split('\n')).toHaveLength(2);
  });

  it('are blanked in components, in markup and script alike', () => {
    const text =
      '<!-- {@html a} -->\n<script lang="ts">\n// innerHTML\nlet a = 1;\n</script>\n<p>{@html a}</p>';
    const code = withoutComments({ path: 'src-renderer/A.svelte', text });
    expect(code.match(/@html/g)).toHaveLength(1);
    expect(code).not.toContain('innerHTML');
    expect(code).toContain('let a = 1;');
  });
});
