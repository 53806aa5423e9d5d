import type { commandLineFailures as english } from './command-line.ts';
import { because, recorded } from './german.ts';
import { moneyIn } from './money-in.ts';
import { text, type FailuresIn } from './text.ts';

const LOOK_AGAIN =
  'Suchen Sie den Hash der Transaktion auf dem Ledger; der nächste Swap mit demselben Journal verfolgt sie und sagt, was aus ihr wurde.';

function adviceFor(state: unknown): string {
  const money = moneyIn(state);
  if (money === 'none') return 'Führen Sie den Befehl erneut aus, wenn Sie so weit sind.';
  return money === 'settled'
    ? 'Der Trade ist zu Ende: resume mit demselben Journal sagt, was gezahlt und erhalten wurde.'
    : LOOK_AGAIN;
}

const BUNDLE_ADVICE =
  'Nichts wurde beurteilt. Berichtigen Sie das Bundle; in docs/cli.md steht, was eines enthält.';

export const commandLineFailures: FailuresIn<typeof english> = {
  'command-line-wrong': (d) =>
    text(
      `Die Befehlszeile ist falsch${because(d['reason'])}.`,
      'Alle Befehle zeigt: npm run --silent touchstone -- --help',
    ),
  interrupted: (d) =>
    text(
      `Angehalten durch ${d['signal'] ?? 'ein Signal'}${d['state'] === undefined ? '' : `; Zustand des Trades: ${d['state']}`}.`,
      adviceFor(d['state']),
      moneyIn(d['state']),
    ),
  'wait-over': (d) =>
    text(
      `Der Trade hat „${d['goal'] ?? 'filled'}“ nicht rechtzeitig erreicht; sein Zustand: ${d['state'] ?? 'open'}.`,
      LOOK_AGAIN,
      moneyIn(d['state']),
    ),
  'closed-unfilled': () =>
    text(
      'Die Order wurde ohne Ausführung geschlossen: anderswo storniert oder von der Börse zurückgegeben.',
      'Was in ihr lag, hat die schließende Transaktion ausgezahlt. Prüfen Sie das Guthaben, und handeln Sie dann erneut.',
      'settled',
    ),
  'file-not-written': (d) =>
    text(
      `${d['file'] ?? 'Die Datei'} kann nicht geschrieben werden${because(d['reason'])}.`,
      'Kein Teil davon bleibt zurück. Schaffen Sie Platz, oder nennen Sie einen anderen Ort, und führen Sie den Befehl erneut aus.',
    ),
  'result-not-written': (d) =>
    text(
      `Das Ergebnis konnte nicht in ${d['stream'] ?? 'die Ausgabe'} geschrieben werden${because(d['reason'])}.`,
      'Der Befehl selbst hat seine Arbeit vielleicht getan: Sehen Sie nach, bevor Sie ihn wiederholen, und geben Sie ihm dann eine Ausgabe, die Platz hat.',
      'unknown',
    ),
  'bundle-not-written': (d) =>
    text(
      `Der Trade steht als exportiert im Journal, und sein Bundle konnte nicht in ${d['file'] ?? 'seine Datei'} geschrieben werden${because(d['reason'])}.`,
      `Noch hat es niemand. Exportieren Sie den Trade nicht ein zweites Mal; lassen Sie dasselbe Bundle anderswohin schreiben: export --again ${d['trade'] ?? 'HASH'} --bundle DATEI, mit derselben Wallet oder mit --journal.`,
    ),
  'signature-not-written': (d) =>
    text(
      `Es ist hier signiert und festgehalten, und die Signatur konnte nicht in ${d['file'] ?? 'ihre Datei'} geschrieben werden${because(d['reason'])}.`,
      'Niemand hat die Signatur. Schaffen Sie Platz, oder nennen Sie einen anderen Ort, und signieren Sie erneut: Regel V12 fragt dann nach dem ersten Mal, und das ist dieses.',
    ),
  'nothing-to-resume': () =>
    text(
      'Im Journal ist kein signierter Trade; daher gibt es nichts fortzusetzen.',
      'Wurde ein Trade signiert, nennen Sie das Journal, in dem er steht: --journal.',
    ),
  'trade-not-in-journal': () =>
    text(
      'Im Journal ist kein Trade mit dieser Transaktion.',
      'Nennen Sie das Journal, in dem er steht (--journal), und suchen Sie den Hash auf dem Ledger, bevor Sie erneut handeln.',
      'unknown',
    ),
  'several-trades-open': (d) =>
    text(
      `${d['count'] ?? 'Mehrere'} Trades dieses Journals sind offen.`,
      'Nennen Sie einen davon mit dem Hash seiner Transaktion: --trade.',
      'unknown',
    ),
  'token-ambiguous': (d) =>
    text(
      `${d['count'] ?? 'Mehrere'} verifizierte Token heißen „${d['token'] ?? 'so'}“.`,
      'Nennen Sie den Token mit seiner vollen ID (Policy-ID und Asset-Name in Hex).',
    ),
  'warning-unaccepted': (d) =>
    text(
      `Die Prüfung der Transaktion warnt (Regel ${d['rule'] ?? 'unbekannt'}).${recorded(d['finding'])}`,
      `Sie wurde nicht signiert. Entscheiden Sie ohne --yes, oder fügen Sie --accept ${d['rule'] ?? 'RULE'} hinzu.`,
    ),
  'receipt-unreadable': (d) =>
    text(
      `Das ist keine Quittung${because(d['reason'])}.`,
      'Nennen Sie die Datei einer Quittung, wie Touchstone sie gespeichert hat.',
    ),
  'audit-unreadable': (d) =>
    text(
      `Hier ist nichts zu prüfen${because(d['reason'])}.`,
      'Nennen Sie eine Transaktion auf der Chain: ihre Bytes und die Transaktionen, die gemacht haben, was sie ausgibt.',
    ),
  'bundle-unreadable': (d) =>
    text(
      `Das Bundle ist nicht lesbar${because(d['reason'])}.`,
      'Nennen Sie eine Datei mit einem Bundle, oder - für ein Bundle je Zeile der Standardeingabe.',
    ),
  'bundle-too-large': (d) =>
    text(
      `Das Bundle ist zu groß: mehr als ${d['limit'] ?? 'einige'} Megabyte.`,
      'Lassen Sie Eltern-Transaktionen und Inputs weg, die die Transaktion nicht ausgibt.',
    ),
  'bundle-not-json': (d) => text(`Das Bundle ist kein JSON${because(d['reason'])}.`, BUNDLE_ADVICE),
  'bundle-malformed': (d) =>
    text(`Das Bundle ist falsch bei ${d['path'] ?? 'einer Stelle'}${because(d['reason'])}.`, BUNDLE_ADVICE),
};
