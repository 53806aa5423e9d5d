import type { WebFrameMain } from 'electron';
import { toApplication } from './address.ts';
import type { CdpSession } from './cdp.ts';
import { PRELOAD_WORLD } from './page-scripts.ts';
import { strict } from './strict.ts';

type World = 'page' | 'preload' | 'other';

interface Context {
  readonly frame: string;
  readonly world: World;
  readonly origin: string;
}

/** docs/api/web-frame-main.md, "Instance Properties". */
export type Frame = Pick<WebFrameMain, 'origin' | 'url'>;

/** The frames of one page and the worlds in them, as reported by the browser and never by the page. */
export class Frames {
  readonly #main: string;
  readonly #urls = new Map<string, string>();
  readonly #contexts = new Map<number, Context>();
  readonly #frames = new Map<string, Frame>();

  constructor(session: CdpSession, main: string) {
    this.#main = main;
    session.on('Page.frameNavigated', ({ frame }) => this.#urls.set(frame.id, frame.url));
    session.on('Page.navigatedWithinDocument', ({ frameId, url }) => this.#urls.set(frameId, url));
    session.on('Runtime.executionContextCreated', ({ context: { id, name, origin, auxData } }) => {
      const { frameId, isDefault } = (auxData ?? {}) as { frameId?: string; isDefault?: boolean };
      const world = isDefault === true ? 'page' : name === PRELOAD_WORLD ? 'preload' : 'other';
      if (frameId !== undefined) this.#contexts.set(id, { frame: frameId, world, origin });
    });
    session.on('Runtime.executionContextDestroyed', ({ executionContextId }) =>
      this.#contexts.delete(executionContextId),
    );
    session.on('Runtime.executionContextsCleared', () => this.#contexts.clear());
    session.on('Inspector.targetCrashed', () => this.#contexts.clear());
    session.on('Page.frameDetached', ({ frameId }) => {
      this.#frames.delete(frameId);
      this.#urls.delete(frameId);
    });
  }

  get mainFrame(): Frame {
    return this.#frame(this.#main);
  }

  isMain(frame: string): boolean {
    return frame === this.#main;
  }

  urlOf(frame: string): string {
    return toApplication(this.#urls.get(frame) ?? 'about:blank');
  }

  /** The frame that a message came from; `null` once its document has gone. Only preloads can send one. */
  senderOf(context: number): Frame | null {
    const found = this.#contexts.get(context);
    return found?.world === 'preload' ? this.#frame(found.frame) : null;
  }

  /** The preload's world in the top frame, or in the first frame below it. */
  preloadContext(where: 'top' | 'below' = 'top'): number | undefined {
    const found = [...this.#contexts].find(
      ([, { frame, world }]) => world === 'preload' && this.isMain(frame) === (where === 'top'),
    );
    return found?.[0];
  }

  #frame(id: string): Frame {
    const known = this.#frames.get(id);
    if (known !== undefined) return known;
    const originOf = (): string => {
      const page = [...this.#contexts.values()].find(({ frame, world }) => frame === id && world === 'page');
      return toApplication(page?.origin ?? 'null');
    };
    const urlOf = (): string => this.urlOf(id);
    const frame = strict<Frame>('WebFrameMain', {
      get origin() {
        return originOf();
      },
      get url() {
        return urlOf();
      },
    });
    this.#frames.set(id, frame);
    return frame;
  }
}
