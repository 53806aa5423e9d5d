import type { TokenView } from '#contract/tokens.ts';

/** An invented token with the price around which its pools are set, in ADA. */
export interface FakeToken extends TokenView {
  readonly price: number;
}

function token(ticker: string, name: string, decimals: number, price: number, verified = true): FakeToken {
  const id = hashOfFake(`${ticker}${name}`).slice(0, 56) + hexOf(ticker);
  return { id, ticker, name, verified, decimals, tickerSource: 'ledger', decimalsSource: 'service', price };
}

function hexOf(text: string): string {
  return Array.from(new TextEncoder().encode(text), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** A hash-like text, the same for the same seed. */
export function hashOfFake(seed: string): string {
  let state = 0x811c9dc5;
  for (const letter of seed) state = Math.imul(state ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  let text = '';
  while (text.length < 64) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    text += state.toString(16).padStart(8, '0');
  }
  return text.slice(0, 64);
}

export function addressOfFake(seed: string): string {
  return `addr_test1q${hashOfFake(seed).replace(/[b1io]/g, 'z')}${hashOfFake(`${seed}.`)
    .slice(0, 30)
    .replace(/[b1io]/g, 'x')}`;
}

export const exchangesOfFake = [
  'EXA',
  'EXAV2',
  'EXA2HOP',
  'EXB',
  'EXBV3',
  'EXC',
  'EXCV2',
  'EXD',
  'EXE',
  'EXF',
  'EXG',
  'EXH',
  'EXI',
  'EXJ',
  'EXK',
].map((code) => ({ code, name: `Exchange ${code.slice(2)}` }));

export const tokensOfFake: readonly FakeToken[] = [
  token('CARB', 'Carbonado', 3, 0.12018),
  token('BASLT', 'Basalt', 6, 0.0004127),
  token('FLINT', 'Flint and Steel', 6, 2.318),
  token('OBSD', 'Obsidian', 0, 14.02),
  token('QRTZ', 'Quartz', 8, 0.000000119),
  token('MICA', 'Mica Flakes', 2, 0.7719),
  token('SLATE', 'Slate', 6, 8421.5),
  token('AGATE', 'Agate Collective', 15, 1.0021),
  token('鉱石', 'Ore of the East', 4, 0.0519),
  token('JASPR', 'Jasper', 6, 0.3008),
  token('ONYX', 'Onyx', 9, 41.77),
  token('PYRIT', 'Pyrite', 6, 0.00871),
  token('GALNA', 'Galena', 1, 3.5),
  token('TALC', 'Talcum', 6, 0.0000231),
  token('CARB', 'Carb0nado', 6, 0.0000002, false),
  token('FLINT', 'Flint official', 6, 0.000004, false),
];

/** Reserves in base units on some of the exchanges, deepest first. */
export function poolsOfFake(of: FakeToken): readonly { exchange: string; ada: bigint; tokens: bigint }[] {
  const seed = hashOfFake(of.id);
  const count = of.verified ? 2 + (parseInt(seed.slice(0, 2), 16) % 4) : 1;
  return Array.from({ length: count }, (_, index) => {
    const code =
      exchangesOfFake[(parseInt(seed.slice(2, 4), 16) + index * 3) % exchangesOfFake.length]?.code ?? 'EXA';
    const ada = of.verified ? 640_000 / (index + 1) ** 1.7 : 900;
    const skew = 1 + (parseInt(seed.slice(4 + index, 6 + index), 16) - 128) / 12_000;
    const tokens = (ada / (of.price * skew)) * 10 ** of.decimals;
    return { exchange: code, ada: BigInt(Math.round(ada * 1e6)), tokens: BigInt(Math.round(tokens)) };
  });
}
