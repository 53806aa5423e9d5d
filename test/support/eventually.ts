const DEADLINE_MS = 120_000;

/** Asks again and again until there is an answer. @throws after two minutes. */
export async function eventually<T>(what: string, ask: () => Promise<T | undefined>): Promise<T> {
  const deadline = performance.now() + DEADLINE_MS;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (performance.now() > deadline) throw new Error(`waited too long: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
