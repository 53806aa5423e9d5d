import { callMain } from './page-api.ts';
import { TouchstoneApp } from './touchstone-app.ts';

// An application in a process of its own, whose page calls the driver's binding with what that cannot read.

const app = await TouchstoneApp.start({ headless: true });
await app.main.evaluate(() => {
  const { __playwright__binding__: binding } = globalThis as unknown as Record<
    string,
    (text: string) => void
  >;
  if (binding === undefined) throw new Error('the browser is driven in another way');
  for (const text of ['no JSON', 'null', '{}', '[]', '"text"', '']) binding(text);
});
const { ok } = await callMain(app.main, 'app.about', {});
await app.stop();
process.stdout.write(ok ? 'lives on' : 'does not answer', () => process.exit(0));
