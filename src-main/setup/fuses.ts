import { FuseV1Options, FuseVersion, flipFuses, getCurrentFuseWire } from '@electron/fuses';

/** The state that every packaged binary must have (Electron's fuses, version 1). */
const FUSES = {
  [FuseV1Options.RunAsNode]: false,
  [FuseV1Options.EnableCookieEncryption]: true,
  [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: false,
  [FuseV1Options.EnableNodeCliInspectArguments]: false,
  [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: true,
  [FuseV1Options.OnlyLoadAppFromAsar]: true,
  [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
  [FuseV1Options.GrantFileProtocolExtraPrivileges]: false,
  [FuseV1Options.WasmTrapHandlers]: true,
} as const;

/** The fuses as they are in the binary: `0` off, `1` on, in the order of their numbers. */
export const EXPECTED_WIRE = '010011001';

/**
 * Sets the fuses of a packaged Electron binary. Every fuse of the binary must be named, or it throws. On a Mac the
 * change breaks Electron's own signature, and no program runs there without one: `adHocSignature` makes a new one,
 * until the package gets its publisher's.
 */
export async function setFuses(binary: string, { adHocSignature = false } = {}): Promise<void> {
  await flipFuses(binary, {
    version: FuseVersion.V1,
    strictlyRequireAllFuses: true,
    resetAdHocDarwinSignature: adHocSignature,
    ...FUSES,
  });
}

/** Reads the fuses back out of a binary, in the form of `EXPECTED_WIRE`. */
export async function readFuses(binary: string): Promise<string> {
  const wire = await getCurrentFuseWire(binary);
  const states = Object.entries(wire).filter(([index]) => /^\d+$/.test(index));
  return states
    .sort(([left], [right]) => Number(left) - Number(right))
    .map(([, state]) => String.fromCharCode(Number(state)))
    .join('');
}

/** The gate: throws if a binary's fuses are not as required, and returns them as read. */
export async function requireFuses(binary: string): Promise<string> {
  const found = await readFuses(binary);
  if (found !== EXPECTED_WIRE) {
    throw new Error(`the fuses of ${binary} are ${found}; they must be ${EXPECTED_WIRE}`);
  }
  return found;
}
