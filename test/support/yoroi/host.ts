// The adapter's own process: loads it, unmodified, from the folder of the first argument, and answers calls from the
// parent. Everything below the adapter is its own, too, but for the address that it asks and the parts of a phone.
import Module, { createRequire } from 'node:module';
import { join } from 'node:path';

/** A message from the parent. */
export interface HostCall {
  readonly id: number;
  readonly method: string;
  readonly body: unknown;
}

/** A request that the adapter made, and the status that it got. */
export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly fields: readonly string[];
  readonly status: number;
}

/** The answer to the parent. */
export interface HostAnswer {
  readonly id: number;
  readonly value: unknown;
  readonly asked: readonly Asked[];
}

interface AxiosRequest {
  readonly method: string;
  readonly url: string;
  readonly data?: Readonly<Record<string, unknown>>;
}

type Either = {
  readonly tag: string;
  readonly value?: { status: number };
  readonly error?: { status: number };
};

const [, , installed = '', base = '', key = '', address = ''] = process.argv;

/** A phone's storage and views, which the packages load and the adapter does not use. */
const PHONE = ['react-native', 'react-native-mmkv', '@react-native-async-storage/async-storage'];
const loader = Module as unknown as { _load: (name: string, ...rest: readonly unknown[]) => unknown };
const load = loader._load.bind(Module);
loader._load = (name, ...rest) => (PHONE.includes(name) ? {} : load(name, ...rest));

// Not called `require`: these are no modules of the project.
const installedModule = createRequire(join(installed, 'package.json'));
const { dexhunterApiMaker } = installedModule(
  '@yoroi/swap/lib/commonjs/adapters/api/dexhunter/api-maker',
) as {
  dexhunterApiMaker: (config: object) => Readonly<Record<string, (body: unknown) => Promise<unknown>>>;
};
const { fetchData } = installedModule('@yoroi/common') as {
  fetchData: (request: AxiosRequest) => Promise<Either>;
};

let asked: Asked[] = [];
const adapter = dexhunterApiMaker({
  address,
  partner: key,
  network: 'mainnet',
  primaryTokenInfo: { id: '.', decimals: 6, ticker: 'ADA', name: 'ADA' },
  isPrimaryToken: (id: string) => id === '.',
  request: async (request: AxiosRequest) => {
    const { pathname, search } = new URL(request.url);
    const answer = await fetchData({ ...request, url: `${base}${pathname}${search}` });
    const status = answer.value?.status ?? answer.error?.status ?? 0;
    // As JSON carries them: undefined fields are not sent.
    const fields = Object.keys(JSON.parse(JSON.stringify(request.data ?? {})) as object);
    asked.push({ method: request.method.toUpperCase(), path: pathname + search, fields, status });
    return answer;
  },
});

process.on('message', ({ id, method, body }: HostCall) => {
  asked = [];
  void (adapter[method]?.(body) ?? Promise.reject(new Error(`no ${method}`))).then(
    (value) => process.send?.({ id, value, asked } satisfies HostAnswer),
    (error: unknown) => process.send?.({ id, value: { thrown: String(error) }, asked } satisfies HostAnswer),
  );
});
process.on('disconnect', () => process.exit(0));
process.send?.({ id: 0, value: Object.keys(adapter), asked: [] } satisfies HostAnswer);
