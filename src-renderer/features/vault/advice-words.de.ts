import type { Translation } from '#domain/words/catalogue.ts';
import type { advice as english } from './advice-words.ts';

export const adviceWords: Translation<typeof english> = {
  'warnings/straightRow': 'Tastenreihen der Tastatur sind leicht zu erraten.',
  'warnings/keyPattern': 'Kurze Tastaturmuster sind leicht zu erraten.',
  'warnings/simpleRepeat': 'Wiederholte Zeichen wie „aaa“ sind leicht zu erraten.',
  'warnings/extendedRepeat': 'Wiederholte Zeichenfolgen wie „abcabcabc“ sind leicht zu erraten.',
  'warnings/sequences': 'Übliche Zeichenfolgen wie „abc“ sind leicht zu erraten.',
  'warnings/recentYears': 'Jahreszahlen der letzten Zeit sind leicht zu erraten.',
  'warnings/dates': 'Kalenderdaten sind leicht zu erraten.',
  'warnings/topTen': 'Dieses Passwort wird außerordentlich oft verwendet.',
  'warnings/topHundred': 'Dieses Passwort wird sehr oft verwendet.',
  'warnings/common': 'Dieses Passwort wird oft verwendet.',
  'warnings/similarToCommon': 'Dieses Passwort ähnelt einem, das oft verwendet wird.',
  'warnings/wordByItself': 'Einzelne Wörter sind leicht zu erraten.',
  'warnings/namesByThemselves': 'Einzelne Vor- oder Nachnamen sind leicht zu erraten.',
  'warnings/commonNames': 'Häufige Vor- und Nachnamen sind leicht zu erraten.',
  'warnings/userInputs':
    'Es enthält ein Wort von Touchstone oder Cardano; solche werden beim Raten zuerst probiert.',
  'warnings/pwned': 'Ihr Passwort wurde durch ein Datenleck im Internet bekannt.',
  'suggestions/l33t': 'Vermeiden Sie vorhersehbare Ersetzungen wie „@“ für „a“.',
  'suggestions/reverseWords': 'Vermeiden Sie rückwärts geschriebene geläufige Wörter.',
  'suggestions/allUppercase': 'Schreiben Sie einige Buchstaben groß, aber nicht alle.',
  'suggestions/capitalization': 'Schreiben Sie mehr als den ersten Buchstaben groß.',
  'suggestions/dates': 'Vermeiden Sie Daten und Jahreszahlen, die mit Ihnen zu tun haben.',
  'suggestions/recentYears': 'Vermeiden Sie Jahreszahlen der letzten Zeit.',
  'suggestions/associatedYears': 'Vermeiden Sie Jahreszahlen, die mit Ihnen zu tun haben.',
  'suggestions/sequences': 'Vermeiden Sie übliche Zeichenfolgen.',
  'suggestions/repeated': 'Vermeiden Sie wiederholte Wörter und Zeichen.',
  'suggestions/longerKeyboardPattern':
    'Verwenden Sie längere Tastaturmuster und wechseln Sie mehrmals die Richtung.',
  'suggestions/anotherWord': 'Fügen Sie weitere, weniger geläufige Wörter hinzu.',
  'suggestions/useWords': 'Verwenden Sie mehrere Wörter, aber keine geläufigen Wendungen.',
  'suggestions/noNeed': 'Starke Passwörter sind auch ohne Symbole, Ziffern und Großbuchstaben möglich.',
  'suggestions/pwned': 'Wenn Sie dieses Passwort auch anderswo verwenden, sollten Sie es ändern.',
};
