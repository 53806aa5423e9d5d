import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** A keyring of one test alone, whose service can be held up as a debugger or a sleeping machine would. */
export interface OwnKeyring {
  /** Environment in which a process finds it. */
  readonly environment: Readonly<Record<string, string>>;
  suspend(): void;
  resume(): void;
  end(): Promise<void>;
}

const SAY = 'echo "$DBUS_SESSION_BUS_ADDRESS" && exec cat';

/** Starts a session with an open keyring. It lasts until `end`. */
export async function ownKeyring(): Promise<OwnKeyring> {
  const script = fileURLToPath(new URL('session.sh', import.meta.url));
  const session = spawn(script, ['keyring', 'sh', '-c', SAY], { stdio: ['pipe', 'pipe', 'ignore'] });
  const ended = once(session, 'close');
  const [line] = (await once(session.stdout, 'data')) as [Buffer];
  const environment = { DBUS_SESSION_BUS_ADDRESS: line.toString().trim() };
  const service = serviceProcess(environment);
  return {
    environment,
    suspend: () => void process.kill(service, 'SIGSTOP'),
    resume: () => void process.kill(service, 'SIGCONT'),
    end: async () => {
      process.kill(service, 'SIGCONT');
      session.stdin.end();
      await ended;
    },
  };
}

/** The process that owns the Secret Service's name on the session's bus. */
function serviceProcess(environment: Readonly<Record<string, string>> = {}): number {
  const answer = execFileSync(
    'gdbus',
    [
      ...['call', '--session', '--dest', 'org.freedesktop.DBus', '--object-path', '/org/freedesktop/DBus'],
      ...['--method', 'org.freedesktop.DBus.GetConnectionUnixProcessID', 'org.freedesktop.secrets'],
    ],
    { encoding: 'utf8', env: { ...process.env, ...environment } },
  );
  const id = /uint32 (\d+)/.exec(answer)?.[1];
  if (id === undefined) throw new Error(`no process owns the Secret Service: ${answer}`);
  return Number(id);
}
