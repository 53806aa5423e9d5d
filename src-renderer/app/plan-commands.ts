import { planText } from '../features/dca/plan-words.ts';
import type { Desk } from '../state/desk.svelte.ts';
import { goToPlans } from './go-to-plans.ts';
import type { PaletteCommand } from './palette-command.ts';

const MOST_PLANS = 5;

/** What can be done with recurring orders: see them, open one, cancel one that runs. */
export function planCommands(desk: Desk): readonly PaletteCommand[] {
  const { plans, layers, tokens } = desk;
  const commands: PaletteCommand[] = [
    { text: 'Show: Plans, recurring orders (DCA)', keys: ['P'], run: () => goToPlans(desk) },
  ];
  if (plans.rows === undefined || plans.rows.length === 0) return commands;
  commands.push({
    text: 'Refresh the plans',
    run: () => void desk.tell(plans.refresh(), 'The plans were asked for.'),
  });
  for (const row of plans.rows.slice(0, MOST_PLANS)) {
    const words = planText(row, (id) => tokens.shape(id));
    commands.push({ text: `Open the plan ${words}`, run: () => desk.showPlan(row.id) });
    if (row.cancellable)
      commands.push({
        text: `Cancel the plan ${words}`,
        run: () => layers.show({ kind: 'cancel-plan', planId: row.id }),
      });
  }
  return commands;
}
