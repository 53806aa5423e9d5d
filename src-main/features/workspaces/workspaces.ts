import * as v from 'valibot';
import { workspace, type WorkspaceSetup, type WorkspaceView } from '#contract/workspaces.ts';
import { failure, type Failure } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import type { SettingsStore } from '../../ports/journal.ts';
import { KeptList } from '../../ports/kept-entries.ts';
import { freeName } from '../../gate/own-file.ts';
import { Topic } from '../../gate/topic.ts';

const MOST = 20;
const KEY = 'workspaces';

/** The named workspaces, kept in the settings by their names. */
export class Workspaces {
  readonly topic: Topic<WorkspaceView[]>;
  readonly #kept: KeptList<WorkspaceView>;

  constructor(settings: SettingsStore) {
    this.#kept = new KeptList(settings, KEY, { read: readWorkspace, idOf: ({ name }) => name, most: MOST });
    this.topic = new Topic([...this.#kept.entries]);
  }

  get(name: string): WorkspaceView | undefined {
    return this.topic.value.find((each) => each.name === name);
  }

  /** Keeps a workspace, in place of the one of that name. Failure: `workspaces-full`. */
  save(name: string, setup: WorkspaceSetup): Result<undefined, Failure> {
    const { value } = this.topic;
    if (this.get(name)) this.#keep(value.map((each) => (each.name === name ? { name, setup } : each)));
    else if (value.length >= MOST) return failed(failure('workspaces-full', { most: MOST }));
    else this.#keep([...value, { name, setup }]);
    return ok(undefined);
  }

  /** Failures: `workspace-unknown`, `workspace-name-taken`. */
  rename(name: string, to: string): Result<undefined, Failure> {
    if (!this.get(name)) return failed(failure('workspace-unknown'));
    if (name !== to && this.get(to)) return failed(failure('workspace-name-taken'));
    this.#kept.renamed(name, to);
    this.#keep(this.topic.value.map((each) => (each.name === name ? { ...each, name: to } : each)));
    return ok(undefined);
  }

  /** Failure: `workspace-unknown`. */
  remove(name: string): Result<undefined, Failure> {
    if (!this.get(name)) return failed(failure('workspace-unknown'));
    this.#keep(this.topic.value.filter((each) => each.name !== name));
    return ok(undefined);
  }

  /** Adds a workspace beside those there are: a name that is taken gets a number. Failure: `workspaces-full`. */
  add({ name, setup }: WorkspaceView): Result<{ readonly name: string }, Failure> {
    const saved = freeName(name, (taken) => this.get(taken) !== undefined);
    const outcome = this.save(saved, setup);
    return outcome.ok ? ok({ name: saved }) : outcome;
  }

  #keep(list: readonly WorkspaceView[]): void {
    this.#kept.keep(list);
    this.topic.set([...list]);
  }
}

function readWorkspace(stored: unknown): WorkspaceView | undefined {
  const fits = v.safeParse(workspace, stored);
  return fits.success ? fits.output : undefined;
}
