import type { CustomScheme, Protocol } from 'electron';
import { checkOptions, notProvided } from './strict.ts';

const registered = new Set<string>();
let ready = false;

/** After this, nothing more can be registered. */
export function closeRegistration(): void {
  ready = true;
}

/** @throws NotProvided for a scheme that was not registered; one without standard addresses is not provided. */
export function checkRegistered(scheme: string): void {
  if (!registered.has(scheme)) throw notProvided(`the scheme ${scheme}`);
}

const is =
  (wanted: unknown) =>
  (value: unknown): boolean =>
    value === wanted;

/** docs/api/protocol.md, "protocol.registerSchemesAsPrivileged(customSchemes)": before `ready` and once. */
export const protocol: Pick<Protocol, 'registerSchemesAsPrivileged'> = {
  registerSchemesAsPrivileged(customSchemes: CustomScheme[]): void {
    if (ready) throw new Error('protocol.registerSchemesAsPrivileged should be called before app is ready');
    if (registered.size > 0) throw notProvided('schemes that are registered twice');
    for (const { scheme, privileges = {}, ...rest } of customSchemes) {
      checkOptions('a custom scheme', rest, {});
      if (scheme !== 'app') throw notProvided(`the scheme ${scheme}`);
      // The privileges of an https address in Chromium; any other would be missing here.
      checkOptions(
        'the privileges of a scheme',
        { ...privileges },
        { standard: is(true), secure: is(true), supportFetchAPI: is(true) },
      );
      registered.add(scheme);
    }
  },
};
