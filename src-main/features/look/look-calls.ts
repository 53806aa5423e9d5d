import type { Failure } from '#domain/failure.ts';
import type { Result } from '#domain/result.ts';
import { DONE, done, withProfile, type MainCalls, type OpenProfile } from '../../gate/handlers.ts';
import { Topic } from '../../gate/topic.ts';

/** The look of a profile, whatever its lists are. */
interface LookProfile<Looked> {
  readonly look: {
    readonly current: Looked | undefined;
    at(typed: string): Result<undefined, Failure>;
    refresh(): void;
    leave(): void;
    onChange(listener: () => void): () => void;
  };
}

export function lookCalls(profiles: OpenProfile<LookProfile<unknown>>): MainCalls<'look'> {
  const handler = withProfile(profiles);
  return {
    'look.at': handler(({ address }, { look }) => done(look.at(address))),
    'look.refresh': handler((_, { look }) => {
      look.refresh();
      return DONE;
    }),
    'look.leave': handler((_, { look }) => {
      look.leave();
      return DONE;
    }),
  };
}

type Show<Looked> = (looked: Looked | undefined) => void;

/** Calls back with what is looked at in the open profile: now, and whenever that changes. */
export function followLook<Looked>(profiles: OpenProfile<LookProfile<Looked>>): (show: Show<Looked>) => void {
  return (show) => {
    let end: () => void = () => undefined;
    profiles.onChange((profile) => {
      end();
      end = profile ? profile.look.onChange(() => show(profile.look.current)) : () => undefined;
      show(profile?.look.current);
    });
  };
}

export function lookTopic(
  follow: (show: Show<{ readonly address: string }>) => void,
): Topic<{ address?: string | undefined }> {
  const topic = new Topic<{ address?: string | undefined }>({});
  follow((looked) => topic.set(looked ? { address: looked.address } : {}));
  return topic;
}
