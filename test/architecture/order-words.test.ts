import { expect, it } from 'vitest';
import { BEYOND_LEAST, NO_LEAST } from '#domain/order-words.ts';
import { sourceFiles, withoutComments } from '../support/source-files.ts';

const HOME = 'src-preload/domain/order-words.ts';
/** It shares no code with the rest, words included: that it says the same is compared before each signature. */
const SECOND_PROOF = 'src-main/proof/words.ts';

it('says what an order enforces in one place', () => {
  const words = [NO_LEAST, BEYOND_LEAST, 'takes the price of its time'];
  const product = sourceFiles().filter(({ path }) => path.startsWith('src-') && path !== SECOND_PROOF);
  for (const word of words) {
    // Parsing the whole product for each of them would take minutes when other tests run first.
    const naming = product.filter(({ text }) => text.includes(word));
    const places = naming.filter((file) => withoutComments(file).includes(word)).map(({ path }) => path);
    expect([word, places]).toEqual([word, [HOME]]);
  }
});

it('promises of no recurring order that it waits', () => {
  const recurring = sourceFiles().filter(({ path }) => /^src-renderer\/features\/dca\//.test(path));
  const promised = recurring.filter((file) => /BEYOND_LEAST|the order waits/.test(withoutComments(file)));
  expect(promised.map(({ path }) => path)).toEqual([]);
});
