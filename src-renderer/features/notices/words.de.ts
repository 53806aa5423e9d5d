import type { Translation } from '#domain/words/catalogue.ts';
import type { words as english } from './words.ts';

export const noticeWords: Translation<typeof english> = {
  happened: 'Was mit Orders, Plänen und Kursen geschah',
  notices: ({ unread }) => `Hinweise zu Orders, Plänen und Alarmen${unread > 0 ? `, ${unread} neu` : ''}`,
  none: 'Noch ist nichts geschehen. Was mit Orders und wiederkehrenden Plänen geschieht und welche Alarme auslösen, steht hier.',
  dismiss: ({ notice }) => `Entfernen: ${notice}`,
  newNotices: 'Neue Hinweise zu Orders, Plänen und Alarmen',
  show: 'Anzeigen',
};
