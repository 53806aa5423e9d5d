import type { Translation } from '#domain/words/catalogue.ts';
import { germanFigure } from '#domain/words/figures.ts';
import { amount, amounts, INTERVALS, moment } from '#domain/words/phrases.de.ts';
import type { orderWords as english, UnspendableForm } from './orders.en.ts';

export const orderWords: Translation<typeof english> = {
  'V2-none': 'Die Transaktion platziert keine Order: Sie erhielten nichts.',
  'V2-also-holds': ({ order, what }) => `In Order ${order} liegen auch ${amount(what)}.`,
  'V2-holds-none': ({ order, token }) =>
    `In Order ${order} liegt nichts von den ${token}, die Sie verkaufen.`,
  'V2-unexplained': ({ order, holds, explained }) =>
    `In Order ${order} liegen ${amount(holds)}; ihre Bedingungen erklären ${amount(explained)}.`,
  'V2-takes': ({ order, takes, deposit, limit }) =>
    `Order ${order} nimmt ${amount(takes)} ${deposit ? 'für Gebühr und Kaution' : 'als Gebühr'}, mehr als Ihr Limit von ${amount(limit)}.`,
  'V2-sell-other': ({ sold, accepted }) =>
    `Die Orders verkaufen ${amount(sold)} und nicht die ${amount(accepted)}, die Sie akzeptiert haben.`,
  'V2-less': 'In den Orders liegen weniger ADA, als Sie verkaufen.',
  'V2-take-beyond-allowed': ({ taken, allowed }) =>
    `Die Orders nehmen ${amount(taken)} für Gebühren und Kaution; erlaubt sind ${amount(allowed)}.`,
  'V2-take-beyond-stated': ({ taken, stated }) =>
    `Die Orders nehmen ${amount(taken)} für Gebühren und Kaution; im Kursangebot standen ${amount(stated)}.`,
  'V2-take': ({ taken }) => `Die Orders nehmen ${amount(taken)} für Gebühren und Kaution.`,
  'V2-take-tenth': ({ taken, traded }) =>
    `Die Orders nehmen ${amount(taken)} für Gebühren und Kaution, mehr als ein Zehntel der ${amount(traded)}, die Sie handeln.`,
  'V2-keeps': ({ keeps, stated }) =>
    `Wer die Orders ausführt, darf ${amount(keeps)} behalten; im Kursangebot standen ${amount(stated)}.`,

  'V6-unseen': ({ order }) => `Wohin der Erlös von Order ${order} geht, ist nicht zu sehen.`,
  'V6-no-order': ({ order, why }) =>
    `Die Bedingungen von Order ${order} sind nicht die einer Order (technisch, auf Englisch: ${why}).`,
  'V6-someone-else': ({ order }) => `Der Erlös von Order ${order} ginge an jemand anderen.`,
  'V6-foreign-stake': ({ order }) =>
    `Der Erlös von Order ${order} ginge an eine Adresse mit fremdem Stake-Teil.`,
  'V6-no-rewards': ({ order }) =>
    `Der Erlös von Order ${order} geht an eine Ihrer Adressen, die keine Staking-Rewards verdient.`,
  'V6-other-own': ({ order }) =>
    `Der Erlös von Order ${order} geht an eine andere Ihrer Adressen als die, von der Sie ausgeben.`,
  'V6-taken-back': ({ order }) => `Jemand anderes könnte Order ${order} zurücknehmen.`,
  'V6-not-named': ({ order }) =>
    `Die Bedingungen von Order ${order} nennen Sie nicht: Wohin ihr Erlös geht, ist nicht zu sehen.`,
  'V6-also-names': ({ order, hash }) =>
    `Die Bedingungen von Order ${order} nennen noch jemanden oder etwas anderes (${hash}…).`,

  'V7-other-token': ({ order, token }) => `Order ${order} kauft einen anderen Token als ${token}.`,
  'V7-other-pair': ({ order }) =>
    `Order ${order} handelt nicht zwischen dem, was Sie verkaufen, und dem, was Sie kaufen.`,
  'V7-unreadable': 'Was eine Order kauft oder welchen Mindestbetrag sie festlegt, lässt sich nicht lesen.',
  'V7-no-least': 'Die Orders legen keinen Mindestbetrag fest.',
  'V7-too-low': ({ least, accepted }) =>
    `Die Orders legen nur ${amount(least)} als Mindestbetrag fest; akzeptiert haben Sie mindestens ${amount(accepted)}.`,
  'V7-padded': ({ least, accepted }) =>
    `Eine Order, die mehr als ihren Anteil verlangt, wird vielleicht nie ausgeführt. Ohne das, was sie darüber hinaus verlangt, legen die Orders nur ${amount(least)} als Mindestbetrag fest; akzeptiert haben Sie mindestens ${amount(accepted)}.`,
  'V7-too-high': ({ order, asks, expected }) =>
    `Order ${order} verlangt mindestens ${amount(asks)}, wo etwa ${amount(expected)} zu erwarten sind: Vielleicht wird sie nie ausgeführt.`,
  'V7-share': ({ order, least }) =>
    `Order ${order} legt für ihren Anteil an dem, was Sie verkaufen, nur ${amount(least)} als Mindestbetrag fest.`,

  'V8-stake': ({ order }) => `Order ${order} liegt an einer Adresse mit fremdem Stake-Teil.`,
  'V9-script': ({ order, script }) =>
    `Order ${order} ist durch ein Skript gesperrt, das keine bekannte Börse verwendet (${script}).`,

  'V10-unknown':
    'Welche Orders storniert werden sollen, ist nicht bekannt: Es lässt sich nichts vergleichen.',
  'V10-left': ({ order }) => `Die Order ${order} wird nicht zurückgenommen.`,
  'V10-locks': ({ output }) =>
    `Output ${output} sperrt Guthaben in einem Skript, was eine Stornierung nie tut.`,
  'V10-spends': ({ input }) =>
    `Sie gibt auch ${input} aus, was ein Skript sperrt und Sie nicht genannt haben.`,
  'V10-token-lost': ({ lost, back, held }) =>
    `${amount(lost)} aus Ihren Orders kämen nicht zurück: Sie erhielten ${amounts(back)} der ${amounts(held)}, die in den Orders liegen.`,
  'V10-dear': ({ lost, beyond, back, held }) =>
    `Sie kostet ${amount(lost)}, ${amount(beyond)} mehr als ihre Gebühren: Sie erhielten ${amounts(back)} der ${amounts(held)} zurück, die in den Orders liegen.`,
  'V10-back': ({ back, held }) =>
    `Sie erhalten ${amounts(back)} der ${amounts(held)} zurück, die in den Orders liegen.`,

  'V11-unasked': ({ order }) => `Order ${order} ist eine wiederkehrende Order, die Sie nicht verlangt haben.`,
  'V11-scripts': 'Die wiederkehrende Order ist auf mehrere Skripte verteilt.',
  'V11-several': ({ orders }) => `Sie platziert ${orders} wiederkehrende Orders und nicht eine.`,
  'V11-holds': ({ whole, extra }) =>
    `In der Order liegen ${amount(whole)}${extra === undefined ? '' : ` und ${amount(extra)} für Gebühren und Kaution`}.`,
  'V11-unreadable':
    'Wie die Order aufgeteilt ist, wann sie handelt und zu welchen Kursen, lässt sich nicht lesen: Alles davon kann auf einmal oder zu jeder Zeit gehandelt werden.',
  'V11-not-compared':
    'Wie die Order aufgeteilt und wann sie handeln sollte, ist nicht bekannt; daher wurde nichts davon verglichen.',
  'V11-not-recurring':
    'Es ist keine wiederkehrende Order: Alles davon kann auf einmal oder zu jeder Zeit gehandelt werden.',
  'V11-interval': ({ would, chosen }) =>
    `Sie würde ${INTERVALS[would]} handeln; gewählt haben Sie ${INTERVALS[chosen]}.`,
  'V11-month': ({ days }) =>
    `Ihre Trades liegen ${days} Tage auseinander: Wie der Dienst Monate zählt, ist nicht bekannt.`,
  'V11-trades': ({ would, chosen }) => `Sie würde ${would} Trades machen; gewählt haben Sie ${chosen}.`,
  'V11-made-already': ({ trades }) => `Laut Order sind ${trades} ihrer Trades schon gemacht.`,
  'V11-due-before':
    'Ihr erster Trade kann fällig sein, lange bevor sie platziert ist: Mehrere würden auf einmal gemacht.',
  'V11-due-late': 'Ihr erster Trade ist erst später als ein Intervall nach der Platzierung fällig.',
  'V11-due-already': ({ trades }) =>
    `Ihre ersten Trades sind schon fällig: ${trades} können auf einmal gemacht werden.`,
  'V11-place': ({ script }) =>
    `Ihre Trades können an einem Skript platziert werden, das keine bekannte Börse verwendet (${script}).`,
  'V11-binds-receiver': ({ exchange }) =>
    `An der Börse ${exchange} legt der Plan fest, wer bezahlt wird, aber nicht, was ein Trade kauft: Sie vertrauen dem Dienst jeden Trade an.`,
  'V11-binds-nothing': ({ exchange }) =>
    `An der Börse ${exchange} legt der Plan nicht fest, wer erhält, was ein Trade kauft: Sie vertrauen dem Dienst jeden Trade an.`,
  'V11-binds-unproven': ({ exchange }) =>
    `An der Börse ${exchange} lässt sich nicht beweisen, wer erhält, was ein Trade kauft: Sie vertrauen dem Dienst jeden Trade an.`,
  'V11-part': ({ would, chosen }) =>
    `Jeder Trade würde ${amount(would)} verkaufen und nicht ${amount(chosen)}.`,
  'V11-any-price':
    'Der Plan legt keinen Mindestbetrag fest: Zu welchem Kurs jeder Trade platziert wird, entscheidet der Dienst.',
  'V11-slippage': ({ may, allowed }) =>
    `Jeder Trade darf ${germanFigure(may)} schlechter als der Markt sein; erlaubt haben Sie ${germanFigure(allowed)}.`,
  'V11-waits-longer': 'Die Trades warten vielleicht länger.',
  'V11-reserve': ({ each }) =>
    `${amount(each)} je Trade sind für Gebühren und Kaution zurückgelegt; ob zurückkommt, was davon nicht gebraucht wird, lässt sich nicht lesen.`,
  'V11-fee': ({ fee, planned }) =>
    `Jeder Trade kostet ${amount(fee)}; laut Plan waren es etwa ${amount(planned)}.`,
  'V11-fee-share': ({ share, fee }) =>
    `Die Gebühren nehmen ${germanFigure(share)} jedes Trades (${amount(fee)}).`,

  'V13-lost': ({ order, holds, exchange }) =>
    `Order ${order} enthält ${UNSPENDABLE[holds]}, und das Skript der Börse ${exchange} hat die Plutus-Version 1: Niemand könnte sie je ausgeben, und was in ihr liegt, wäre verloren.`,
  'V13-unknown': ({ order, holds }) =>
    `Order ${order} enthält ${UNSPENDABLE[holds]}, und die Plutus-Version ihres Skripts ist nicht bekannt: Bei einem Skript der Version 1 wäre verloren, was in ihr liegt.`,

  'V14-killable': ({ order }) =>
    `Order ${order} kann unausgeführt an Sie zurückgehen, abzüglich der Gebühr für die Ausführung, sobald ihr Mindestbetrag nicht erreichbar ist.`,
  'V14-ends': ({ order, at, then, tip }) =>
    then === 'sent-back'
      ? `Order ${order} endet ${moment(at)}: Danach darf jeder sie an Sie zurückschicken${tip === undefined ? '' : ` und bis zu ${amount(tip)} davon behalten`}.`
      : `Order ${order} endet ${moment(at)}: Danach führt niemand sie aus, und sie wartet, bis Sie sie zurücknehmen.`,
  'V14-passed': 'Diese Zeit ist vorbei.',
  'V14-in-time': 'Diese Transaktion kann dann noch auf die Chain kommen.',
  'V14-unknown': 'Ob diese Zeit vorbei ist, ist nicht bekannt.',

  'V17-independent':
    'Sie gibt nichts aus, was die Stornierung zurückgegeben hat: Sie könnte auch platziert werden, wenn die Order, die sie ersetzt, ausgeführt wurde.',
  'V17-not-that-order': 'Die Order, die ersetzt werden soll, ist nicht die, die zurückgenommen wird.',
  'V17-elsewhere': 'Die neue Order würde anderswo platziert als dort, wo die alte liegt.',
  'V17-more': 'Die neue Order würde mehr verkaufen, als in der alten liegt.',
  'V17-output-elsewhere': ({ output }) =>
    `Output ${output} ist nicht dort platziert, wo die Order lag, die er ersetzt.`,
};

const UNSPENDABLE: Readonly<Record<UnspendableForm, string>> = {
  'inline-terms': 'ihre Bedingungen offen im Output',
  script: 'ein Referenzskript',
};
