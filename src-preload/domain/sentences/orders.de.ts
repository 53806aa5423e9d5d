import type { Translation } from '../words/catalogue.ts';
import { germanFigure } from '../words/figures.ts';
import { amount } from '../words/phrases.de.ts';
import type { orderWords as english } from './orders.en.ts';

export const orderWords: Translation<typeof english> = {
  'waiting/not-on-chain': 'Ihre Transaktion ist noch nicht auf der Chain; nichts kann sie ausführen.',
  'waiting/distance': ({ name, side, percent }) =>
    `Der Marktkurs ${name === '' ? 'des Tokens' : `von ${name}`} muss noch um ${germanFigure(percent)} ${side === 'buy' ? 'fallen' : 'steigen'}, um Ihren zu erreichen.`,
  'waiting/depth': ({ depth, wanted }) =>
    `Zu Ihrem Kurs würden die Pools etwa ${amount(depth)} geben; die Order verlangt noch ${amount(wanted)}.`,
  'waiting/touched':
    'Der Kurs wurde seit dem Platzieren der Order berührt, aber nicht lange genug oder nicht für die ganze Order.',
  'waiting/untouched': 'Der Kurs wurde seit dem Platzieren der Order nicht berührt.',
  'waiting/fees': ({ percent }) =>
    `Die Börsengebühr beträgt ${germanFigure(percent)} der Order: Wer sie ausführt, wartet vielleicht auf einen besseren Kurs.`,
  'waiting/exchange': ({ exchange }) =>
    `Der Markt ist an Ihrem Kurs. ${exchange ?? 'Die Börse'} führt Orders nacheinander aus, und andere können vorgehen.`,
  'waiting/unknown': 'Nichts, was hier bekannt ist, sagt, warum sie wartet.',
  'late/no-price': 'Der Dienst kann für diesen Trade jetzt keinen Kurs nennen.',
  'late/tried-again': 'Es wird noch einmal versucht.',
  'late/beyond': ({ percent, allowed }) =>
    `Ein Trade bekäme jetzt ${germanFigure(percent)} weniger als den Durchschnittskurs, Pool-Gebühren eingerechnet; der Plan erlaubt ${germanFigure(allowed)}. Er wartet und wird noch einmal versucht.`,
  'late/unknown':
    'Er ist fällig und wurde noch nicht ausgeführt. Der Dienst sagt nicht, warum; es wird noch einmal versucht.',
  'late/would-go': ({ percent, allowed }) =>
    `Der Markt ließe ihn jetzt zu (${germanFigure(percent)} unter dem Durchschnittskurs, ${germanFigure(allowed)} sind erlaubt), aber der Dienst hat ihn noch nicht ausgeführt.`,
  'history/too-short': ({ from, to }) =>
    `Der Kursverlauf des Paares von ${from} bis ${to} ist kürzer als dieser Plan; daher gibt es nichts zu vergleichen.`,
  'history/none':
    'Der bisherige Kursverlauf des Paares ist kürzer als dieser Plan; daher gibt es nichts zu vergleichen.',
  'history/what': ({ from, to, starts }) =>
    `Kursverlauf von ${from} bis ${to}: was dieser Plan gebracht hätte, begonnen zu ${starts} Zeitpunkten darin, zu den Kursen der Kerzen, ohne Gebühren. Über das Kommende sagt das nichts.`,
  'quote/ticker-disputed': ({ id, service, ledger }) =>
    `Der Dienst nennt den Token ${id} ${service}, der Ledger nennt ihn ${ledger}: Prüfen Sie seine ID, bevor Sie handeln.`,
  'quote/unverified': ({ name }) =>
    `${name || 'Dieser Token'} ist nicht verifiziert: Prüfen Sie die Policy-ID, bevor Sie handeln.`,
  'quote/loses': ({ percent }) =>
    `Sie würden ${germanFigure(percent)} durch den Preiseinfluss dieses Trades verlieren.`,
  'quote/high-impact': ({ percent }) =>
    `Hoher Preiseinfluss: ${germanFigure(percent)}. Erwägen Sie einen kleineren Betrag.`,
  'quote/impact': ({ percent }) => `Preiseinfluss ${germanFigure(percent)}.`,
  'quote/impact-unknown': 'Der Preiseinfluss ist nicht bekannt.',
  'quote/minimum': ({ gap, allowed }) =>
    `Der Mindestbetrag des Dienstes liegt ${germanFigure(gap)} unter dem Erwarteten; Sie haben ${germanFigure(allowed)} erlaubt.`,
  'quote/no-exchanges': 'Der Dienst sagt nicht, welche Börsen er nutzt.',
  'quote/shares': 'Die Anteile der Route ergeben zusammen nicht den Betrag, den Sie zahlen.',
  'quote/market-unknown': 'Der Marktkurs ist nicht bekannt.',
  'quote/fees-later': 'Die Gebühren stehen bei der Transaktion, bevor Sie sie signieren.',
  'quote/at-once': ({ side }) =>
    `Der Markt ist bereits ${side === 'buy' ? 'unter' : 'über'} Ihrem Kurs: Die Order wird sofort ausgeführt, wie ein Swap.`,
  'quote/large-fees': ({ percent }) =>
    `Die Börsengebühren nehmen ${germanFigure(percent)} der Order. Erwägen Sie eine größere.`,
  'quote/under-price':
    'Der Dienst nennt weniger, als Ihr Kurs ergibt. Er wird an Ihren Kurs gebunden, wenn er die Order erstellt.',
  'quote/rounded':
    'Der Betrag ist so klein, dass Ihr Kurs durch ganze Einheiten des Tokens strenger wird als eingegeben.',
  'ladder/fees': ({ percent }) =>
    `Die Börsengebühren nehmen ${germanFigure(percent)} der Staffel. Erwägen Sie weniger Orders.`,
  'ladder/level-fee': ({ percent }) => `Die Börsengebühr nimmt ${germanFigure(percent)} dieser Order.`,
  'plan/fees': ({ percent }) =>
    `Die Gebühren nehmen ${germanFigure(percent)} jedes Trades. Erwägen Sie weniger und größere Trades.`,
  'plan/moves-beyond': ({ percent }) =>
    `Ein Trade bewegt den Kurs um ${germanFigure(percent)}, mehr als die Slippage, die Sie erlauben: Trades können warten.`,
  'plan/moves': ({ percent }) =>
    `Ein Trade bewegt den Kurs um ${germanFigure(percent)}. Erwägen Sie kleinere Trades.`,
  'plan/any-price':
    'So, wie der Dienst den Plan erstellt, legt der Plan Ihre Slippage nicht fest: Der Dienst bestimmt jeden Kurs.',
  'plan/one-trade': 'Ein Trade ist kein Plan: Ein Swap macht dasselbe sofort.',
  'plan/uneven': 'Der Gesamtbetrag ist nicht ohne Rest teilbar: Der letzte Trade verkauft auch den Rest.',
  'plan/no-lump':
    'Der Gesamtbetrag auf einmal konnte nicht geschätzt werden; daher gibt es nichts zu vergleichen.',
  'plan/fees-in-ada': 'Gebühren und Kaution werden zusätzlich zu den verkauften Token in ADA gezahlt.',
};
