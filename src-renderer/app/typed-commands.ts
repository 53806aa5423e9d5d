import type { TokenView } from '#contract/tokens.ts';
import { type AlertCondition, MOST_MOVE_BPS } from '#domain/alert.ts';
import { ADA, ADA_DECIMALS } from '#domain/asset.ts';
import { formatDecimal } from '#domain/decimal.ts';
import { marketRatio } from '#domain/limit-price.ts';
import { mulDivCeil } from '#domain/ratio.ts';
import { looksAlike } from '#domain/words/look-alikes.ts';
import { asTyped } from '../format/figures.ts';
import { ambiguousNumber, readBasisPoints, readNumber, readUnits, valueOf } from '../format/typed-number.ts';
import { cancelAllText } from '../features/orders/order-words.ts';
import { middleCut, tokenLabel } from '../format/amount.ts';
import { showBasisPoints } from '../format/decimal-text.ts';
import { ADA_TOKEN } from '../state/tokens.svelte.ts';
import type { Desk } from './desk.svelte.ts';
import { goToTicket, type PaletteCommand } from './keys.ts';
import { words, type words as typedWords } from './words/typed.ts';
import type { Translation } from '#domain/words/catalogue.ts';

const MOST_TOKENS = 4;

/** A command that was typed in words, and the token that it is about. */
export interface TypedCommand extends PaletteCommand {
  readonly token: TokenView;
}

type Parts = Pick<
  Desk,
  | 'alerts'
  | 'entry'
  | 'layers'
  | 'lists'
  | 'markets'
  | 'orders'
  | 'orderTable'
  | 'panels'
  | 'swapTicket'
  | 'tokens'
>;

/**
 * The meaning of `buy 100 amber`, `sell 20 amber`, `alert amber 0.5`, `alert amber 5%` and `cancel all amber`, in
 * English or in the page's language; without a token, the one in the middle. They make an alert, fill in a ticket or
 * open a sheet: typing never builds or signs a transaction.
 */
export function typedCommands(desk: Parts, query: string): readonly TypedCommand[] {
  const command = typedVerb(query, words);
  if (command === undefined) return [];
  const { verb, rest } = command;
  if (verb === 'cancel-all') return cancelCommands(desk, rest.join(' '));
  const typed = numberAndName(rest, verb === 'alert' ? isAlertNumber : isNumber);
  if (typed === undefined) return [];
  const { number, name } = typed;
  return tokensNamed(desk, name).map(({ token, label }) => {
    if (verb === 'alert') return alertCommand(desk, { token, label, number });
    return verb === 'buy'
      ? buyCommand(desk, { token, label, number })
      : sellCommand(desk, { token, label, number });
  });
}

interface TypedAmount {
  readonly token: TokenView;
  /** The token as it is named, apart from others of the same ticker. */
  readonly label: string;
  readonly number: string;
}

/** A number with a percent sign is a move within an hour. */
function alertCommand({ alerts, layers }: Parts, { token, label, number }: TypedAmount): TypedCommand {
  const named = tokenLabel(token);
  const add = (condition: AlertCondition, done: string): void =>
    void layers.report(alerts.add(token.id, condition), done);
  const bps = number.endsWith('%') ? valueOf(readBasisPoints(number, MOST_MOVE_BPS)) : undefined;
  if (bps !== undefined) {
    const percent = showBasisPoints(bps);
    return {
      token,
      text: words.alertOnMove({ token: label, percent }),
      run: () => add({ kind: 'move', bps, within: '1hour' }, words.willTellMove({ token: named, percent })),
    };
  }
  const read = readNumber(number);
  return {
    token,
    text: words.alertAtPrice({ token: label, price: number }),
    run: () => {
      // Main reads numbers as English writes them: a number with two readings here must not reach it as typed.
      if (read.kind === 'ambiguous') layers.complain(ambiguousNumber(number, read));
      else if (read.kind === 'number')
        add({ kind: 'price', price: read.text }, words.willTellPrice({ token: named, price: number }));
    },
  };
}

function sellCommand(
  { entry, panels, swapTicket }: Parts,
  { token, label, number }: TypedAmount,
): TypedCommand {
  return {
    token,
    text: words.sell({ amount: number, token: label }),
    run: () => {
      entry.choosePay(token);
      entry.chooseReceive(ADA_TOKEN);
      swapTicket.amount.text = number;
      goToTicket(panels, 'market');
    },
  };
}

/** A market order pays an exact amount: that of ADA is worked out from the market price. */
function buyCommand(desk: Parts, { token, label, number }: TypedAmount): TypedCommand {
  const { alerts, entry, layers, panels, swapTicket, tokens } = desk;
  return {
    token,
    text: words.buy({ amount: number, token: label }),
    run: () => {
      entry.payWithAda();
      entry.chooseReceive(token);
      goToTicket(panels, 'market');
      void tokens.known(token.id).then((known) => {
        const price = alerts.marketPrice(token.id);
        if (known === undefined || entry.receive?.id !== token.id || entry.pay.id !== ADA) return;
        const read = readUnits(number, known.decimals);
        if (read.kind === 'ambiguous') return layers.complain(read.failure);
        const ratio = price === undefined ? undefined : marketRatio(price, known.decimals);
        if (read.kind !== 'units' || ratio === undefined) return layers.say(words.enterWhatToPay);
        const pay = mulDivCeil(read.units, ratio.lovelace, ratio.units);
        swapTicket.amount.text = asTyped(formatDecimal(pay, ADA_DECIMALS));
      });
    },
  };
}

function cancelCommands(desk: Parts, name: string): readonly TypedCommand[] {
  const { layers, orders, orderTable } = desk;
  if (orders.looked || name === '') return [];
  return tokensNamed(desk, name).flatMap(({ token, label }) => {
    const found = orderTable.toCancel((row) => row.token === token.id);
    if (found.of === 0) return [];
    return [
      {
        token,
        text: words.cancelOn({ cancelling: cancelAllText(found), token: label }),
        run: () => layers.show({ kind: 'cancel-orders', orderIds: found.ids }),
      },
    ];
  });
}

/** `100 amber` and `amber 100` are the same; a name may have several words. */
function numberAndName(
  typed: readonly string[],
  fits: (word: string) => boolean,
): { readonly number: string; readonly name: string } | undefined {
  const [first, last] = [typed[0] ?? '', typed.at(-1) ?? ''];
  if (fits(first)) return { number: first, name: typed.slice(1).join(' ') };
  return fits(last) ? { number: last, name: typed.slice(0, -1).join(' ') } : undefined;
}

function isNumber(word: string): boolean {
  return readNumber(word).kind !== 'malformed';
}

function isAlertNumber(word: string): boolean {
  return word.endsWith('%') ? readBasisPoints(word, MOST_MOVE_BPS).kind === 'value' : isNumber(word);
}

/**
 * The known tokens of that ticker, verified ones first, or the one in the middle where none is named. Tickers are not
 * unique: several are told apart by their policy.
 */
function tokensNamed(
  { lists, markets, orders, tokens }: Parts,
  name: string,
): readonly { readonly token: TokenView; readonly label: string }[] {
  const known = [
    ...(markets.token ? [markets.token] : []),
    ...(tokens.suggested ?? []),
    ...lists.watchLists.flatMap((list) => list.tokens),
    ...lists.recent,
    ...(orders.rows ?? []).map((row) => tokens.shape(row.token)),
  ];
  const found = new Map(
    (name === '' ? known.slice(0, markets.token ? 1 : 0) : known)
      .filter(({ id, ticker }) => id !== ADA && (name === '' || looksAlike(ticker, name)))
      .map((token) => [token.id, token]),
  );
  return [...found.values()]
    .toSorted((left, right) => Number(right.verified) - Number(left.verified))
    .slice(0, MOST_TOKENS)
    .map((token) => ({
      token,
      label:
        found.size > 1
          ? words.ofPolicy({ token: tokenLabel(token), policy: middleCut(token.id.slice(0, 56), 6, 4) })
          : tokenLabel(token),
    }));
}

/** The action of a typed command. */
type Verb = 'buy' | 'sell' | 'alert' | 'cancel-all';

/** A typed command: its verb, and the words that follow it, in lower case. */
interface TypedWords {
  readonly verb: Verb;
  readonly rest: readonly string[];
}

type VerbWords = Pick<
  Translation<typeof typedWords>,
  'buyVerbs' | 'sellVerbs' | 'alertVerbs' | 'cancelVerbs' | 'everything'
>;

/** Words between blanks. No-break blanks and thin ones before three digits group the thousands of one number. */
const WORDS = /(?:(?<=\d)[\u00a0\u2007\u2009\u202f](?=\d{3}(?!\d))|\S)+/g;

/**
 * The command that a query begins with, if any. The English words are understood in every language, so that what one
 * has learnt or read keeps working; `words` has those of the page's language.
 */
export function typedVerb(query: string, words: VerbWords): TypedWords | undefined {
  // A percent sign belongs to its number, as in `5 %`.
  const joined = query.replaceAll(/\s+%/g, '%');
  const [first = '', ...rest] = joined.toLowerCase().match(WORDS) ?? [];
  const says = (english: string, here: string): boolean => [english, ...here.split(' ')].includes(first);
  if (says('buy', words.buyVerbs)) return { verb: 'buy', rest };
  if (says('sell', words.sellVerbs)) return { verb: 'sell', rest };
  if (says('alert', words.alertVerbs)) return { verb: 'alert', rest };
  const [second = '', ...others] = rest;
  const all = ['all', ...words.everything.split(' ')].includes(second);
  return all && says('cancel', words.cancelVerbs) ? { verb: 'cancel-all', rest: others } : undefined;
}
