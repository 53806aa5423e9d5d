import type { Translation } from '#domain/words/catalogue.ts';
import type { glossaryWords as english } from './glossary.en.ts';

const WORD = 'Das sagt der Dienst. Nichts auf diesem Computer beweist es.';

export const glossaryWords: Translation<typeof english> = {
  ofMarketSwap: 'Markt-Swap',
  price: 'Kurs',
  priceMeans:
    'Was ein ganzer Token in diesem Trade im Schnitt kostet, mit Preiseinfluss, vor festen Gebühren.',
  priceFrom: 'Das Kursangebot des Dienstes; auf der Seite eines Tokens sein Marktkurs.',
  priceRests: `${WORD} Der Mindestbetrag gilt, wie auch immer der Kurs ausfällt.`,
  priceImpact: 'Preiseinfluss | Preiseinfluss je Trade',
  priceImpactMeans:
    'Wie weit dieser Trade selbst den Kurs zu Ihren Ungunsten bewegt. Er wächst mit der Größe des Trades.',
  priceImpactFrom: 'Das Kursangebot des Dienstes.',
  priceImpactRests: WORD,
  exchangeFees: 'Börsengebühren | Gebühren der Ausführung',
  exchangeFeesMeans:
    'Was die Börsen für die Ausführung der Orders behalten: eine feste Summe ADA je Order, gleich wie groß sie ist.',
  exchangeFeesFrom:
    'Ihre letzten Orders, die Aufzeichnungen des Dienstes oder seine Schätzung; das Größte davon.',
  exchangeFeesRests:
    'Eine Schätzung, bis die Transaktion erstellt ist; dann steht sie in den Bytes, und Ihre Zustimmung begrenzt sie.',
  depositReturned: 'Kaution (kommt zurück)',
  depositReturnedMeans:
    'ADA, die in einer Order liegen müssen, solange sie wartet, da der Ledger keinen Output ohne ADA zulässt. Sie kommen zurück, wenn die Order schließt.',
  depositReturnedFrom:
    'Ihre letzten Orders, die Aufzeichnungen des Dienstes oder seine Schätzung; das Größte davon.',
  depositReturnedRests: 'Eine Schätzung, bis die Transaktion erstellt ist; dann steht sie in den Bytes.',
  networkFee: 'Netzwerkgebühr | Netzwerkgebühr, etwa | Netzwerkgebühren, etwa',
  networkFeeMeans:
    'Was das Cardano-Netzwerk für Ihre Transaktion nimmt. Niemand, mit dem Sie handeln, bekommt davon etwas.',
  networkFeeFrom: 'Ihre letzten Transaktionen, oder was eine solche Transaktion üblicherweise kostet.',
  networkFeeRests:
    'Eine Schätzung, bis die Transaktion erstellt ist. Regel F5 misst die wirkliche an dem, was eine solche Transaktion kostet.',
  netReceived: 'Netto erhalten',
  netReceivedMeans:
    'Was Ihnen vom erwarteten Betrag bleibt, nach Gebühren, die in dem bezahlt werden, was Sie erhalten.',
  netReceivedFrom: 'Das Kursangebot, abzüglich der Gebühren darüber.',
  netReceivedRests: 'So gut wie das Kursangebot: Festgelegt ist nur der Mindestbetrag.',
  route: 'Route',
  routeMeans: 'Wie der Betrag auf Börsen aufgeteilt wird. Jeder Teil ist eine eigene Order.',
  routeFrom: 'Das Kursangebot des Dienstes.',
  routeRests:
    'Bei der Prüfung zeigen die Bytes, welche Börsen wirklich benutzt werden; in den Pools des Ledgers wird nach einer besseren Route gesucht.',
  slippageTolerance: 'Slippage-Toleranz, %',
  slippageToleranceMeans:
    'Wie weit unter dem erwarteten Betrag die Orders ausgeführt werden dürfen. Jenseits davon warten sie.',
  slippageToleranceFrom: 'Sie.',
  slippageToleranceRests:
    'Der Mindestbetrag, der daraus folgt, steht in den Orders, und der Vertrag der Börse hält ihn ein.',

  ofLaddersAndRecurringOrders: 'Staffeln und wiederkehrende Orders',
  transactionsToSign: 'Zu signieren',
  transactionsToSignMeans:
    'Eine Staffel braucht für jede Order eine Transaktion, da jede ausgibt, was die vorige übrig ließ. Eine Freigabe gilt für alle.',
  transactionsToSignFrom: 'Der Plan im Ticket.',
  transactionsToSignRests: 'Ihre Zustimmung: Sie gilt für alle zusammen.',
  adaThatLeavesAtFirst: 'ADA-Abgang zu Beginn | Verlässt jetzt die Wallet',
  adaThatLeavesAtFirstMeans:
    'Alles, was mit Ihrer Signatur gesperrt wird: was Sie verkaufen, mit Gebühren und Kaution.',
  adaThatLeavesAtFirstFrom: 'Die Beträge und Gebühren des Plans.',
  adaThatLeavesAtFirstRests:
    'Die Freigabe zeigt, wie viel höchstens gesperrt wird, und keine Antwort des Dienstes kann das erhöhen.',
  eachTradeBringsAbout: 'Jeder Trade bringt etwa',
  eachTradeBringsAboutMeans: 'Was ein Teil zum Kurs dieses Augenblicks brächte.',
  eachTradeBringsAboutFrom: 'Das Kursangebot des Dienstes für einen Teil.',
  eachTradeBringsAboutRests: `${WORD} Eine wiederkehrende Order legt keinen Mindestbetrag fest.`,
  impactIfAllAtOnce: 'Preiseinfluss auf einmal',
  impactIfAllAtOnceMeans:
    'Zum Vergleich: der Preiseinfluss, wenn alles in einem einzigen Trade verkauft würde.',
  impactIfAllAtOnceFrom: 'Das Kursangebot des Dienstes für den ganzen Betrag.',
  impactIfAllAtOnceRests: WORD,
  feesOfEachTrade: 'Gebühren je Trade | Gebühren aller Trades',
  feesOfEachTradeMeans:
    'Was für die Ausführung eines Teils zu zahlen ist, oder für alle. Kleine Teile zahlen gemessen an ihrer Größe mehr.',
  feesOfEachTradeFrom: 'Die Bedingungen des Dienstes für wiederkehrende Orders.',
  feesOfEachTradeRests: 'Diese Summen liegen von Anfang an im Plan, und die Prüfung liest sie aus den Bytes.',
  exchange: 'Börse',
  exchangeMeans: 'Die Börse, in deren Vertrag die Orders liegen.',
  exchangeFrom: 'Sie, oder der Dienst, wo ihm die Wahl überlassen ist.',
  exchangeRests: 'Regel P6 vergleicht sie mit den Skripten der Orders.',

  ofMarket: 'Markt',
  highLow24h: 'Hoch / Tief 24 h, ADA | Hoch 24 h | Tief 24 h | Änderung 24 h',
  highLow24hMeans:
    'Der höchste und der tiefste Kurs der letzten 24 Stunden, und die Änderung seit ihrem Beginn.',
  highLow24hFrom: 'Die Statistik des Dienstes.',
  highLow24hRests: WORD,
  volume24h: 'Volumen 24 h, ADA | Volumen 24 h',
  volume24hMeans: 'Wie viel in den letzten 24 Stunden gehandelt wurde, in ADA.',
  volume24hFrom: 'Die Statistik des Dienstes.',
  volume24hRests: `${WORD} Wer mit sich selbst handelt, kann es erhöhen.`,
  liquidityAda: 'Liquidität, ADA | Liquidität',
  liquidityAdaMeans:
    'Die ADA in den Pools dieses Paares. Je mehr es sind, desto weniger bewegt ein Trade den Kurs.',
  liquidityAdaFrom: 'Die Statistik des Dienstes.',
  liquidityAdaRests: WORD,
  buysSells24h: 'Käufe / Verkäufe 24 h',
  buysSells24hMeans:
    'Wie viele Trades der letzten 24 Stunden den Token gekauft und wie viele ihn verkauft haben.',
  buysSells24hFrom: 'Die Statistik des Dienstes.',
  buysSells24hRests: WORD,
  spreadOfPools: 'Spread der Pools',
  spreadOfPoolsMeans: 'Wie weit die Kurse der verschiedenen Pools auseinander liegen.',
  spreadOfPoolsFrom: 'Hier berechnet, aus der Poolliste des Dienstes.',
  spreadOfPoolsRests: WORD,
  inverse: 'Kehrwert | In Dollar',
  inverseMeans: 'Derselbe Kurs andersherum und in US-Dollar.',
  inverseFrom: 'Der Kurs darüber und der ADA-Kurs des Dienstes.',
  inverseRests: WORD,

  ofATradeAfterwards: 'Ein Trade im Nachhinein',
  averageFill: 'Ø Ausführung',
  averageFillMeans: 'Was ein ganzer Token über alle Ihre Orders wirklich gekostet oder gebracht hat.',
  averageFillFrom: 'Was die ausführenden Transaktionen gezahlt haben.',
  averageFillRests: 'Der Ledger-Dienst meldet sie.',
  averageCost: 'Einstandskurs',
  averageCostMeans:
    'Was Sie im Schnitt für einen ganzen Token gezahlt haben, den Sie noch halten, mit Gebühren. Jeder Verkauf nimmt seinen Anteil der Kosten mit und ändert den Schnitt daher nicht.',
  averageCostFrom: 'Das Journal dieses Profils: seine Käufe für ADA, seine Verkäufe und seine Zahlungen.',
  averageCostRests:
    'Die Ausführungen sind die, die der Ledger-Dienst gemeldet hat. Token, die auf anderen Wegen in die Wallet kamen, zählen nicht.',
  quoted: 'Kursangebot',
  quotedMeans: 'Der Kurs, der erwartet wurde, als Sie den Trade geprüft haben.',
  quotedFrom: 'Das Kursangebot des Dienstes.',
  quotedRests: WORD,
  againstTheQuote: 'Zum Kursangebot | Zum Limit',
  againstTheQuoteMeans:
    'Wie viel mehr oder weniger Sie bekommen haben als angeboten, oder als Ihr Limit verlangte.',
  againstTheQuoteFrom: 'Die Ausführung, verglichen mit dem Kursangebot oder dem Limit.',
  againstTheQuoteRests: 'Die Ausführung kommt vom Ledger, das Kursangebot vom Dienst.',
  market: 'Markt | Markt jetzt',
  marketMeans: 'Der Kurs von jetzt, und wie weit er von Ihrem entfernt ist.',
  marketFrom: 'Der letzte Kurs des Dienstes.',
  marketRests: WORD,
  worthNow: 'Wert jetzt',
  worthNowMeans: 'Die ADA-Seite des Trades in US-Dollar, zum jetzigen Kurs.',
  worthNowFrom: 'Der ADA-Kurs des Dienstes.',
  worthNowRests: WORD,
  expectedPrice: 'Erwarteter Kurs | Schlechtester Kurs | Gegenüber dem Markt | Wert',
  expectedPriceMeans:
    'Im Freigabefenster: der Kurs, wenn alles wie angeboten verläuft, der schlechteste, zu dem die Orders ausgeführt werden können, der Abstand zum Markt und die ADA-Seite des Trades in US-Dollar.',
  expectedPriceFrom: 'Das Kursangebot, die Bytes und die letzten Kurse des Tokens und der ADA.',
  expectedPriceRests:
    'Der schlechteste Kurs beruht auf den Bytes der Transaktion, die anderen auf dem Wort des Dienstes.',

  ofExecutionQuality: 'Ausführungsqualität',
  exact: 'Exakt | Prüfbar',
  exactMeans:
    'Wie viele der Ausführungen, deren Börsenformel hier bekannt ist, genau zahlten, was sie verlangt; und welcher Anteil aller Ausführungen das ist.',
  exactFrom: 'Die Bytes jeder Ausführung und dessen, was sie ausgab, mit der Formel der Börse nachgerechnet.',
  exactRests: 'Die Bytes beweisen sich selbst. Dass sie auf der Chain sind, sagt der Ledger-Dienst.',
  cost: 'Kosten | Max. Kosten',
  costMeans:
    'Was Trades gemessen am Kurs des Pools bei Ihrer Prüfung gekostet haben, mit allen Gebühren: in der Mitte und im schlechtesten Fall.',
  costFrom: 'Die Prüfungen der Ausführungen.',
  costRests: 'Bytes; welcher Stand des Pools bei Ihrer Prüfung der letzte war, sagt der Ledger-Dienst.',
  slippageUsed: 'Slippage',
  slippageUsedMeans:
    'Wie weit eine Ausführung vom Kursangebot in Richtung des Mindestbetrags ging: Bei 100 % bekamen Sie genau den Mindestbetrag.',
  slippageUsedFrom: 'Das Kursangebot, Ihre Toleranz und was gezahlt wurde.',
  slippageUsedRests: 'Die Ausführung kommt vom Ledger, das Kursangebot vom Dienst.',
  timeToFill: 'Dauer',
  timeToFillMeans: 'Vom Senden Ihrer Transaktion, bis Touchstone die letzte ihrer Orders ausgeführt sah.',
  timeToFillFrom: 'Die Schritte im Journal.',
  timeToFillRests:
    'Die Uhr dieses Computers. Die Dauer ist länger, wo Touchstone inzwischen geschlossen war.',
  betterRoute: 'Bessere Route',
  betterRouteMeans:
    'Wie viel andere Pools bei Ihrer Prüfung höchstens mehr gezahlt hätten, als Ihnen angeboten wurde.',
  betterRouteFrom: 'Die Pools, die vor Ihrer Signatur gelesen wurden.',
  betterRouteRests: 'Der Ledger-Dienst meldet sie. Manche Pools wurden vielleicht nicht gelesen.',

  ofPaymentsAndCoins: 'Zahlungen und Coins',
  theyGet: 'Empfangen wird | Umgebucht wird',
  theyGetMeans:
    'Genau das, was der Empfänger bekommt, in einem Output Ihrer Transaktion; bei einer eigenen Adresse das, was Sie dorthin umbuchen.',
  theyGetFrom:
    'Was Sie eingegeben haben. Zu Token allein kommt der Mindestbetrag an ADA, den das Netzwerk verlangt.',
  theyGetRests:
    'Das Freigabefenster liest es, mit der ganzen Adresse, aus den Bytes. Regel V18 prüft beides.',
  change: 'Wechselgeld',
  changeMeans:
    'Was die Coins über die Zahlung und die Gebühr hinaus enthalten. Es kommt sofort an Ihre Adresse zurück.',
  changeFrom: 'Die ausgegebenen Coins, wie sie der Ledger-Dienst meldet.',
  changeRests:
    'Bevor Sie signieren, ist jeder Coin durch die Bytes der Transaktion bewiesen, die ihn gemacht hat.',
  coinsSpent: 'Ausgegebene Coins',
  coinsSpentMeans: 'Wie viele Outputs früherer Transaktionen die Zahlung verbraucht.',
  coinsSpentFrom:
    'Hier gewählt: so wenige wie nötig, keine eingefrorenen; oder die, die Sie angekreuzt haben.',
  coinsSpentRests: 'Welche Coins unausgegeben sind, sagt der Ledger-Dienst; das Netzwerk prüft es.',
  age: 'Alter',
  ageMeans: 'Wie lange es her ist, dass ein Coin in diese Wallet kam.',
  ageFrom: 'Die Zeit seines Blocks, wie der Ledger-Dienst sie nennt.',
  ageRests: 'Das sagt der Ledger-Dienst. Nichts hängt davon ab.',

  ofAReplay: 'Ein Replay',
  ordersPlaced: 'Orders platziert | Orders ausgeführt | Orders noch offen',
  ordersPlacedMeans:
    'Wie viele Orders dieser Sitzung auf der Chain sind, wie viele ausgeführt wurden und wie viele warten.',
  ordersPlacedFrom: 'Das Journal der Sitzung.',
  ordersPlacedRests: 'Was der Ledger des Replays zeigt.',
  feesPaid: 'Gezahlte Gebühren',
  feesPaidMeans: 'Die Netzwerkgebühren aller Transaktionen und die Börsengebühren ausgeführter Orders.',
  feesPaidFrom: 'Das Journal der Sitzung.',
  feesPaidRests: 'Die Bytes der Transaktionen.',
  resultOfTheTrades: 'Ergebnis der Trades',
  resultOfTheTradesMeans:
    'Der Wert dessen, was Sie in ausgeführten Orders bekommen haben, abzüglich des Gezahlten und der Gebühren.',
  resultOfTheTradesFrom: 'Die Ausführungen, zu den Kursen des Augenblicks.',
  resultOfTheTradesRests: 'Die Ausführungen kommen vom Ledger, die Kurse vom Dienst.',
  walletWithoutTheTrades: 'Wallet ohne die Trades | Wallet jetzt',
  walletWithoutTheTradesMeans:
    'Der Wert der Wallet, wie sie ist, und wie sie wäre, wenn nicht gehandelt worden wäre.',
  walletWithoutTheTradesFrom: 'Der Bestand und das Ergebnis, zu den Kursen des Augenblicks.',
  walletWithoutTheTradesRests: 'Der Bestand kommt vom Ledger, die Kurse vom Dienst.',
};
