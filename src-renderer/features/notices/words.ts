import { inLanguage } from '../../words/in-language.ts';

/** The bell, and the notices that come. */
export const words = inLanguage('features/notices/words', {
  happened: 'What happened to orders, plans and prices',
  notices: ({ unread }: { readonly unread: number }) =>
    `Notices of orders, plans and alerts${unread > 0 ? `, ${unread} new` : ''}`,
  none: 'Nothing has happened yet. What happens to orders and to recurring plans, and alerts that go off, are listed here.',
  dismiss: ({ notice }: { readonly notice: string }) => `Dismiss: ${notice}`,
  newNotices: 'New notices of orders, plans and alerts',
  show: 'Show it',
});
