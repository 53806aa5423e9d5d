import type { releaseFailures as english } from './releases.ts';
import { because } from './german.ts';
import { text, type FailuresIn } from './text.ts';

const LEAVE_IT = 'Öffnen Sie die Datei nicht.';

export const releaseFailures: FailuresIn<typeof english> = {
  'release-unreadable': (d) =>
    text(
      `Das ist kein Release-Manifest${because(d['reason'])}.`,
      'Laden Sie das Manifest noch einmal herunter, und speichern Sie es nicht aus einem Editor, der es ändern kann.',
    ),
  'release-unsigned': () =>
    text(
      'Dieses Manifest ist nicht signiert; es beweist also nichts.',
      `${LEAVE_IT} Laden Sie beide noch einmal von der Seite des Releases herunter.`,
    ),
  'release-no-keys': () =>
    text(
      'Dieser Build von Touchstone enthält keinen Release-Schlüssel und kann also kein Release beweisen.',
      'Er wurde vor dem ersten Release gebaut. Auf der Befehlszeile nennt --public-key einen Schlüssel, dem Sie vertrauen.',
    ),
  'release-key-unknown': (d) =>
    text(
      `Dieses Manifest ist mit einem Schlüssel signiert, den dieses Touchstone nicht kennt (${d['key'] ?? 'ohne Namen'}).`,
      `${LEAVE_IT} Wurde der Schlüssel ersetzt, steht es auf der Seite des Releases: Aktualisieren Sie über eine Version, die beide Schlüssel kennt.`,
    ),
  'release-altered-manifest': (d) =>
    text(
      `Die Signatur stimmt nicht: Das Manifest wurde geändert, oder es ist nicht vom Release-Schlüssel ${d['key'] ?? ''}.`,
      `${LEAVE_IT} Laden Sie beide noch einmal von der Seite des Releases herunter.`,
    ),
  'release-other-product': (d) =>
    text(
      `Dieses Manifest ist für ein anderes Produkt (${d['product'] ?? 'ohne Namen'}), obwohl der Release-Schlüssel es signiert hat.`,
      LEAVE_IT,
    ),
  'release-expired': (d) =>
    text(
      `Dieses Manifest, für Version ${d['version'] ?? 'unbekannt'}, ist am ${d['expired'] ?? 'einem früheren Tag'} abgelaufen: Es sagt nicht mehr, was aktuell ist.`,
      'Holen Sie das aktuelle Manifest. Ist dies das aktuelle, hält vielleicht jemand neuere von Ihnen fern, oder die Uhr dieses Computers geht falsch.',
    ),
  'release-clock': (d) =>
    text(
      `Dieses Manifest ist auf ${d['released'] ?? 'die Zukunft'} datiert, und die Uhr dieses Computers zeigt ${d['now'] ?? 'weniger'}.`,
      'Stellen Sie die Uhr, und prüfen Sie dann erneut.',
    ),
  'release-downgrade': (d) =>
    text(
      `Dieses Manifest ist für Version ${d['version'] ?? 'unbekannt'}, die niedriger ist als dieses Touchstone (${d['running'] ?? 'unbekannt'}).`,
      `${LEAVE_IT} Eine alte Version hat Fehler, die inzwischen behoben sind, und doch ist ihre Signatur noch gültig.`,
    ),
  'release-goes-back': (d) =>
    text(
      `Dieses Manifest (Version ${d['version'] ?? 'unbekannt'}, vom ${d['released'] ?? 'früheren Tag'}) ist älter als eines, das schon zu sehen war (Version ${d['seen'] ?? 'unbekannt'}, vom ${d['seenReleased'] ?? 'späteren Tag'}).`,
      'Holen Sie das aktuelle Manifest. Ist dies das aktuelle, hält vielleicht jemand neuere von Ihnen fern.',
    ),
  'release-file-altered': (d) =>
    text(
      `Das ist nicht die Datei, die signiert wurde: ${d['file'] ?? 'Die Datei'} der Version ${d['version'] ?? 'unbekannt'} wurde geändert, oder ihr Download ist beschädigt${d['size'] === d['listed'] ? '' : ` (${d['size'] ?? '?'} Bytes statt ${d['listed'] ?? '?'})`}.`,
      `${LEAVE_IT} Löschen Sie sie, und laden Sie sie noch einmal herunter.`,
    ),
  'release-file-unlisted': (d) =>
    text(
      `${d['file'] ?? 'Diese Datei'} ist keine Datei von Touchstone ${d['version'] ?? 'unbekannt'}: Das Manifest nennt keine mit diesem Inhalt oder diesem Namen.`,
      `${LEAVE_IT} Prüfen Sie, ob Manifest und Datei aus demselben Release sind.`,
    ),
  'release-file-unreadable': (d) =>
    text(`Die Datei ${d['file'] ?? ''} ist nicht lesbar${because(d['reason'])}.`, 'Wählen Sie sie erneut.'),
  'release-address-missing': () =>
    text(
      'Dieser Build von Touchstone kennt keine Adresse, bei der er nach neuen Versionen fragen kann.',
      'Sehen Sie auf der Seite nach, von der Sie ihn heruntergeladen haben.',
    ),
  'release-unreachable': (d) =>
    text(
      `Die Adresse der Releases (${d['host'] ?? 'unbekannt'}) hat kein Manifest geliefert${because(d['reason'])}.`,
      'Sie wird morgen oder beim nächsten Start wieder gefragt.',
    ),
  'release-page-elsewhere': (d) =>
    text(
      `Das Manifest für Version ${d['version'] ?? 'unbekannt'} nennt eine Seite, die keine von Touchstone ist, obwohl der Release-Schlüssel es signiert hat.`,
      'Suchen Sie diese Seite nicht. Melden Sie es: Der Schlüssel kann gestohlen sein.',
    ),
  'release-choosing': () =>
    text(
      'Es wird schon eine Datei gewählt.',
      'Wählen Sie eine, oder brechen Sie ab, und versuchen Sie es dann erneut.',
    ),
  'release-unknown': () =>
    text(
      'Diese Version wird nicht mehr angeboten.',
      'Sehen Sie nach, was die Einstellungen über neue Versionen sagen.',
    ),
};
