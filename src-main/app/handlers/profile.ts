import type { Desk } from '../desk.ts';
import { DONE, type MainCalls } from './calls.ts';

export function profileCalls({ host, vault }: Desk): MainCalls<'profile'> {
  return {
    'profile.configureLive': async (addresses) => {
      const configured = host.live.configure(addresses);
      if (!configured.ok) return configured;
      vault.finish();
      await host.reconfigured();
      return DONE;
    },
    'profile.switch': async ({ mode }) => {
      // What the vault window was open for belongs to the profile that is left.
      vault.finish();
      await host.switchTo(mode);
      return DONE;
    },
  };
}
