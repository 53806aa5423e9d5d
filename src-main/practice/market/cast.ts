import { parseAssetId, type AssetId } from '#domain/asset.ts';
import { toHex } from '../../cardano/hex.ts';
import { inventedHash } from './random.ts';
import type { PracticeToken } from './types.ts';

/** A token with what the world needs to open its pools and move its price. */
export interface CastMember {
  readonly token: PracticeToken;
  /** Usual price in ADA for one whole token; the seed varies it a little. */
  readonly price: number;
  /** Total ADA in the token's pools, in whole ADA. Zero: it has no pool. */
  readonly depth: number;
  /** The most exchanges that list it. */
  readonly venues: number;
  /** Approximate number of trades per day. */
  readonly tradesPerDay: number;
  /** Typical daily price change: 0.05 is five percent. */
  readonly volatility: number;
}

interface Line {
  /** The source of the policy id; never shown. */
  readonly key: string;
  readonly ticker: string;
  readonly name: string;
  readonly about: string;
  readonly decimals: number;
  readonly price: number;
  /** Whole tokens in existence. */
  readonly supply: number;
  readonly depth: number;
  readonly venues: number;
  readonly trades: number;
  readonly volatility: number;
  readonly unverified?: true;
  /** The asset name in hex, unless it is the ticker's text. */
  readonly nameHex?: string;
}

const lines: readonly Line[] = [
  line(
    'amber',
    'AMBER',
    'Amber',
    'Loyalty points of a chain of harbour cafes.',
    6,
    0.42,
    2e9,
    4_200_000,
    15,
    2600,
    0.05,
  ),
  line('tillage', 'TILL', 'Tillage', 'Shares in a seed library.', 6, 0.031, 4e9, 900_000, 12, 1200, 0.08),
  line(
    'quill',
    'QUILL',
    'Quill',
    'Tips for writers; cannot be divided.',
    0,
    0.0008,
    5e10,
    320_000,
    9,
    700,
    0.1,
  ),
  line('brass', 'BRASS', 'Brass', 'Credits of a makers’ workshop.', 3, 12.5, 1e7, 1_600_000, 11, 900, 0.06),
  line('halyard', 'HALY', 'Halyard', 'Vote in a sailing club.', 8, 310, 2e5, 2_100_000, 13, 1100, 0.05),
  line('kelp', 'KELP', 'Kelp', 'Rare and finely divisible.', 15, 9600, 9000, 2_400_000, 10, 400, 0.04),
  line('mote', 'MOTE', 'Mote', 'The smallest price of the market.', 0, 1e-8, 1e15, 60_000, 5, 350, 0.15),
  line(
    'harbour-dollar',
    'HUSD',
    'Harbour Dollar',
    'Follows a dollar, most of the time.',
    6,
    2.1,
    5e8,
    3_600_000,
    14,
    2400,
    0.01,
  ),
  line('glim', 'GLIM', 'Glim', 'Light of a lantern festival.', 2, 0.15, 6e8, 410_000, 8, 500, 0.09),
  line('ferry', 'FERRY', 'Ferry', 'Passage on an invented river.', 6, 1.04, 8e7, 780_000, 10, 800, 0.07),
  line('hedge', 'HEDGE', 'Hedgerow', 'Grows slowly.', 4, 5.2, 3e7, 520_000, 7, 420, 0.06),
  line(
    'grit',
    'GRIT',
    'Grit',
    'A very small coin with a very large supply.',
    6,
    1e-6,
    1e12,
    95_000,
    6,
    450,
    0.14,
  ),
  line('orrery', 'ORRY', 'Orrery', 'Keeps time for a planetarium.', 9, 88, 1e6, 1_200_000, 11, 760, 0.05),
  line('pewter', 'PEWT', 'Pewter', 'Common metal.', 6, 0.0061, 9e9, 260_000, 8, 380, 0.1),
  line('lark', 'LARK', 'Lark', 'Sings in the morning.', 6, 0.27, 4e8, 150_000, 6, 300, 0.12),
  line('sundial', 'DIAL', 'Sundial', 'Counts only the bright hours.', 1, 0.9, 2e8, 240_000, 6, 260, 0.07),
  line('cartwheel', 'CART', 'Cartwheel', 'Turns over.', 6, 0.0000135, 8e11, 72_000, 4, 240, 0.13),
  line('gantry', 'GNTR', 'Gantry', 'Lifts heavy things.', 12, 740, 9e5, 1_050_000, 9, 500, 0.04),
  line('moss', 'MOSS', 'Moss', 'Thin pools on few exchanges.', 6, 0.051, 3e8, 9_000, 3, 90, 0.15),
  line('cinder', 'CNDR', 'Cinder', 'One pool, and a small one.', 6, 3.3, 5e6, 2_400, 1, 40, 0.18),
  line('kite', 'KITE', 'Kite', 'Goes up on windy days.', 6, 0.11, 5e8, 330_000, 9, 640, 0.16),
  line('anvil', 'ANVL', 'Anvil', 'Hardly moves.', 5, 46, 4e6, 1_400_000, 10, 520, 0.02),
  line('thimble', 'THMB', 'Thimble', 'A thimbleful, seven decimals.', 7, 1.7, 6e7, 190_000, 5, 220, 0.09),
  line('weir', 'WEIR', 'Weir', 'Holds back the stream.', 6, 0.0000004, 2e12, 40_000, 3, 160, 0.17),
  {
    ...line(
      'plain',
      'PLAIN',
      'Plain',
      'Its asset name is empty: the policy id is the whole identity.',
      6,
      0.62,
      1e8,
      210_000,
      6,
      240,
      0.08,
    ),
    nameHex: '',
  },
  {
    ...line(
      'daybreak',
      '夜明け',
      '夜明けの港',
      'A name outside ASCII, stored as UTF-8.',
      6,
      0.083,
      7e8,
      280_000,
      7,
      330,
      0.1,
    ),
    nameHex: utf8Hex('夜明け'),
  },
  {
    ...line(
      'desert-ship',
      'سفينة',
      'سفينة الصحراء',
      'A name that reads from right to left.',
      6,
      0.19,
      3e8,
      120_000,
      4,
      180,
      0.11,
    ),
    nameHex: utf8Hex('سفينة'),
  },
  {
    ...line(
      'long',
      'LONGESTTICKERTHERE',
      'The Token With the Longest Name That an Asset May Have',
      'Thirty-two bytes of name.',
      6,
      0.72,
      9e7,
      85_000,
      3,
      120,
      0.09,
    ),
    nameHex: utf8Hex('LongestAssetNameOfThePracticeSet'),
  },
  {
    ...line(
      'labelled',
      'LABEL',
      'Labelled',
      'Its asset name begins with the label 333 of CIP-67.',
      6,
      2.6,
      4e7,
      360_000,
      7,
      280,
      0.07,
    ),
    nameHex: `0014df10${utf8Hex('LABEL')}`,
  },
  {
    ...line(
      'amber-copy',
      'AMBER',
      'Amber',
      'Not the Amber that you look for.',
      6,
      0.0004,
      1e9,
      6_000,
      2,
      60,
      0.3,
    ),
    unverified: true,
    nameHex: utf8Hex('AMBER'),
  },
  {
    ...line(
      'amber-accent',
      'AMBЕR',
      'Amber',
      'One letter of its ticker is Cyrillic.',
      6,
      0.0011,
      1e9,
      4_000,
      1,
      50,
      0.3,
    ),
    unverified: true,
    nameHex: utf8Hex('AMBЕR'),
  },
  {
    ...line(
      'shelved',
      'SHELF',
      'Shelved',
      'Listed, but no exchange has a pool for it.',
      6,
      1,
      1e7,
      0,
      0,
      0,
      0,
    ),
    unverified: true,
  },
];

/** The tokens of the practice world. Ids, names, decimals and supplies never change with the seed. */
export const cast: readonly CastMember[] = lines.map((item) => ({
  token: tokenOf(item),
  price: item.price,
  depth: item.depth,
  venues: item.venues,
  tradesPerDay: item.trades,
  volatility: item.volatility,
}));

function line(
  key: string,
  ticker: string,
  name: string,
  about: string,
  decimals: number,
  price: number,
  supply: number,
  depth: number,
  venues: number,
  trades: number,
  volatility: number,
): Line {
  return { key, ticker, name, about, decimals, price, supply, depth, venues, trades, volatility };
}

function tokenOf(item: Line): PracticeToken {
  return {
    id: tokenId(item),
    ticker: item.ticker,
    name: item.name,
    decimals: item.decimals,
    verified: item.unverified !== true,
    supply: BigInt(item.supply) * 10n ** BigInt(item.decimals),
    description: item.about,
    links:
      item.unverified === true
        ? {}
        : {
            website: `https://${item.key}.example`,
            twitter: `https://social.example/${item.key}`,
            ...(item.venues > 5 ? { discord: `https://chat.example/${item.key}` } : {}),
          },
  };
}

function tokenId(item: Line): AssetId {
  const name = item.nameHex ?? utf8Hex(item.ticker);
  const id = parseAssetId(inventedHash(`touchstone practice policy ${item.key}`) + name);
  if (id === undefined) throw new Error(`the cast has an impossible asset name: ${item.key}`);
  return id;
}

function utf8Hex(text: string): string {
  return toHex(new TextEncoder().encode(text));
}
