import type { ApprovalTask } from '#contract/index.ts';
import type { EpochMs } from '#domain/time.ts';
import type { Language } from '#domain/words/catalogue.ts';
import { longWords, shortWords } from '../../gate/wire.ts';
import { fieldWords } from '../../inspect/anatomy-fields.ts';
import { anatomyOf, type Place } from '../../inspect/anatomy.ts';
import type { Facts } from '../../inspect/facts.ts';
import type { InspectionReport } from '../../inspect/inspection.ts';
import { ruleTable } from '../../inspect/rule-table.ts';
import { ruleText, type Say } from '../../inspect/words/sentences.ts';
import type { Review } from '../../trading/reviewer.ts';

type TransactionTask = Extract<ApprovalTask, { readonly kind: 'transaction' }>;

interface Detailed {
  readonly review: Pick<Review, 'inspection'> & { readonly tip: Pick<Review['tip'], 'slot' | 'time'> };
  readonly language: Language;
  readonly say: Say;
  readonly facts: Facts;
}

/** Every part of the transaction, and every rule that judged it. */
export function detailsOf({
  review: { inspection, tip },
  language,
  say,
  facts,
}: Detailed): Pick<
  TransactionTask,
  'netChange' | 'orders' | 'inputs' | 'collateral' | 'outputs' | 'fields' | 'rules' | 'cbor'
> {
  const { report, cbor } = inspection;
  const anatomy = anatomyOf(facts, say);
  const time = (moment: EpochMs): string => localTime(moment, language);
  return {
    netChange: anatomy.netChange.map(longWords),
    orders: anatomy.orders.map(({ title, lines }) => ({
      title: shortWords(title),
      lines: lines.map(longWords),
    })),
    inputs: anatomy.inputs.map(placeView),
    collateral: anatomy.collateral.map(placeView),
    outputs: anatomy.outputs.map(placeView),
    fields: fieldWords(facts, { ...tip, words: time }, say).map(({ name, text }) => ({
      name: shortWords(name),
      text: longWords(text),
    })),
    rules: ruleTable
      .filter(({ id }) => report.rulesRun.includes(id))
      .map(({ id }) => {
        const { holds, leavesOut } = ruleText(id, language);
        return {
          rule: shortWords(id),
          outcome: outcomeOf(id, report),
          holds: longWords(holds),
          leavesOut: longWords(leavesOut),
        };
      }),
    cbor,
  };
}

/** A rule that objects, or could not judge and asks, does not hold. */
function outcomeOf(id: string, { findings }: InspectionReport): TransactionTask['rules'][number]['outcome'] {
  const severities = findings.filter(({ rule }) => rule === id).map(({ severity }) => severity);
  if (severities.includes('block')) return 'blocks';
  return severities.includes('warn') ? 'asks' : 'holds';
}

function placeView(place: Place): TransactionTask['inputs'][number] {
  return {
    name: shortWords(place.name),
    address: longWords(place.address),
    whose: shortWords(place.whose),
    tone: place.tone,
    amounts: place.amounts.map(longWords),
    notes: place.notes.map(longWords),
    ...(place.datum === undefined ? {} : { datum: place.datum }),
  };
}

const LOCALES: Readonly<Record<Language, string>> = { en: 'en-GB', de: 'de-DE' };

/** As the user's own clock and time zone show it. */
function localTime(time: EpochMs, language: Language): string {
  return new Intl.DateTimeFormat(LOCALES[language], { dateStyle: 'medium', timeStyle: 'long' }).format(time);
}
