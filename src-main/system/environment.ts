/**
 * The one place that reads the process's environment variables. Everything else asks for what it means,
 * so that what the outside can change about a run can be read here in full.
 */
type Variables = Readonly<Record<string, string | undefined>>;

export interface Environment {
  /** `TOUCHSTONE_CHROMIUM`: the browser to run the Chromium shell in, in place of the one that would be found. */
  readonly chromium: string | undefined;
  /** Whether a window can be shown: always on macOS and Windows, with X11 or Wayland elsewhere. */
  readonly hasDisplay: boolean;
  /** The folders that programs are looked for in, in order. */
  readonly programFolders: readonly string[];
  /** Where installed applications live on Windows; empty elsewhere. */
  readonly windowsApplicationFolders: readonly string[];
  readonly homeFolder: string | undefined;
  /** `TOUCHSTONE_DATA`: where the application keeps its files, in place of the system's own place for them. */
  readonly dataFolder: string | undefined;
  readonly xdgDataHome: string | undefined;
  /** `TOUCHSTONE_ALLOW_SWITCHES`: Chromium switches that a test of an unpackaged Electron needs; packaged apps ignore it. */
  readonly allowedSwitches: readonly string[];
  /** Windows: the user's application data on this machine. */
  readonly localFolder: string | undefined;
  /** `TOUCHSTONE_KEYCHAIN`: the keychain service name, so that tests leave the user's entries alone. */
  readonly keychainService: string | undefined;
}

export function readEnvironment(
  variables: Variables = process.env,
  platform: NodeJS.Platform = process.platform,
): Environment {
  const windows = platform === 'win32';
  return {
    chromium: filled(unquoted(variables['TOUCHSTONE_CHROMIUM'])),
    hasDisplay:
      windows ||
      platform === 'darwin' ||
      filled(variables['DISPLAY']) !== undefined ||
      filled(variables['WAYLAND_DISPLAY']) !== undefined,
    programFolders: (variables['PATH'] ?? variables['Path'] ?? '').split(windows ? ';' : ':').filter(Boolean),
    windowsApplicationFolders: windows
      ? [variables['PROGRAMFILES'], variables['PROGRAMFILES(X86)'], variables['LOCALAPPDATA']].filter(
          (folder) => folder !== undefined,
        )
      : [],
    homeFolder: filled(windows ? variables['USERPROFILE'] : variables['HOME']),
    dataFolder: filled(unquoted(variables['TOUCHSTONE_DATA'])),
    allowedSwitches: (variables['TOUCHSTONE_ALLOW_SWITCHES'] ?? '').split(',').filter(Boolean),
    xdgDataHome: windows ? undefined : filled(variables['XDG_DATA_HOME']),
    localFolder: windows ? filled(variables['LOCALAPPDATA']) : undefined,
    keychainService: filled(variables['TOUCHSTONE_KEYCHAIN']),
  };
}

/** A variable that the user names, as in `--api-key-env NAME`. Absent and empty are the same. */
export function environmentVariable(name: string): string | undefined {
  return filled(process.env[name]);
}

/**
 * This process's variables for a child process, with some replaced. NODE_OPTIONS, in any capitalisation since Windows
 * ignores case, is not passed on: it could load foreign code into the child.
 */
export function childEnvironment(
  replaced: Readonly<Record<string, string>> = {},
  variables: Variables = process.env,
): Record<string, string | undefined> {
  const entries = Object.entries(variables).filter(([name]) => name.toUpperCase() !== 'NODE_OPTIONS');
  return { ...Object.fromEntries(entries), ...replaced };
}

/** A path without the quotes that Windows's `set NAME="…"` leaves around it. */
function unquoted(value: string | undefined): string | undefined {
  return value?.trim().replace(/^(["'])(.*)\1$/, '$2');
}

function filled(value: string | undefined): string | undefined {
  return value === undefined || value === '' ? undefined : value;
}
