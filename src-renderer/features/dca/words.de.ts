import type { Translation } from '#domain/words/catalogue.ts';
import { INTERVALS } from '#domain/words/phrases.de.ts';
import type { Advantage, words as english, PlanValues } from './words.ts';

const NO_LEAST = 'ein Mindestbetrag ist nicht festgelegt';

const BACK = {
  comes: 'Kommt zurück',
  came: 'Kam zurück',
  'was-to-come': 'Sollte zurückkommen',
  'would-have-come': 'Wäre zurückgekommen',
} as const;

function advantage(against: Advantage): string {
  if (against.is === 'same') return 'so viel wie alles auf einmal';
  return `${against.percent} ${against.is === 'more' ? 'mehr' : 'weniger'} als alles auf einmal`;
}

function inAda(price: string | undefined): string {
  return price === undefined ? 'nicht bekannt' : `${price} ADA`;
}

function sentence({ is, looked, total, token, cycles, each, every }: PlanValues): string {
  const what = `${total} für ${token} ${cycles === 1 ? 'in einem Trade' : `in ${cycles} Trades zu je ${each}`}`;
  const who = looked ? 'Der Inhaber' : 'Sie';
  if (is === 'sold') return `${who} ${looked ? 'hat' : 'haben'} ${what} verkauft, ${every} einen.`;
  if (is === 'was-to-sell')
    return `${who} ${looked ? 'wollte' : 'wollten'} ${what} verkaufen, ${every} einen.`;
  return `${who} ${looked ? 'verkauft' : 'verkaufen'} ${what}, ${every} einen.`;
}

export const dcaCatalogue: Translation<typeof english> = {
  interval: ({ every }) => INTERVALS[every],
  utc: 'UTC',
  inUtc: ({ moment }) => `${moment} UTC`,
  notKnown: 'nicht bekannt',
  readAtReview: 'folgt bei der Prüfung',
  close: 'Schließen',
  cancel: 'Stornieren',

  title: 'Wiederkehrende Order',
  buyAbout: 'Kaufen, bei gleichem Kurs etwa',
  numberOfTrades: 'Anzahl der Trades',
  whatEachSells: 'Was jeder Trade verkauft',
  eachSells: ({ each, last }) => `Jeder verkauft ${each}${last === undefined ? '' : `; der letzte ${last}`}`,
  frequency: 'Turnus',
  whenTradesRun: 'Zeiten der Trades',
  run: 'Trade',
  here: ({ zone }) => `Hier${zone === undefined ? '' : `, ${zone}`}`,
  firstRun: 'Erster',
  lastRun: 'Letzter',
  atLatest: 'spätestens',
  eachBrings: 'Jeder Trade bringt etwa',
  impactOfEach: 'Preiseinfluss je Trade',
  impactAtOnce: 'Preiseinfluss auf einmal',
  feesOfEach: 'Gebühren je Trade',
  feesOfAll: 'Gebühren aller Trades',
  deposit: 'Kaution (kommt zurück)',
  networkFee: 'Netzwerkgebühr, etwa',
  leavesNow: 'Verlässt jetzt die Wallet',
  and: 'und',
  review: 'Wiederkehrende Order prüfen',
  reviewPlan: ({ trades }) =>
    trades === 1 ? 'Plan mit einem Trade prüfen' : `Plan mit ${trades} Trades prüfen`,
  checkTrades: 'Anzahl der Trades prüfen',
  tooLittle: 'Zu wenig für so viele Trades',
  planned: ({ total, token, cycles, every, until }) => {
    const trades =
      cycles === 1 ? 'in einem Trade' : `in ${cycles} Trades, ${INTERVALS[every]} einen, bis etwa ${until}`;
    return `Sie verkaufen ${total} für ${token} ${trades}; ${NO_LEAST}.`;
  },
  allLeaves: 'Alles davon verlässt die Wallet jetzt; eine Stornierung bringt den Rest zurück.',
  costsAtReview: 'Die Kosten werden bei der Prüfung gelesen.',
  costs: ({ costs, returns }) =>
    `Kostet ${costs} und die Netzwerkgebühr${returns === undefined ? '.' : `; ${returns} kommen zurück.`}`,

  history: 'Rückblick, keine Prognose',
  historyLarger: 'Rückblick vergrößern',
  historyOfPlan: 'Rückblick auf diesen Plan',
  begunPrices: ({ begun, average, lumpSum }) => `Beginn ${begun}: ${average}, auf einmal ${lumpSum}`,
  tryAgain: 'Erneut versuchen',
  pastShownHere: 'Hier steht, was derselbe Plan in der Vergangenheit erreicht hätte.',
  planAverage: 'Schnitt des Plans',
  allAtOnce: 'alles auf einmal',
  best: 'Bester',
  worst: 'Schlechtester',
  latest: 'Letzter',
  planInPast: 'Der Plan in der Vergangenheit',
  begun: 'Beginn',
  on: 'Am',
  averageInAda: 'Schnitt, ADA',
  atOnce: 'Auf einmal',
  all: ({ moments }) => `Alle ${moments}`,
  broughtMore: ({ better, moments }) =>
    `Mehr als alles auf einmal brachte er in ${better} von ${moments} Fällen.`,
  advantage: ({ against }) => advantage(against),
  byBeginning: ({ token }) => `Nach dem Beginn: ADA je ${token}`,
  oneRun: 'Ein einzelner Durchlauf',
  whichRun: 'Welcher Durchlauf',
  latestRun: 'letzter',
  bestRun: 'bester',
  worstRun: 'schlechtester',
  runSummary: ({ trades, from, to, average, lumpSum }) =>
    `${trades} Trades von ${from} bis ${to} zu ${average} ADA im Schnitt; alles auf einmal ${lumpSum} ADA.`,
  runCaption: ({ from, to, trades, average, against }) =>
    `${from} bis ${to}: ${trades} Trades zu ${average} ADA im Schnitt, also ${advantage(against)}.`,
  past: ({ moments, from, to, average, best, worst, better }) =>
    `Rückblick, keine Prognose: der Plan, begonnen zu ${moments} Zeitpunkten von ${from} bis ${to}. Kurs im Schnitt ${inAda(average)}, bester ${inAda(best)}, schlechtester ${inAda(worst)}; mehr als alles auf einmal in ${better} von ${moments} Fällen.`,

  preparing: 'Unterwegs',
  running: 'Läuft',
  late: 'Verspätet',
  cancelling: 'Wird storniert',
  finished: 'Abgeschlossen',
  cancelled: 'Storniert',
  closed: 'Beendet',
  failed: 'Fehlgeschlagen',
  unknown: 'Nicht bekannt',

  name: ({ side, token }) => `${side === 'buy' ? 'Kauf' : 'Verkauf'} ${token}`,
  recurring: ({ side, token }) => `${side === 'buy' ? 'Kauf' : 'Verkauf'} ${token}, wiederkehrend`,
  line: ({ side, pays, token, every, completed, cycles }) =>
    `${side === 'buy' ? `Kauf ${token} für ${pays}` : `Verkauf ${pays} für ${token}`}, ${every}, ${completed} von ${cycles} erledigt`,
  sentence,
  noneYet: 'Noch keiner davon ist erfolgt.',
  noneMade: 'Keiner davon ist erfolgt.',
  allMade: ({ received }) => `Alle sind erfolgt${received === undefined ? '' : ` und brachten ${received}`}.`,
  someMade: ({ completed, sold, received }) =>
    `${completed === 1 ? 'Einer davon ist' : `${completed} davon sind`} erfolgt: ${sold} verkauft${received === undefined ? '' : `, was ${received} brachte`}.`,
  cameByOthers: ({ token }) =>
    `Die ${token} kamen durch Transaktionen, die nicht im Journal dieses Programms stehen.`,
  notFoundYet: 'Die Trades wurden auf der Chain noch nicht gefunden.',
  dueNow: 'jetzt fällig',
  dueAgo: ({ age }) => `seit ${age} fällig`,
  in: ({ time }) => `in ${time}`,

  back: ({ when, exact }) =>
    `${BACK[when]}, ${exact ? 'nach Abzug der Netzwerkgebühr' : 'geschätzt vor Abzug der Netzwerkgebühr'}`,
  buildsCancellation: 'Der Dienst erstellt die Stornierung.',
  provesReturn: 'Touchstone beweist, dass alles, was nicht verkauft ist, an Sie zurückkommt.',
  madeMeanwhile: 'Der Plan hat inzwischen einen Trade ausgeführt.',
  buildAgain:
    'Was das Freigabefenster zeigt, nimmt zurück, was nicht mehr da ist. Lassen Sie die Stornierung neu erstellen.',
  cancellationSent: 'Die Stornierung ist unterwegs.',
  mayStillTrade:
    'Bis sie auf der Chain ist, kann noch ein Trade des Plans erfolgen; dann ist die Stornierung zu wiederholen.',
  notInList: 'Der Plan steht nicht mehr in der Liste.',
  runsAsBefore: 'Der Plan läuft weiter wie bisher.',
  planCancelled: ({ completed, cycles }) =>
    `Der Plan ist storniert; ${completed} von ${cycles} Trades sind erfolgt.`,
  finishedFirst: 'Der Plan war vorher abgeschlossen: Alle seine Trades sind erfolgt.',
  planEnded: 'Der Plan ist beendet.',
  cancelPlan: 'Plan stornieren',
  wouldHaveSold: ({ trades }) =>
    `Was ${trades === 1 ? 'ein Trade' : `${trades} Trades`} noch verkauft ${trades === 1 ? 'hätte' : 'hätten'}, dazu die nicht verbrauchten Gebühren und die Kaution. Eine Transaktion, die weniger zurückzahlt, wird abgelehnt.`,
  buildItAgain: 'Neu erstellen',
  keepPlan: 'Plan behalten',

  plan: 'Plan',
  yourTransaction: 'Ihre Transaktion',
  ownersTransaction: 'Die Transaktion des Inhabers',
  otherTransaction: 'Eine andere Transaktion',
  placedPlan: 'hat den Plan platziert',
  cancelledIt: 'hat ihn storniert',
  endedIt: 'hat ihn beendet',
  made: 'Erledigt',
  tradesMade: 'Erledigte Trades',
  madeOf: ({ completed, cycles }) => `${completed} von ${cycles}`,
  tradesMadeOf: ({ completed, cycles }) => `${completed} von ${cycles} Trades`,
  averageSoFar: 'Bisher im Schnitt',
  average: 'Im Schnitt',
  adaPer: ({ price, token }) => `${price} ADA je ${token}`,
  perAda: ({ price, token }) => `${price} ${token} je ADA`,
  noTradeKnown: 'noch kein Trade bekannt',
  remaining: 'Rest',
  nextRun: 'Nächster Trade',
  accordingToService: 'laut Dienst',
  serviceSays: 'Laut Dienst',
  slippage: 'Slippage',
  eachTrade: ({ share }) =>
    `Jeder Trade wird zum dann geltenden Kurs ausgeführt, höchstens ${share} schlechter als der Markt; ${NO_LEAST}`,
  exchanges: 'Börsen',
  allExchanges: 'alle',
  elsewhere: 'Anderswo',
  wallet: 'Wallet',
  ended: 'Beendet',
  changed: 'Geändert',
  tradesAndTransactions: 'Trades und Transaktionen',
  trade: ({ number }) => `Trade ${number}`,
  madeTrade: ({ number }) => `hat Trade ${number} ausgeführt`,
  sells: ({ amount }) => `verkauft ${amount}`,
  more: ({ trades }) => `und ${trades} weitere. Die Termine sind geplant; der Dienst entscheidet.`,
  dueSince: ({ since }) => `Fällig seit ${since}.`,

  countRunning: ({ plans }) => `${plans} laufend`,
  countLate: ({ plans }) => `${plans} verspätet`,
  countEnded: ({ plans }) => `${plans} beendet`,
  servicesPlans: ({ old }) => `Pläne des Dienstes: ${old}`,
  refreshPlans: 'Pläne aktualisieren',
  plansAsked: 'Die Pläne werden abgefragt.',
  mayBeOld: 'Was hier steht, kann veraltet sein.',
  asJournal: 'Hier angelegte Pläne stehen so da, wie das Journal sie führt.',
  noPlansOfAddress: 'Der Dienst führt keine Pläne dieser Adresse.',
  noPlans: 'Noch keine Pläne.',
  howToBegin:
    'Wählen Sie im Ticket DCA, um eine Summe auf mehrere Trades zu verteilen; der Plan läuft dann hier von selbst, auch wenn Touchstone geschlossen ist.',
  plans: 'Pläne',
  status: 'Status',
  token: 'Token',
  openPlan: ({ plan }) => `Plan öffnen: ${plan}`,
  cancelOf: ({ plan }) => `Stornieren: ${plan}`,
  cancelThis: 'Diesen Plan stornieren',
  external: 'extern',
  notInJournal: 'Nicht im Journal dieses Programms',
};
