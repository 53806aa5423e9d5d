import { join } from 'node:path';
import type { Environment } from '../environment.ts';

/**
 * Where the application keeps its files: `TOUCHSTONE_DATA` when set, else the place that each system has for it
 * (XDG data home, Application Support, roaming application data).
 */
export function dataFolder(environment: Environment, platform: NodeJS.Platform): string {
  const { dataFolder: chosen, homeFolder = '.', xdgDataHome, roamingFolder } = environment;
  if (chosen !== undefined) return chosen;
  switch (platform) {
    case 'win32':
      return join(roamingFolder ?? join(homeFolder, 'AppData', 'Roaming'), 'Touchstone');
    case 'darwin':
      return join(homeFolder, 'Library', 'Application Support', 'Touchstone');
    default:
      return join(xdgDataHome ?? join(homeFolder, '.local', 'share'), 'touchstone');
  }
}
