import type { inspectFailures as english } from './inspect.ts';
import { because, recorded } from './german.ts';
import { text, type FailuresIn } from './text.ts';

export const inspectFailures: FailuresIn<typeof english> = {
  'transaction-undecodable': (d) =>
    text(
      `Der Dienst hat etwas gesendet, das keine einzelne schlichte Transaktion ist${because(d['reason'])}.`,
      'Signieren Sie nicht. Aktualisieren Sie das Kursangebot; wiederholt es sich, schließen Sie die Börse aus.',
    ),
  'proofs-disagree': (d) =>
    text(
      `Zwei unabhängige Beweise dieser Transaktion stimmen nicht überein.${recorded(d['finding'])}`,
      'Sie wurde nicht signiert. Speichern Sie den Bericht, und senden Sie ihn den Entwicklern; handeln Sie bis dahin ohne diese Börse.',
    ),
  'inspection-blocked': (d) =>
    /^P\d/.test(String(d['rule']))
      ? text(
          `Der Trade liegt außerhalb Ihrer Limits.${recorded(d['finding'])}`,
          'Er wurde nicht signiert. Handeln Sie innerhalb der Limits, oder ändern Sie sie in den Einstellungen unter „Limits“.',
        )
      : text(
          `Die Transaktion ist nicht, was Sie akzeptiert haben.${recorded(d['finding'])}`,
          'Sie wurde nicht signiert. Aktualisieren Sie das Kursangebot; wiederholt es sich, verwenden Sie diesen Dienst nicht mehr.',
        ),
};
