/** Lets one asynchronous action run at a time, in the order of asking. */
export class Mutex {
  #last: Promise<unknown> = Promise.resolve();

  run<T>(action: () => T | Promise<T>): Promise<T> {
    const turn = this.#last.then(action);
    this.#last = turn.catch(() => undefined);
    return turn;
  }
}
