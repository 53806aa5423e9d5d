import { INTERVALS } from '../words/phrases.de.ts';
import type { dcaFailures as english } from './dca.ts';
import { figure } from './german.ts';
import { text, type FailuresIn } from './text.ts';

export const dcaFailures: FailuresIn<typeof english> = {
  'dca-needs-ada': () =>
    text(
      'Wiederkehrende Orders handeln zwischen ADA und einem Token.',
      'Wählen Sie auf einer Seite ADA, oder verwenden Sie einen Swap.',
    ),
  'dca-interval-refused': (d) =>
    text(
      `Der Dienst nimmt keine wiederkehrenden Orders ${d['asked'] === undefined ? 'mit diesem Intervall' : `mit dem Intervall „${d['asked']}“`} an. Er nimmt: ${Object.values(INTERVALS).join(', ')}.`,
      'Wählen Sie eines davon.',
    ),
  'dca-cycles-refused': (d) =>
    text(
      `Ein Plan hat 1 bis ${d['most'] ?? 'einige'} Trades, nicht ${d['cycles'] ?? 'so viele'}.`,
      'Wählen Sie eine andere Zahl von Trades.',
    ),
  'dca-cycle-too-small': (d) =>
    text(
      `Durch ${d['cycles'] ?? 'so viele'} geteilt, würde ein Trade zu wenig verkaufen${d['minimum'] === undefined ? '' : ` (mindestens ${figure(d['minimum'], '')})`}.`,
      'Geben Sie einen größeren Gesamtbetrag ein oder weniger Trades.',
    ),
  'exchange-without-dca': () =>
    text(
      'Die gewählten Börsen nehmen keine wiederkehrenden Orders an oder sind dem Dienst nicht bekannt.',
      'Erlauben Sie andere Börsen, oder überlassen Sie dem Dienst die Wahl.',
    ),
  'dca-rest-differs': (d) =>
    text(
      `Der Plan müsste noch ${figure(d['expected'], 'mehr')} enthalten, auf der Chain enthält er ${figure(d['found'], 'weniger')}: Seine Stornierung wird nicht verlangt.`,
      'Aktualisieren Sie die Pläne. Weichen die Zahlen dann noch ab, sehen Sie sich seine Transaktionen an, und melden Sie es dem Dienst.',
    ),
};
