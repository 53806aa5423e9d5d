import type { VaultTask } from '#contract/index.ts';
import { failure, type Failure } from '#domain/failure.ts';
import { failed, type Result } from '#domain/result.ts';
import { DONE, type OpenProfile } from '../../gate/handlers.ts';
import type { TaskOf, VaultWindow } from './vault-window.ts';

/** The answer to an agreement that took no password, and came before anybody could have read what it is to. */
export const TOO_SOON = Promise.resolve(failed(failure('vault-too-soon')));

type Answer<Output> = Promise<Result<Output, Failure>>;

/** How the work of the vault window's calls belongs to the task that the window is open for. */
export function tasksOf<Profile>(profiles: Pick<OpenProfile<Profile>, 'current'>, vault: VaultWindow) {
  /** Does the work of a call while the window is open for one of these tasks. */
  const during = <Kind extends VaultTask['kind'], Output>(
    name: string,
    kinds: readonly Kind[],
    work: (profile: Profile, task: TaskOf<Kind>) => Answer<Output>,
  ): Answer<Output> => {
    const task = vault.current(...kinds);
    if (!task) return Promise.resolve(vault.refuse(name));
    const profile = profiles.current();
    return profile.ok ? work(profile.value, task) : Promise.resolve(profile);
  };
  /**
   * Ends the task when the work succeeded; otherwise the user may try again. A window that was left while the keychain
   * kept it waiting changes nothing afterwards, and what it is open for by then is not ended.
   */
  const ending = async (
    task: VaultTask,
    work: (wanted: () => boolean) => Promise<Result<unknown, Failure>>,
  ) => {
    const wanted = () => vault.current(task.kind) === task;
    const result = await work(wanted);
    if (!result.ok) return result;
    vault.finishTask(task);
    return DONE;
  };
  return { during, ending };
}
