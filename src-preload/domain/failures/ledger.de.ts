import type { ledgerFailures as english } from './ledger.ts';
import { isServersFault, text, type FailureData, type FailuresIn } from './text.ts';

const REFUSALS: Readonly<Record<string, string>> = {
  OutsideValidityIntervalUTxO: 'Sie liegt außerhalb der Zeit, für die sie gültig ist',
  ValueNotConservedUTxO: 'Was sie ausgibt, ist nicht, was sie auszahlt',
  FeeTooSmallUTxO: 'Ihre Netzwerkgebühr ist zu klein',
  BabbageOutputTooSmallUTxO: 'In einem ihrer Outputs liegen weniger ADA, als das Netzwerk verlangt',
  OutputTooSmallUTxO: 'In einem ihrer Outputs liegen weniger ADA, als das Netzwerk verlangt',
};

function refusal(rule: FailureData[string] | undefined): string {
  if (rule === undefined) return 'Sie verletzt eine Regel';
  const words = REFUSALS[String(rule)];
  return words === undefined ? String(rule) : `${words} (${rule})`;
}

const NOT_SHOWN: Readonly<Record<string, string>> = {
  history: 'vergangene Transaktionen',
  bytes: 'die Bytes vergangener Transaktionen',
  datums: 'Daten, von denen nur der Hash bekannt ist',
  assets: 'was über einen Token registriert ist',
  scripts: 'welche Outputs das Skript einer Börse sperrt',
  spender: 'welche Transaktion einen Output ausgegeben hat',
};

export const ledgerFailures: FailuresIn<typeof english> = {
  'ledger-unreachable': (d) =>
    text(
      `Der Ledger-Dienst unter ${d['host'] ?? 'der eingestellten Adresse'} ist nicht erreichbar.`,
      'Prüfen Sie das Netz und die Adresse in den Einstellungen.',
    ),
  'ledger-timeout': (d) =>
    text(
      `Der Ledger-Dienst hat innerhalb von ${d['seconds'] ?? '15'} Sekunden nicht geantwortet.`,
      'Versuchen Sie es gleich noch einmal; wiederholt es sich, verwenden Sie einen anderen.',
    ),
  'ledger-certificate-refused': () =>
    text(
      'Der Ledger-Dienst konnte nicht beweisen, dass er der unter dieser Adresse ist (sein Zertifikat wurde abgelehnt).',
      'Prüfen Sie die Adresse und das Netz; machen Sie nicht über ein Netz weiter, dem Sie nicht vertrauen.',
    ),
  'ledger-redirected': () =>
    text(
      'Der Ledger-Dienst hat mit einer Weiterleitung geantwortet; Touchstone lehnt sie ab, weil Ihr Zugriffstoken mitginge.',
      'Prüfen Sie die Adresse in den Einstellungen.',
    ),
  'ledger-paused': (d) =>
    text(
      `Der Ledger-Dienst ist ausgefallen oder bat zu warten; Touchstone fragt ihn in ${d['seconds'] ?? 'einigen'} Sekunden wieder.`,
      'Warten Sie, und versuchen Sie es dann erneut.',
    ),
  'ledger-call-cancelled': () =>
    text(
      'Die Anfrage an den Ledger-Dienst wurde abgebrochen.',
      'Versuchen Sie es erneut, wenn Sie so weit sind.',
    ),
  'ledger-quota-used': () =>
    text(
      'Das Tageskontingent des Zugriffstokens beim Ledger-Dienst ist aufgebraucht.',
      'Verwenden Sie in den Einstellungen ein anderes Token oder einen anderen Ledger-Dienst, oder warten Sie bis morgen.',
    ),
  'ledger-mempool-full': () =>
    text(
      'Der Ledger-Dienst kann jetzt keine weiteren Transaktionen annehmen; Ihre wurde nicht angenommen.',
      'Versuchen Sie es in einer Minute erneut.',
    ),
  'ledger-answer-too-large': () =>
    text(
      'Der Ledger-Dienst hat eine größere Antwort gesendet, als erlaubt ist.',
      'Verwenden Sie einen anderen Ledger-Dienst.',
    ),
  'ledger-key-refused': () =>
    text(
      'Der Ledger-Dienst hat sein Zugriffstoken abgelehnt.',
      'Geben Sie das Token in den Einstellungen erneut ein.',
    ),
  'ledger-blocked': () =>
    text(
      'Der Ledger-Dienst wurde nicht erreicht: Etwas vor ihm hat die Anfrage mit einer Webseite abgewiesen (Status 403).',
      'Ihr Token kann in Ordnung sein. Versuchen Sie es aus einem anderen Netz, ohne VPN oder Proxy, oder verwenden Sie einen anderen Ledger-Dienst.',
    ),
  'ledger-rate-limited': () =>
    text(
      'Der Ledger-Dienst bittet um weniger Anfragen.',
      'Warten Sie eine Minute, und versuchen Sie es erneut.',
    ),
  'ledger-answer-malformed': (d) =>
    text(
      `Der Ledger-Dienst hat eine Antwort gesendet, die nicht lesbar ist${d['path'] ? ` (bei ${d['path']})` : ''}.`,
      'Prüfen Sie, ob die gewählte API die unter dieser Adresse ist; wenn ja, verwenden Sie einen anderen.',
    ),
  'ledger-error': (d) =>
    text(
      `Der Ledger-Dienst konnte es nicht ausführen (Status ${d['status'] ?? 'unbekannt'}).`,
      isServersFault(d['status'])
        ? 'Versuchen Sie es gleich noch einmal; wiederholt es sich, verwenden Sie einen anderen.'
        : 'Noch einmal gefragt, lehnt er dasselbe ab: Lesen Sie seine eigenen Worte in den Einzelheiten, und prüfen Sie die Adresse und die API, die Sie für ihn gewählt haben.',
    ),
  'ledger-path-wrong': (d) =>
    text(
      `Unter ${d['address'] ?? 'dieser Adresse'} ist kein Ledger-Dienst: Schon die erste Frage ist dort unbekannt.`,
      `Geben Sie die Adresse mit ihrem Pfad ein, etwa ${d['usual'] ?? 'https://…/api/v0'}.`,
    ),
  'ledger-syncing': () =>
    text(
      'Der Knoten hinter diesem Ledger-Dienst holt das Netzwerk noch ein und kann daher noch nicht antworten.',
      'Warten Sie, bis er aufgeholt hat, was Stunden dauern kann (Ogmios zeigt es unter seiner Adresse bei /health), oder verwenden Sie einen anderen Ledger-Dienst.',
    ),
  'ledger-cannot-prove': (d) =>
    text(
      `${d['backEnd'] ?? 'Dieser Ledger-Dienst'} kann nicht zeigen: ${NOT_SHOWN[String(d['what'])] ?? 'dies'}. Daher lässt es sich nicht prüfen.`,
      'Nennen Sie in den Einstellungen einen zweiten Ledger-Dienst, der den Verlauf behält (Koios oder Blockfrost), oder verwenden Sie einen solchen als ersten.',
    ),
  'ledger-parameters-odd': (d) =>
    text(
      `Der Ledger-Dienst nennt ${d['found'] ?? 'einen anderen Wert'} für ${d['parameter'] ?? 'einen Netzwerkparameter'}, wo ${d['network'] ?? 'das Netzwerk'} bekanntlich ${d['known'] ?? 'einen anderen'} hat.`,
      'Hat das Netzwerk seine Parameter nicht geändert, ist der Dienst im Irrtum oder unehrlich: Vergleichen Sie ihn mit einem anderen.',
    ),
  'ledger-time-odd': (d) =>
    text(
      `Die Zeit des letzten Blocks beim Ledger-Dienst weicht um ${d['seconds'] ?? 'viele'} Sekunden von seinem Slot ab.`,
      'Der Dienst ist im Irrtum oder gehört zu einem anderen Netzwerk: Vergleichen Sie ihn mit einem anderen.',
    ),
  'ledger-behind': (d) =>
    text(
      `Der letzte Block des Ledger-Dienstes ist ${d['minutes'] ?? 'viele'} Minuten alt: Er hängt dem Netzwerk nach, oder die Uhr dieses Computers geht falsch.`,
      'Prüfen Sie die Uhr dieses Computers. Geht sie richtig, warten Sie, bis der Dienst aufgeholt hat, oder verwenden Sie einen anderen.',
    ),
  'clock-off': (d) =>
    text(
      `Die Uhr dieses Computers geht ${d['seconds'] ?? 'mehr als 60'} Sekunden ${d['way'] === 'behind' ? 'nach' : 'vor'}, gemessen am Ledger-Dienst.`,
      'Stellen Sie die Uhr: Nach ihr wird beurteilt, wie lange eine Transaktion gültig ist.',
    ),
  'ledger-not-found': () =>
    text(
      'Der Ledger-Dienst kennt das Gesuchte nicht.',
      'Prüfen Sie Ihre Eingabe, und ob sie zu diesem Netzwerk gehört. Was gerade gesendet wurde, erscheint dort binnen Minuten.',
    ),
  'wrong-network': (d) =>
    text(
      `Der Ledger-Dienst ist auf einem anderen Netzwerk (${d['found'] ?? 'unbekannt'}${d['expected'] === undefined ? '' : `, erwartet ${d['expected']}`}).`,
      'Berichtigen Sie die Adresse in den Einstellungen.',
    ),
  'sources-disagree': (d) =>
    text(
      `Die beiden Ledger-Dienste widersprechen einander darin, was die Transaktion ausgibt (Input ${d['input'] ?? 'unbekannt'}); einer von ihnen ist also im Irrtum oder unehrlich.`,
      'Nichts wurde signiert. Finden Sie heraus, welcher es ist, und ersetzen Sie ihn in den Einstellungen.',
    ),
  'ledgers-disagree': () =>
    text(
      'Laut dem ersten Ledger-Dienst hat die Transaktion die Chain nie erreicht, der zweite zeigt sie aber dort: Einer von ihnen ist im Irrtum oder unehrlich.',
      'Wiederholen Sie den Trade nicht. Suchen Sie den Hash auf anderem Weg auf dem Ledger, und ersetzen Sie in den Einstellungen den falschen.',
      'unknown',
    ),
  'second-ledger-same': () =>
    text(
      'Der zweite Ledger-Dienst hat dieselbe Adresse wie der erste; er würde also nur wiederholen, was der erste sagt.',
      'Nennen Sie einen, den jemand anderes betreibt, oder lassen Sie das Feld leer.',
    ),
  'submission-refused': (d) =>
    text(
      `Der Ledger hat die Transaktion abgelehnt: ${refusal(d['rule'])}.`,
      'Sie ist signiert; wer die Signaturen hat, könnte sie also noch auf die Chain bringen, bis sie abläuft. Senden Sie sie unter „Aktivität“ erneut, oder warten Sie, bis sie abgelaufen ist, bevor Sie wieder handeln.',
      'unknown',
    ),
  'submission-unknown': () =>
    text(
      'Ob die Transaktion angekommen ist, ist noch nicht bekannt.',
      'Touchstone sucht weiter nach ihr; wiederholen Sie den Trade nicht.',
      'unknown',
    ),
  'validity-passed': (d) =>
    text(
      `Die Gültigkeit dieser Transaktion ist vorbei, und die Chain zeigt sie nicht. Als abgelaufen gilt sie, sobald ${d['of'] ?? 'genügend'} Blöcke das bestätigen: Bis dahin kann noch einer ersetzt werden, oder der Ledger-Dienst hinkt nach.`,
      'Warten Sie so lange, meist ein paar Minuten, und wiederholen Sie den Trade nicht vorher.',
      'unknown',
    ),
  'inputs-spent': (d) =>
    d['unproven'] === true
      ? text(
          `Laut dem Ledger-Dienst hat eine andere Transaktion${d['by'] === undefined ? '' : `, ${d['by']},`} das Guthaben von dieser ausgegeben, und nichts beweist es.`,
          'Sie ist signiert und könnte also noch ausgeführt werden, bis sie abläuft; so lange verfolgt Touchstone sie. Wiederholen Sie den Trade nicht vorher.',
          'unknown',
        )
      : d['waits'] !== undefined
        ? text(
            `Eine andere Transaktion, die diese Wallet signiert hat, ${d['by'] ?? 'unbekannt'}, hat das Guthaben von dieser ausgegeben. Diese ist zu Ende, sobald jene ${d['waits']} Blöcke tief liegt; bis dahin kann noch ein Block ersetzt werden.`,
            'Touchstone verfolgt bis dahin beide. Wiederholen Sie den Trade nicht vorher.',
            'unknown',
          )
        : text(
            `Das Guthaben dieser Transaktion wurde von einer anderen ausgegeben${d['by'] === undefined ? '' : `, ${d['by']}: Sie kann nicht mehr ausgeführt werden`}.`,
            'Handelt ein anderes Programm mit dieser Wallet, sehen Sie sich zuerst dessen Trade an. Aktualisieren Sie dann das Kursangebot, und prüfen Sie erneut.',
          ),
};
