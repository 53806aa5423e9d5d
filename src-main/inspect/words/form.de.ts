import type { Translation } from '#domain/words/catalogue.ts';
import { amount } from '#domain/words/phrases.de.ts';
import type { ForbiddenField, formWords as english } from './form.en.ts';

export const formWords: Translation<typeof english> = {
  'D1-too-large': ({ size }) =>
    `Die signierte Transaktion hätte ${size} Bytes, mehr als das Netzwerk annimmt.`,
  'D2-zero': 'Die Transaktion bewegt einen Betrag von null, was niemand tut, der ehrlich baut.',
  'D2-no-outputs': 'Die Transaktion hat keine Outputs: Alles ginge in die Gebühr.',
  'D3-unreadable': 'Ein zweiter Decoder kann die Transaktion nicht lesen.',
  'D3-disagree': ({ difference }) =>
    `Zwei Decoder lesen die Transaktion unterschiedlich (technisch, auf Englisch: ${difference}).`,
  'D4-hash': 'Der Hash der Transaktion lässt sich nicht bestätigen.',
  'D5-failing': 'Die Transaktion ist als fehlschlagend markiert: Sie nähme nur das Collateral.',
  'D6-other-data': 'Die Nachricht, die der Transaktion beiliegt, ist nicht die, die ihr Hauptteil nennt.',
  'D7-twice': 'Die Transaktion nennt denselben Input zweimal.',
  'D7-read-and-spent': 'Die Transaktion gibt einen Input aus, den sie angeblich nur liest.',
  'D8-wrong': ({ mine }) =>
    `Die Transaktion trägt bereits eine falsche Signatur${mine ? ' in Ihrem Namen' : ''}.`,
  'D8-mine': 'Die Transaktion trägt bereits Ihre Signatur: Sie wurde schon einmal signiert.',

  'R1-not-found': ({ input }) => `Der Input ${input} war nicht auffindbar.`,
  'R1-unknown': ({ inputs }) =>
    `Was in ${inputs === 1 ? 'einem Input' : `${inputs} Inputs`} liegt, ist nicht bekannt; daher lässt sich nicht aufsummieren, was die Wallet abgibt.`,
  'R2-unproven': ({ inputs }) =>
    `Was in ${inputs === 1 ? 'einem Input' : `${inputs} Inputs`} liegt und wem es gehört, meldet nur eine Quelle, und nichts beweist es.`,
  'R2-two-sources': ({ inputs }) =>
    `Was in ${inputs === 1 ? 'einem Input' : `${inputs} Inputs`} liegt und wem es gehört, melden zwei Quellen gleich, aber nichts beweist es.`,
  'R3-sums': 'Die Summen der Transaktion gehen nicht auf.',
  'R4-nothing': 'Die Transaktion gibt nichts aus dieser Wallet aus.',
  'R4-others': ({ others, inputs }) => `${others} von ${inputs} Inputs gehören nicht Ihnen.`,

  'F1-forbidden': ({ field }) => `Die Transaktion ${FORBIDDEN[field]}.`,
  'F2-empty': 'Die Transaktion enthält eine leere Liste von Auszahlungen.',
  'F2-rewards': ({ what }) => `Die Transaktion nimmt Ihre Staking-Rewards (${amount(what)}).`,
  'F2-runs-script': 'Sie führt über eine Auszahlung von null ein Skript aus.',
  'F2-withdraws': 'Die Transaktion zahlt von einem Reward-Konto aus, was kein Trade braucht.',
  'F3-mints': 'Die Transaktion erzeugt oder vernichtet Token.',
  'F4-returns-none': 'Die Transaktion gibt Collateral zurück, das sie nicht hat.',
  'F4-script': 'Das Collateral ist durch ein Skript gesperrt, was kein Ledger annimmt.',
  'F4-someone-else': 'Das Collateral stellt jemand anderes.',
  'F4-if-yours': ({ risk }) =>
    `Wenn das Collateral Ihnen gehört, können bis zu ${amount(risk)} verloren gehen.`,
  'F4-whose':
    'Wem das Collateral gehört, ist nicht zu sehen; wenn es Ihres ist, könnte alles davon verloren gehen.',
  'F4-all': 'Ihr gesamtes Collateral könnte verloren gehen, wenn ein Skript fehlschlägt.',
  'F4-rest': 'Der Rest Ihres Collaterals ginge an jemand anderen.',
  'F4-tokens': 'Token aus Ihrem Collateral kämen nicht zurück, wenn ein Skript fehlschlägt.',
  'F4-too-much': ({ risk }) => `Bis zu ${amount(risk)} könnten verloren gehen, wenn ein Skript fehlschlägt.`,
  'F4-risk': ({ risk }) => `Bis zu ${amount(risk)} können verloren gehen, wenn das Skript fehlschlägt.`,
  'F5-far-too-high': ({ fee }) => `Die Netzwerkgebühr von ${amount(fee)} ist viel zu hoch.`,
  'F5-high': ({ fee }) => `Die Netzwerkgebühr von ${amount(fee)} ist ungewöhnlich hoch.`,
  'F5-low': ({ fee, least }) =>
    `Die Netzwerkgebühr von ${amount(fee)} ist für das Skript und seine Signaturen zu niedrig: Kein Ledger nimmt weniger als ${amount(least)}.`,
  'F5-twice': ({ fee, least }) =>
    `Die Netzwerkgebühr von ${amount(fee)} ist mehr als doppelt so hoch wie nötig (${amount(least)}).`,
  'F6-network': 'Die Transaktion ist für ein anderes Netzwerk gemacht.',
  'F6-address': ({ why }) =>
    `Eine Adresse der Transaktion ist keine Zahlungsadresse (technisch, auf Englisch: ${why}).`,
  'F6-address-network': 'Eine Adresse der Transaktion liegt in einem anderen Netzwerk.',
  'F6-pointer': 'Eine Adresse der Transaktion verbirgt ihren Stake-Teil hinter einem Zeiger.',
  'F7-clock': ({ minutes }) =>
    `Nach Angabe des Ledgers ist es ${minutes} Minuten später als nach der Uhr dieses Computers: Die Transaktion kann um so viel länger gültig bleiben, als hier steht.`,
  'F7-not-yet': ({ seconds }) =>
    `Die Transaktion ist noch nicht gültig, wird es aber in ${seconds} Sekunden.`,
  'F7-never': 'Die Transaktion ist nie gültig.',
  'F7-forever': 'Die Transaktion bleibt für immer gültig, sobald sie signiert ist.',
  'F7-over': 'Die Transaktion ist nicht mehr gültig.',
  'F7-day': 'Die Transaktion bliebe länger als einen Tag gültig.',
  'F7-long': ({ minutes }) => `Die Transaktion bleibt ${minutes} Minuten lang gültig.`,
  'F8-others': ({ keys }) =>
    `${keys} ${keys === 1 ? 'Schlüssel eines anderen muss' : 'Schlüssel anderer müssen'} ebenfalls signieren.`,
  'F8-stake': ({ keys }) => `Braucht ${keys} Ihrer Schlüssel, darunter den Stake-Schlüssel.`,
  'F8-held-alone': ({ input }) =>
    `Sie gibt auch ${input} aus, was ein Schlüssel, der für diese Wallet signiert, allein hält.`,
  'F8-not-this-wallet': ({ input }) =>
    `Sie nimmt ${input} zurück, was keine Order dieser Wallet allein ist: Ein Schlüssel, der für sie signiert, könnte das für sich halten.`,
  'F8-nobody':
    'Solange diese Transaktion gültig ist, lässt das Skript der Wallet niemanden ausgeben, wer auch immer signiert.',
  'F9-stores': 'Die Transaktion legt in einem Output ein Skript ab, was kein Trade braucht.',
  'F9-reads': ({ outputs }) => `Liest ${outputs} andere Outputs, ohne sie auszugeben.`,
  'F10-message': ({ message }) => `Sie trägt eine öffentliche Nachricht: „${message}“.`,
  'F10-unusual': ({ message }) =>
    `Sie trägt eine andere Nachricht als die übliche. Der Dienst hat sie geschrieben, und sie bleibt für immer öffentlich: „${message}“.`,
  'F10-data': ({ bytes }) =>
    `${bytes} Bytes andere Daten liegen ihr bei. Der Dienst hat sie geschrieben, und sie bleiben für immer öffentlich.`,
  'F11-no-script': 'Die Transaktion enthält Redeemer, aber nichts darin führt ein Skript aus.',
  'F11-unbound': 'Was die Transaktion an Skripte übergibt, ist durch Ihre Signatur nicht gebunden.',
  'F11-missing': 'Die Transaktion bindet Daten für Skripte, die sie nicht enthält.',
};

const FORBIDDEN: Readonly<Record<ForbiddenField, string>> = {
  certificates: 'würde Ihr Staking ändern oder etwas registrieren',
  'protocol-update': 'würde Protokollparameter ändern',
  votes: 'würde eine Stimme abgeben',
  proposals: 'würde einen Governance-Vorschlag einreichen',
  'treasury-value': 'macht eine Angabe über die Treasury',
  'treasury-donation': 'würde an die Treasury spenden',
};
