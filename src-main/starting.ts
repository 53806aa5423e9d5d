import type { CompositionParts } from './app/compose.ts';
import type { OfflineCompositionParts } from './app/compose-offline.ts';
import { Preferences } from './features/settings/preferences.ts';
import type { DeskSlot } from '#domain/chart-slots.ts';
import type { SettingsStore } from './ports/journal.ts';
import type { WindowName } from './ports/windows.ts';
import type { Log } from './ports/system.ts';
import type { Gates } from './shell/windows.ts';

/** An application that has started, whichever desk it has. */
interface Started {
  readonly app: {
    userActed(): void;
    sleeps(): void;
    woke(): void;
    vaultClosed(): void;
    approvalClosed(): void;
    /** Absent where there are no charts. */
    chartClosed?(slot: DeskSlot): void;
    acted(where: WindowName, pressed?: boolean): void;
    stop(): Promise<void>;
  };
  readonly gates: Gates;
}

/** Whether the user chose that Touchstone starts without a network. */
export function startsOffline(settings: SettingsStore): boolean {
  return new Preferences(settings).value.startOffline;
}

/** Takes the network away from this process before anything else is loaded. */
export async function withoutNetwork(log: Log): Promise<void> {
  const { forbidNetwork } = await import('./system/no-network.ts');
  forbidNetwork((what) => log.error('network-tried', { what }));
}

// Each is loaded when it is started: what signs offline never loads what speaks to a network.

export async function startOnline(parts: CompositionParts): Promise<Started> {
  const { compose } = await import('./app/compose.ts');
  const composition = await compose(parts);
  await composition.app.start();
  return composition;
}

export async function startOffline(parts: OfflineCompositionParts): Promise<Started> {
  const { composeOffline } = await import('./app/compose-offline.ts');
  return composeOffline(parts);
}
