import type { Desk } from '../desk.ts';
import { DONE, type MainCalls } from './calls.ts';

export function profileCalls({ host, vault, approval }: Desk): MainCalls<'profile'> {
  return {
    'profile.configureLive': async (addresses) => {
      const configured = host.live.configure(addresses);
      if (!configured.ok) return configured;
      vault.finish();
      await approval.leave();
      await host.reconfigured();
      return DONE;
    },
    'profile.switch': async ({ mode }) => {
      // What these windows were open for belongs to the profile that is left.
      vault.finish();
      await approval.leave();
      await host.switchTo(mode);
      return DONE;
    },
  };
}
