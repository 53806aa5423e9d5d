import type { deskApproval } from '#contract/approval.ts';
import type { ApprovalTable } from '#contract/index.ts';
import { languageOf, type LanguageChoice } from '#domain/words/catalogue.ts';
import { approvalCalls, ApprovalWindow } from '../features/approval/approval-window.ts';
import { batchCalls, Batches } from '../features/approval/batches.ts';
import { Reviews } from '../features/approval/review.ts';
import type { Handlers } from '../gate/handlers.ts';
import type { TicketEdge } from '../ports/windows.ts';
import type { DeskParts } from './desk-parts.ts';

/**
 * The approval window, what goes through it, and what it shows of the preferences. `address`: that of the wallet, if
 * there is one.
 */
export function approvalSide(desk: DeskParts, address: () => string | undefined) {
  const { windows, clock, profiles, preferences } = desk;
  const approval = new ApprovalWindow(
    {
      ...desk,
      machineTime: (moment) => clock.machineTime(moment),
      adaUsd: () => profiles.topic.value.adaUsd,
    },
    preferences.value.theme,
  );
  const speak = (choice: LanguageChoice): void => {
    approval.setLanguage(languageOf(choice));
    windows.speak(languageOf(choice));
  };
  speak(preferences.value.language);
  preferences.onChange(({ theme, language }) => {
    approval.setTheme(theme);
    speak(language);
  });
  approval.topic.follow(({ value: { task } }) => profiles.replays.hold(task.kind === 'transaction'));
  const batches = new Batches(desk, profiles, approval);
  let deskSeen = false;
  const reviews = new Reviews(approval, batches, {
    acknowledged: () => preferences.value.acknowledged,
    buildsAhead: (id) => deskSeen && !preferences.value.builtAtReview.includes(id ?? 'practice'),
  });
  /** Where nothing can be signed yet, no window for it is made ahead. */
  const prepare = (): void => {
    if (address() !== undefined) void approval.prepare();
  };
  const main: Handlers<typeof deskApproval> = {
    calls: batchCalls(batches),
    topics: { batch: batches.topic },
  };
  const window: Handlers<ApprovalTable> = {
    calls: approvalCalls(approval, windows),
    topics: { task: approval.topic },
  };
  return {
    approval,
    batches,
    reviews,
    main,
    window,
    prepare,
    /** Whether the trading window can be seen, and where its ticket begins. */
    attend(visible: boolean, ticket: TicketEdge | undefined): void {
      deskSeen = visible;
      const profile = profiles.current();
      // Nothing is built for a window that nobody sees.
      if (!visible && profile.ok) profile.value.trading.dropAhead();
      approval.ticket = ticket;
      prepare();
    },
    async stop(): Promise<void> {
      batches.stop();
      await approval.cancel();
      await batches.settled();
    },
  };
}
