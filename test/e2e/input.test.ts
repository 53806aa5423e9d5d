import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { TouchstoneApp } from '../support/touchstone-app.ts';

let app: TouchstoneApp;

beforeAll(async () => {
  app = await TouchstoneApp.start({ headless: true });
});
afterAll(() => app.stop());

const heard = (before: number): Promise<true> =>
  eventually('the shell hears of it', () => Promise.resolve(app.acts.count > before || undefined));

/** Everything that a script of a page can do to look like a user. */
function pretend(): Promise<readonly string[]> {
  return app.main.evaluate(async () => {
    const made = (name: string): Event =>
      name.startsWith('key')
        ? new KeyboardEvent(name, { key: 'a', bubbles: true })
        : name === 'wheel'
          ? new WheelEvent(name, { deltaY: 1, bubbles: true })
          : new PointerEvent(name, { bubbles: true });
    for (const name of ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'])
      for (const target of [window, document, document.body]) target.dispatchEvent(made(name));
    document.querySelector('button')?.click();
    // The world in which the shell listens has the page's objects neither by name nor by prototype.
    Object.defineProperty(Event.prototype, 'isTrusted', { get: () => true, configurable: true });
    EventTarget.prototype.addEventListener = () => undefined;
    document.body.dispatchEvent(made('keydown'));
    const holder = globalThis as unknown as Record<string, unknown>;
    const api = holder['touchstone'] as { call: Record<string, (input: unknown) => Promise<unknown>> };
    await Promise.all(
      Object.keys(api.call)
        .filter((name) => name.startsWith('app.'))
        .map((name) => Promise.resolve(api.call[name]?.({}))),
    );
    return Object.getOwnPropertyNames(holder).filter((name) =>
      /acted|touch-?stone-?(input|user)/i.test(name),
    );
  });
}

it('takes no script for the user, in a page that was taken over', async () => {
  const before = app.acts.count;
  for (let count = 0; count < 3; count += 1) expect(await pretend()).toEqual([]);
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  expect(app.acts.count).toBe(before);
});

it('hears a real key, also in a page that swallows events, and after it was loaded again', async () => {
  await app.main.evaluate(() => {
    for (const name of ['keydown', 'pointermove', 'pointerdown'])
      window.addEventListener(name, (event) => event.stopImmediatePropagation(), true);
  });
  let before = app.acts.count;
  await app.main.keyboard.press('Shift');
  await heard(before);
  await app.main.reload();
  before = app.acts.count;
  await app.main.mouse.move(40, 40);
  await heard(before);
});

it('says so at most once in a few seconds', async () => {
  await app.main.reload();
  const before = app.acts.count;
  for (let at = 0; at < 30; at += 1) await app.main.mouse.move(40 + at, 60);
  await heard(before);
  expect(app.acts.count - before).toBeLessThanOrEqual(2);
});
