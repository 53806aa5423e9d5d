import type { Translation } from '../words/catalogue.ts';
import type { connectionWords as english, ShownByLedger, Variation } from './connections.en.ts';

const VARIATIONS: Readonly<Record<Variation, string>> = {
  'ada-value-as-text': 'der ADA-Kurs ist ein String',
  'tokens-wrapper': 'Token-Listen stecken in einem Objekt',
  'null-lists': 'eine leere Liste ist null',
  'ada-as-zeros': 'ADA hat eine ID aus 56 Nullen und seinem Namen',
  'decimals-as-text': 'Nachkommastellen sind Strings',
  'amounts-as-text': 'Beträge sind Strings',
  'trending-percentage': 'die Veränderung eines Trend-Tokens hat einen anderen Namen',
  'candles-unix': 'die Zeit einer Kerze steht in "unix"',
  'candles-milliseconds': 'die Zeit einer Kerze ist in Millisekunden',
  'candles-unix-milliseconds': 'die Zeit einer Kerze steht in "unix", in Millisekunden',
  'candles-timestamp': 'die Zeit einer Kerze ist ein ISO-Zeitstempel',
  'candles-unreadable-time': 'die Zeit einer Kerze ist für Menschen geschrieben, neben einer für Programme',
  'candles-without-volume': 'Kerzen haben kein Volumen',
  'open-reads': 'Lesen wird ohne Schlüssel beantwortet',
};

const SHOWN: Readonly<Record<ShownByLedger, string>> = {
  bytes: 'die Bytes von Transaktionen',
  inclusion: 'wann Transaktionen auf die Chain kamen und wer ihre Outputs ausgegeben hat',
  data: 'Daten, die Outputs mit einem Hash nennen',
};

const shown = (all: readonly ShownByLedger[]): string => all.map((one) => SHOWN[one]).join('; ');

export const connectionWords: Translation<typeof english> = {
  'answer/service': ({ host, status }) => `${host} hat mit Status ${status} geantwortet.`,
  'answer/service-means': 'Die Adresse führt zu einem Server, der diese Anfrage kennt.',
  'answer/ledger': ({ host, api }) => `${host} antwortet und spricht ${api}.`,
  'answer/first-means': 'Guthaben, Inputs und das Schicksal von Transaktionen werden hier gelesen.',
  'answer/second-means': 'Er bürgt für das, was Transaktionen ausgeben, allein und ohne Token.',
  'answer/charts': ({ host, tokens, candles }) =>
    `${host} antwortet mit ${tokens === 0 ? 'keinen' : tokens} Trend-Token${candles === undefined ? '' : ` und ${candles} Kerzen eines Tages`}.`,
  'answer/charts-means': 'Charts und Token-Listen kommen von hier, mit demselben Schlüssel.',
  'answer/charts-unread': ({ host }) => `${host} antwortet, und ein Teil davon ist nicht lesbar.`,
  'answer/charts-unread-means': 'Charts oder Token-Listen können Lücken haben. Trades hängen nicht davon ab.',
  'answer/charts-unread-advice': 'Prüfen Sie die Adresse der Chart-API; ist sie richtig, melden Sie es.',
  'failed/charts-means': 'Es gibt keine Charts, bis sie antwortet.',
  'failed/service-means': 'Es gibt keine Kursangebote, bis das behoben ist.',
  'failed/ledger-means': 'Darüber wird nicht gehandelt, bis das behoben ist.',
  'odd/means': 'Das allein hält keinen Trade auf.',
  'key/no-answer': 'Der Dienst hat die Anfrage nicht beantwortet und damit nichts über den Schlüssel gesagt.',
  'key/not-needed':
    'Lesen braucht hier keinen Schlüssel; eine Antwort zeigt also nicht, ob Ihrer akzeptiert wird.',
  'key/unclear':
    'Dieselbe Anfrage ohne Schlüssel bekam keine klare Antwort; beide lassen sich nicht vergleichen.',
  'key/unknown-means': 'Ein falscher Schlüssel würde sich beim ersten Kursangebot zeigen.',
  'key/unknown-advice': 'Holen Sie ein Kursangebot ein, bevor Sie sich darauf verlassen.',
  'key/accepted': 'Der API-Schlüssel wird akzeptiert.',
  'key/accepted-means': 'Dieselbe Anfrage ohne ihn wird abgelehnt.',
  'key/asked': 'Der Dienst verlangt einen Schlüssel, und keiner ist eingegeben.',
  'key/none': 'Es ist kein API-Schlüssel eingegeben.',
  'key/none-means': 'Ohne ihn gibt es keine Kursangebote.',
  'key/none-advice': 'Geben Sie den Schlüssel aus Ihrem Partner-Dashboard im Tresorfenster ein.',
  'reading/no-number': 'Der ADA-Kurs, mit dem er antwortet, ist keine Zahl.',
  'reading/no-number-means': 'Was an dieser Adresse antwortet, ist wahrscheinlich nicht der Dienst.',
  'reading/no-number-advice': 'Prüfen Sie die Adresse in den Einstellungen.',
  'reading/some': 'Ein Teil seiner Token-Liste ist nicht lesbar.',
  'reading/some-means': 'Bei einer Suche kann ein Token fehlen. Was lesbar ist, ist vollständig.',
  'reading/some-advice': 'Fehlt ein Token, nennen Sie ihn mit seiner vollen ID.',
  'reading/fine': 'Seine Antworten sind lesbar.',
  'reading/fine-means':
    'Sie haben die Form, die die Schnittstelle des Dienstes beschreibt, oder eine, die Touchstone kennt.',
  'clock/none': 'Er nennt keine Uhrzeit.',
  'clock/none-means':
    'Diese Uhr lässt sich nicht mit seiner vergleichen; der Ledger-Dienst zeigt es vielleicht noch.',
  'clock/off': ({ seconds, behind }) =>
    `Die Uhr dieses Rechners geht ${seconds} Sekunden ${behind ? 'nach' : 'vor'}, gemessen am Dienst.`,
  'clock/off-means': 'Wie lange Kursangebote und Transaktionen gültig sind, wird nach dieser Uhr beurteilt.',
  'clock/off-advice': 'Stellen Sie die Uhr dieses Rechners.',
  'clock/agree': 'Beide Uhren stimmen überein.',
  'clock/near-means': 'Das ist nah genug, um zu beurteilen, wie lange ein Kursangebot gültig ist.',
  'variations/none': 'Er antwortet, wie es die Spezifikation sagt.',
  'variations/none-means': 'Nichts in diesen Antworten weicht davon ab.',
  'variations/some': ({ variations }) =>
    `Er weicht von der Spezifikation ab: ${variations.map((one) => VARIATIONS[one]).join('; ')}.`,
  'variations/some-means': 'Touchstone liest Antworten, die so geschrieben sind; nichts geht verloren.',
  'network/same': ({ network }) => `Er ist auf ${network}, wie dieses Profil.`,
  'network/same-means': 'Was er sagt, gilt für die Chain, auf der Sie handeln.',
  'tip/age': ({ age }) => `Sein neuester Block ist ${age} ${age === 1 ? 'Sekunde' : 'Sekunden'} alt.`,
  'tip/fresh-means': 'Er hält mit dem Netzwerk Schritt.',
  'tip/old-means': 'Blöcke kommen alle zwanzig Sekunden: Er kann zurückliegen, oder diese Uhr geht falsch.',
  'tip/old-advice': 'Warten Sie, bis er aufgeholt hat, oder verwenden Sie einen anderen.',
  'parameters/known': 'Er nennt die Parameter, die das Netzwerk bekanntermaßen hat.',
  'parameters/known-means': 'Gebühren und Kaution werden aus ihnen berechnet.',
  'submission/where': ({ host }) => `Signierte Transaktionen gehen an ${host}.`,
  'submission/where-means':
    'Das wird nicht versucht: Nur eine signierte Transaktion würde zeigen, ob sie angenommen wird.',
  'proof/answers': ({ what }) => `Er gibt Auskunft: ${shown(what)}.`,
  'proof/cannot': ({ what }) => `Er kann nicht zeigen: ${shown(what)}.`,
  'proof/silent': ({ what }) => `Er gab keine Antwort: ${shown(what)}.`,
  'proof/silent-means': 'Was er nicht zeigt, lässt sich nicht beweisen.',
  'proof/silent-advice': 'Testen Sie gleich noch einmal, oder verwenden Sie einen anderen Ledger-Dienst.',
  'proof/all-means': 'Was ein Trade ausgibt, lässt sich mit den Bytes beweisen, durch die es entstanden ist.',
  'proof/second-means': 'Er bürgt für Outputs, die noch nicht ausgegeben sind, und für nicht mehr.',
  'proof/helped-means': ({ other, api }) =>
    `${other}, der zweite Ledger-Dienst, ergänzt, was ${api} nicht zeigen kann.`,
  'proof/alone-means': 'Mit ihm allein lässt sich kein Trade beweisen oder verfolgen.',
  'proof/alone-advice':
    'Nennen Sie einen zweiten Ledger-Dienst, der den Verlauf aufbewahrt (Koios oder Blockfrost).',
  'token/sent': 'Sein Zugriffstoken wird mitgeschickt.',
  'token/sent-means': 'Er geht an diesen Ledger-Dienst und an keinen anderen Host.',
  'token/not-needed': 'Er antwortet ohne Zugriffstoken.',
  'token/not-needed-means': 'Keiner ist nötig, es sei denn, er erlaubt mit einem mehr Anfragen.',
  'token/usual': ({ api }) => `${api} verlangt gewöhnlich einen Zugriffstoken, und keiner ist eingegeben.`,
  'token/usual-means': 'Ein eigener Ledger-Dienst kommt vielleicht ohne aus.',
  'token/usual-advice': 'Verweigert er die Antwort, geben Sie seinen Token im Tresorfenster ein.',
};
