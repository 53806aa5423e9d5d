import type { Desk } from '../desk.ts';
import { DONE, type MainCalls } from './calls.ts';

export function preferenceCalls({ preferences }: Desk): MainCalls<'preferences'> {
  return {
    'preferences.set': (changes) => {
      preferences.change(changes);
      return Promise.resolve(DONE);
    },
  };
}
