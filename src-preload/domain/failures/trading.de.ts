import type { tradingFailures as english } from './trading.ts';
import { because, figure, recorded } from './german.ts';
import { moneyIn, neverSent } from './money-in.ts';
import { text, type FailureData, type FailuresIn } from './text.ts';

function nextStep(here: FailureData[string] | undefined): string {
  if (here === undefined) return '';
  return here === true
    ? 'Sie können sie hier zusammensetzen und senden oder ablaufen lassen. '
    : 'Ein Schlüssel des Dienstes muss ebenfalls signieren; daher lässt sie sich hier nicht zusammensetzen: Fragen Sie erneut, oder lassen Sie sie ablaufen. ';
}

const AUDIT_AGAIN =
  'Was Sie erhalten haben, steht fest, wie der Trade zeigt; nur die Prüfung fehlt. Prüfen Sie erneut';

const NEIGHBOURS_AGAIN =
  'Was Sie erhalten haben, steht fest, und auch die Prüfung der Ausführung selbst gilt. Prüfen Sie erneut';

const NEIGHBOUR_UNPROVEN: Readonly<Record<string, string>> = {
  missing: 'Er hat nicht alle Transaktionen, die dorthin führten',
  'other-bytes': 'Er lieferte die Bytes einer anderen Transaktion',
  'too-large': 'Was er lieferte, ist größer als jede echte Transaktion',
  'not-next':
    'Die Transaktion, die er als nächste nennt, nutzt den Pool nicht so, wie diese ihn hinterlassen hat',
};

export const tradingFailures: FailuresIn<typeof english> = {
  'quote-expired': () =>
    text('Das Kursangebot ist zu alt.', 'Aktualisieren Sie den Kurs, und prüfen Sie erneut.'),
  'price-moved': (d) =>
    text(
      `Der Kurs hat sich bewegt: jetzt etwa ${figure(d['now'], 'weniger')}, vorher ${figure(d['before'], 'mehr')}.`,
      'Akzeptieren Sie den neuen Kurs, oder lassen Sie es.',
    ),
  'quote-unknown': () =>
    text('Ein solches Kursangebot gibt es nicht.', 'Aktualisieren Sie den Kurs, und prüfen Sie erneut.'),
  'trade-busy': () =>
    text('Dieser Trade ist schon in Arbeit.', 'Warten Sie, bis der laufende Schritt beendet ist.'),
  'review-superseded': () =>
    text(
      'Eine neuere Prüfung desselben Kursangebots ist an ihre Stelle getreten.',
      'Verwenden Sie die neueste Prüfung.',
    ),
  'no-quote': () =>
    text(
      'Der Dienst hat für diesen Betrag jetzt keinen Kurs.',
      'Versuchen Sie einen anderen Betrag, oder versuchen Sie es erneut.',
    ),
  'token-unacknowledged': (d) =>
    text(
      `${d['token'] ?? 'Dieser Token'} ist nicht verifiziert.`,
      'Prüfen Sie die Policy-ID, bestätigen Sie die Warnung einmal, und prüfen Sie dann erneut.',
    ),
  'ticker-disputed': (d) =>
    text(
      `Der Dienst sagt, ${d['token'] ?? 'dieses Kürzel'} sei der Token ${d['id'] ?? ''}; der heißt aber ${d['other'] ?? 'anders'}.`,
      'Vergleichen Sie seine ID mit der, die Sie von anderswo kennen, und nennen Sie den Token mit seiner ID.',
    ),
  'ticker-unconfirmed': (d) =>
    text(
      `Nur der Dienst sagt, dass ${d['token'] ?? 'dieses Kürzel'} der Token ${d['id'] ?? ''} ist, nicht der Ledger.`,
      'Vergleichen Sie seine ID mit der, die Sie von anderswo kennen, und nennen Sie den Token mit seiner ID.',
    ),
  'trade-declined': () => text('Sie haben den Trade vor dem Signieren verlassen.', 'Nichts wurde signiert.'),
  'receipt-missing': () =>
    text(
      'Es gibt keine Quittung.',
      'Ein Trade hat eine, sobald er signiert ist; Trades früherer Versionen haben keine.',
    ),
  'trade-unknown': () =>
    text('Einen solchen Trade gibt es nicht.', 'Öffnen Sie den Trade unter „Aktivität“ erneut.'),
  'trade-not-in-that-state': (d) =>
    text(
      `Das ist bei diesem Trade jetzt nicht möglich${d['state'] === undefined ? '' : ` (Zustand: ${d['state']})`}.`,
      'Sehen Sie sich seinen Zustand unter „Aktivität“ an.',
      moneyIn(d['state']),
    ),
  'already-on-chain': () =>
    text(
      'Diese Transaktion ist schon auf der Chain: Ein anderer Befehl oder ein anderes Programm hat sie gesendet. Es ist ein Trade, nicht zwei.',
      'Sie wurde nicht noch einmal signiert. Sehen Sie dort, wo sie gesendet wurde, was sie gezahlt und erhalten hat; für einen weiteren Trade prüfen Sie erneut.',
      'settled',
    ),
  'signed-elsewhere': (d) =>
    text(
      `Genau diese Transaktion wurde schon signiert, von der App oder einem anderen Befehl${d['journal'] === undefined ? '' : ` (Journal ${d['journal']})`}. Es ist ein Trade, nicht zwei.`,
      'Sie wurde nicht noch einmal signiert. Sehen Sie, wie jener Trade ausgeht, bevor Sie erneut prüfen.',
      'unknown',
    ),
  'approval-busy': () =>
    text(
      'Das Freigabefenster zeigt eine andere Transaktion.',
      'Stimmen Sie jener zuerst zu, oder verlassen Sie sie, und prüfen Sie dann diese.',
    ),
  'approval-closed': () =>
    text('Das Freigabefenster hat sich nicht geöffnet.', 'Prüfen Sie den Trade erneut.'),
  'approval-too-soon': () =>
    text(
      'Die Transaktion war gerade erst zu sehen.',
      'Lesen Sie sie, und stimmen Sie dann zu. Nichts wurde signiert.',
    ),
  'consent-missing': (d) =>
    text(
      `Einem Punkt wurde noch nicht zugestimmt.${recorded(d['finding'])}`,
      'Stimmen Sie ihm einzeln zu, oder verlassen Sie den Trade. Nichts wurde signiert.',
    ),
  'approval-expired': () =>
    text('Die Freigabe ist zu alt; die Kurse können sich bewegt haben.', 'Prüfen Sie den Trade erneut.'),
  'service-changed-transaction': (d) =>
    text(
      `Der Dienst hat eine andere Transaktion zurückgesendet als die, die Sie signiert haben${d['rule'] === undefined ? '' : ` (Regel ${d['rule']}, technisch, auf Englisch: ${d['part'] ?? 'a part of it'})`}. Seine Fassung wurde verworfen.`,
      `${nextStep(d['here'])}Handeln Sie nicht mehr über diesen Dienst; seine Antwort wird beim Trade als Beleg aufbewahrt.`,
    ),
  'service-did-not-sign': (d) =>
    text(
      `Der Dienst hat Ihre signierte Transaktion nicht zusammengesetzt.${recorded(d['told'])}`,
      `Von hier wurde nichts gesendet. ${nextStep(d['here'])}`.trim(),
      neverSent.includes(String(d['reason'])) ? 'none' : 'unknown',
    ),
  'decimals-unknown': (d) =>
    text(
      `Weder der Dienst noch der Ledger sagt, wie viele Nachkommastellen ${d['token'] ?? 'dieser Token'} hat; daher lässt sich kein Betrag davon prüfen.`,
      'Wählen Sie einen anderen Token.',
    ),
  'decimals-changed': (d) =>
    text(
      `Der Betrag wurde mit ${d['read'] ?? 'anderen'} Nachkommastellen gelesen, aber ${d['token'] ?? 'der Token'} hat jetzt ${d['now'] ?? 'andere'}.`,
      'Prüfen Sie den Betrag, und fragen Sie dann erneut.',
    ),
  'signature-incomplete': (d) =>
    text(
      'Der signierten Transaktion fehlt eine Signatur, die sie braucht.',
      d['here'] === undefined ? 'Prüfen Sie den Trade erneut.' : nextStep(d['here']).trim(),
    ),
  'block-rolled-back': (d) => {
    if (d['of'] === 'fill')
      return text(
        'Die Chain hat einen Block mit der Transaktion der Börse für diesen Trade verworfen, wie es ab und zu vorkommt. Was sie gezahlt hatte, zählt nicht.',
        'Meist kommt dieselbe Ausführung binnen Minuten wieder; bis dahin wartet die Order. Es ist nichts zu tun.',
        'locked',
      );
    if (d['of'] === 'settled-anew')
      return text(
        'Die Chain hat einen Block mit der Transaktion der Börse für diesen Trade verworfen, wie es ab und zu vorkommt. Der Trade wurde seither neu abgewickelt.',
        'Vergleichen Sie, was Sie erhalten haben, mit dem, was zuvor gezeigt wurde: Es kann abweichen. Es ist nichts zu tun.',
        'settled',
      );
    return text(
      'Die Chain hat den Block mit der Transaktion verworfen, wie es ab und zu vorkommt.',
      d['of'] === 'not-sent'
        ? 'Sie wird gesucht. Von hier wurde sie nicht gesendet; wer sie gesendet hat, kann es wieder tun. Nichts wird noch einmal signiert.'
        : 'Sie wird gesucht, und dieselben Bytes werden erneut gesendet. Nichts wird noch einmal signiert.',
      'unknown',
    );
  },
  'transaction-expired': (d) =>
    d['signed'] === true
      ? text(
          'Die Transaktion läuft gleich ab; daher wurde sie nicht gesendet.',
          'Sie ist signiert; wer die Signaturen hat, könnte sie also in ihrer letzten Minute noch auf die Chain bringen. Sehen Sie unter „Aktivität“ nach, bevor Sie wieder handeln.',
          'unknown',
        )
      : text(
          'Die Transaktion kam nicht auf die Chain, bevor sie ablief.',
          'Nichts hat die Wallet verlassen. Aktualisieren Sie das Kursangebot, und handeln Sie erneut.',
        ),
  'scripts-failed': () =>
    text(
      'Laut dem Ledger-Dienst ist die Transaktion auf der Chain, aber eines ihrer Skripte ist fehlgeschlagen: Sie hat nichts getan, als ihr Collateral zu nehmen.',
      'Prüfen Sie Ihr Guthaben, und schlagen Sie den Hash anderswo nach. Eine Order, die sie stornieren sollte, ist noch offen: Stornieren Sie sie erneut, sobald diese Transaktion abgelaufen ist.',
      'unknown',
    ),
  'fill-unknown': () =>
    text(
      'Von diesem Trade ist noch keine Ausführung bekannt.',
      'Sobald eine Order ausgeführt ist, wird ihre Ausführung hier geprüft.',
    ),
  'fill-other-bytes': (d) =>
    text(
      `Der Ledger-Dienst hat die Bytes der Ausführung nicht geliefert${because(d['reason'])}.`,
      `${AUDIT_AGAIN}, oder verwenden Sie einen anderen Ledger-Dienst.`,
      'settled',
    ),
  'fill-too-large': (d) =>
    text(
      `Was der Ledger-Dienst als Ausführung geliefert hat, ist größer als jede echte Transaktion (${d['inputs'] !== undefined ? `${d['inputs']} Inputs` : d['kilobytes'] !== undefined ? `${d['kilobytes']} kB` : 'seine Größe'}); daher wurde es nicht gelesen.`,
      `${AUDIT_AGAIN}, oder verwenden Sie einen anderen Ledger-Dienst.`,
      'settled',
    ),
  'fill-audit-late': () =>
    text(
      'Der Ledger-Dienst hat die Ausführung und was sie ausgibt nicht rechtzeitig geliefert.',
      `${AUDIT_AGAIN}.`,
      'settled',
    ),
  'fill-audit-unreadable': () =>
    text(
      'Die neue Prüfung wurde nicht gespeichert, weil sie sich nicht wieder lesen ließe. Eine frühere Prüfung bleibt, wie sie ist.',
      'Was Sie erhalten haben, steht fest, wie der Trade zeigt. Prüfen Sie erneut; wiederholt es sich, melden Sie es.',
      'settled',
    ),
  'neighbours-unproven': (d) =>
    text(
      `Der Ledger-Dienst beweist nicht, wer sonst am Pool gehandelt hat: ${NEIGHBOUR_UNPROVEN[String(d['what'])] ?? 'Es lässt sich nicht lesen'}.`,
      `${NEIGHBOURS_AGAIN}, oder verwenden Sie einen anderen Ledger-Dienst.`,
      'settled',
    ),
  'neighbours-late': () =>
    text(
      'Der Ledger-Dienst hat die anderen Transaktionen am Pool nicht rechtzeitig geliefert.',
      `${NEIGHBOURS_AGAIN}.`,
      'settled',
    ),
  'neighbours-no-pool': () =>
    text(
      'Die Order handelte nicht mit genau einem Pool, der hier lesbar ist.',
      'Was Sie erhalten haben, steht fest, und auch die Prüfung der Ausführung selbst gilt.',
      'settled',
    ),
  'amount-malformed': (d) =>
    text(
      `„${d['text'] ?? ''}“ ist kein Betrag${d['decimals'] === undefined ? '' : ` mit höchstens ${d['decimals']} Nachkommastellen`}.`,
      `Geben Sie eine Zahl wie ${figure('12.5', '')} ein.`,
    ),
  'number-ambiguous': (d) =>
    text(
      `${d['text'] ?? 'Die Zahl'} kann ${figure(d['grouped'], 'eine Zahl')} oder ${figure(d['decimal'], 'eine andere')} bedeuten.`,
      `Schreiben Sie ${figure(d['grouped'], 'sie ohne Komma')} oder ${figure(d['short'], 'mit einem Dezimalzeichen')}.`,
    ),
  'slippage-out-of-range': () =>
    text(
      'Die Slippage-Toleranz muss mehr als 0 und höchstens 50 Prozent betragen.',
      'Geben Sie einen Wert wie 1 ein.',
    ),
  'same-token': () => text('Beide Seiten sind derselbe Token.', 'Wählen Sie zum Kaufen einen anderen Token.'),
};
