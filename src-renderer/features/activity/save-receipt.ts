import type { Answer, MainOutput } from '../../client/main-api.ts';
import type { Desk } from '../../state/desk.svelte.ts';

/** Tells where a file was saved, or why not. Nothing is said when the user left. */
export async function tellSaved(
  desk: Desk,
  what: string,
  saving: Promise<Answer<MainOutput<'trades.receipt'>>>,
): Promise<void> {
  const answer = await saving;
  if (!answer.ok) desk.layers.complain(answer.failure);
  else if (answer.value.saved) desk.layers.say(`${what} saved as ${answer.value.place ?? 'a file'}.`);
}
