import type { Translation } from '#domain/words/catalogue.ts';
import { germanFigure } from '#domain/words/figures.ts';
import { amount, INTERVALS, ofMoment } from '#domain/words/phrases.de.ts';
import type { Knowledge } from '../../cardano/resolution.ts';
import type { anatomyWords as english, Binding, Exact, OrderOwner, StakePart, Whose } from './anatomy.en.ts';

export const anatomyWords: Translation<typeof english> = {
  'anatomy/exact': (exact) => exactWords(exact),
  'anatomy/net-unknown': 'Nicht bekannt: Ein Input war nicht auffindbar.',
  'anatomy/whose': ({ whose }) => WHOSE[whose],
  'anatomy/order-at': ({ exchange }) => `Order an der Börse ${exchange}`,
  'anatomy/input-unknown': 'Der Ledger konnte nicht sagen, was dieser Input ist.',
  'anatomy/known': ({ known }) => KNOWN[known],
  'anatomy/taken-back': 'Eine der Orders, die Sie zurücknehmen.',
  'anatomy/datum-hash': ({ hash }) => `Seine Skriptdaten haben den Hash ${hash}.`,
  'anatomy/datum-hash-only': ({ hash }) => `Von seinen Skriptdaten ist nur der Hash zu sehen: ${hash}.`,
  'anatomy/reference-script': 'Er trägt ein Skript, auf das andere verweisen können.',
  'anatomy/holds-zero': 'Er nennt einen Token, von dem nichts darin liegt.',
  'anatomy/other-pair': 'Es ist eine Order zwischen anderen Assets als den gehandelten.',
  'anatomy/no-datum': 'Er hat keine Skriptdaten.',
  'anatomy/unknown-form': 'Seine Skriptdaten haben keine Form einer Order, die hier verstanden wird.',
  'anatomy/return-name': 'was zurückkommt',
  'anatomy/return': 'Was vom Collateral zurückkommt, wenn ein Skript fehlschlägt.',
  'anatomy/named-times': ({ name, times }) => `${name} (${times} Mal genannt)`,
  'anatomy/order-title': ({ order, exchange, output }) =>
    `Order ${order} an ${exchange === undefined ? 'einem unbekannten Skript' : `der Börse ${exchange}`} (Output #${output})`,
  'anatomy/holds': (exact) => `Darin: ${exactWords(exact)}`,
  'anatomy/terms-unreadable': 'Ihre Bedingungen lassen sich hier nicht lesen.',
  'anatomy/locked-by': ({ script }) => `Gesperrt durch das Skript ${script}`,
  'anatomy/wants': ({ what }) => `Verlangt mindestens ${amount(what)}`,
  'anatomy/wants-of-pool': ({ units }) =>
    `Verlangt mindestens ${germanFigure(units)} Basiseinheiten eines Assets des Pools, den sie nennt`,
  'anatomy/pays-you': ({ stake }) => `Zahlt an Sie aus, ${stakeWords(stake)}`,
  'anatomy/pays-other': ({ owner, stake }) =>
    `Zahlt an jemand anderen aus, ${ownerWords(owner)}, ${stakeWords(stake)}`,
  'anatomy/you-take-back': 'Sie können sie zurücknehmen',
  'anatomy/other-takes-back': ({ owner }) => `Jemand anderes kann sie zurücknehmen, ${ownerWords(owner)}`,
  'anatomy/fee-unstated': 'Nennt die Gebühr dessen nicht, der sie ausführt',
  'anatomy/fee': ({ most }) => `Wer sie ausführt, behält bis zu ${amount(most)}`,
  'anatomy/deposit-unstated': 'Nennt nicht, was zurückkommt, wenn sie schließt',
  'anatomy/deposit': ({ what, recurring }) =>
    `${amount(what)} kommen zurück, ${recurring ? 'mit ihren Trades oder wenn sie endet' : 'wenn sie schließt'}`,
  'anatomy/waits-after': ({ at }) =>
    `Wird bis ${ofMoment(at)} ausgeführt; danach wartet sie, bis sie zurückgenommen wird`,
  'anatomy/closes-after': ({ at, tip }) =>
    `Schließt von selbst nach ${ofMoment(at)}${tip === undefined ? '' : `; wer sie schließt, darf bis zu ${amount(tip)} behalten`}`,
  'anatomy/killable': 'Kann unausgeführt zurückgehen, sobald ihr Mindestbetrag nicht erreichbar ist',
  'anatomy/plan': ({ trades, every, what }) =>
    `Macht ${trades} Trades, ${INTERVALS[every]}, für ${typeof what === 'object' ? what.token : what === 'not-named' ? 'ein Asset, das sie nicht nennt' : 'ein Asset des Pools, den sie nennt'}`,
  'anatomy/plan-sells': ({ units }) =>
    `Jeder verkauft ${germanFigure(units)} Basiseinheiten, der letzte den Rest`,
  'anatomy/plan-any-price':
    'Jeder nimmt den Kurs, zu dem der Dienst ihn platziert; ein Mindestbetrag ist nicht festgelegt',
  'anatomy/plan-price': ({ share }) =>
    `Jeder wird zum dann geltenden Kurs ausgeführt, höchstens ${germanFigure(share)} schlechter als der Markt; ein Mindestbetrag ist nicht festgelegt`,
  'anatomy/plan-costs': ({ each }) => `Jeder kostet ${amount(each)}`,
  'anatomy/plan-reserve': ({ each }) =>
    `Für jeden sind ${amount(each)} für andere Gebühren und Kaution zurückgelegt`,
  'anatomy/plan-place': ({ exchange, binds }) =>
    `Jeder kann eine Order an der Börse ${exchange} platzieren; ${BINDS[binds]}`,
  'anatomy/plan-place-unknown': ({ script, binds }) =>
    `Jeder kann eine Order an einem unbekannten Skript platzieren, ${script}; ${BINDS[binds]}`,

  'field/network-fee': 'Netzwerkgebühr',
  'field/valid-from': 'Gültig ab',
  'field/valid-until': 'Gültig bis',
  'field/required-signer': 'Muss signieren',
  'field/signed-with': 'Hier signiert mit',
  'field/also-signed': 'Auch signiert von',
  'field/network': 'Netzwerk',
  'field/read': 'Gelesen, nicht ausgegeben',
  'field/script-data': 'Hash der Skriptdaten',
  'field/total-collateral': 'Collateral insgesamt',
  'field/mint': 'Erzeugt oder vernichtet',
  'field/withdrawal': 'Auszahlung von Rewards',
  'field/donation': 'Spende an die Treasury',
  'field/certificates': 'Zertifikate',
  'field/protocol-update': 'Protokoll-Update',
  'field/votes': 'Stimmen',
  'field/proposals': 'Vorschläge',
  'field/treasury-value': 'Treasury-Wert',
  'field/message': 'Beigelegte Nachricht',
  'field/data': 'Beigelegte Daten',
  'field/data-hash': 'Hash der beigelegten Daten',
  'field/signatures': 'Signaturen, die schon darin sind',
  'field/scripts': 'Skripte',
  'field/calls': 'Skriptaufrufe',
  'field/marked': 'Markiert als',
  'field/size': 'Größe',
  'value/from-now': 'keine untere Grenze: ab sofort',
  'value/forever': 'keine Grenze: für immer, sobald sie signiert ist',
  'value/slot': ({ slot }) => `Slot ${germanFigure(slot)}`,
  'value/slot-without-date': ({ slot }) => `Slot ${germanFigure(slot)}, keine Zeit mit einem Datum`,
  'value/slot-at': ({ slot, time }) => `${time} (Slot ${germanFigure(slot)})`,
  'value/own-payment-key': ({ key }) => `Ihr Zahlungsschlüssel ${key}`,
  'value/script-key': ({ key }) => `der Schlüssel ${key}, der mit anderen für diese Wallet signiert`,
  'value/own-stake-key': ({ key }) => `Ihr Stake-Schlüssel ${key}`,
  'value/other-key': ({ key }) => `der Schlüssel ${key} von jemand anderem`,
  'value/own-keys': ({ keys }) => (keys === 0 ? 'keinem Ihrer Schlüssel' : `${keys} Ihrer Schlüssel`),
  'value/somebody-key': ({ key }) => `jemand anderem, dem Schlüssel ${key}`,
  'value/network': ({ id }) =>
    id === 1 ? '1, Mainnet' : `${id}, ${id === 0 ? 'ein Testnetz' : 'unbekannt'}`,
  'value/withdrawal': ({ what, account }) => `${amount(what)} von ${account}`,
  'value/data-bytes': ({ bytes }) => `${germanFigure(bytes)} Bytes Daten`,
  'value/brings-scripts': 'sie bringt Skripte mit',
  'value/spends-from-scripts': 'sie gibt aus Skripten aus',
  'value/present': 'vorhanden; der Inhalt wird hier nicht gezeigt',
  'value/valid': 'gültig',
  'value/failing': 'fehlschlagend: das Collateral wird genommen',
  'value/bytes': ({ bytes }) => `${germanFigure(bytes)} Bytes`,
};

const KNOWN: Readonly<Record<Knowledge, string>> = {
  proven: 'Der Inhalt ist durch die Bytes der Transaktion bewiesen, die ihn gemacht hat.',
  'two-sources': 'Der Inhalt, wie ihn zwei unabhängige Quellen melden; seine Bytes waren nicht zu sehen.',
  told: 'Der Inhalt, wie ihn allein der Ledger-Dienst meldet; nichts beweist ihn.',
};

const WHOSE: Readonly<Record<Whose, string>> = {
  own: 'Ihre',
  'bare-own': 'Ihre, ohne Stake-Teil',
  'half-own': 'von Ihnen auszugeben, mit dem Stake-Teil von jemand anderem',
  order: 'durch ein unbekanntes Skript gesperrt',
  foreign: 'jemand anderes',
  unknown: 'nicht bekannt',
};

const BINDS: Readonly<Record<Binding, string>> = {
  trade: 'der Plan verpflichtet sie, Ihnen auszuzahlen, was Sie kaufen',
  receiver: 'der Plan verpflichtet sie, an Sie auszuzahlen, was auch immer sie kauft',
  nothing: 'der Plan legt nicht fest, an wen sie auszahlt',
  unproven: 'an wen sie auszahlt, lässt sich nicht beweisen',
};

function exactWords(exact: Exact): string {
  if ('units' in exact) return `${germanFigure(exact.units)} Basiseinheiten von ${exact.id}`;
  return exact.id === undefined ? amount(exact.what) : `${amount(exact.what)} (${exact.id})`;
}

function ownerWords({ kind, hash }: OrderOwner): string {
  return kind === 'key' ? `der Schlüssel ${hash}` : `das Skript ${hash}`;
}

function stakeWords(stake: StakePart): string {
  if (stake === 'none') return 'ohne Stake-Teil';
  return stake === 'own'
    ? 'mit Ihrem Stake-Schlüssel'
    : `mit dem Stake-Schlüssel ${stake.key} von jemand anderem`;
}
