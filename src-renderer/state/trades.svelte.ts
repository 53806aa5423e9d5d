import { createContext } from 'svelte';
import type { FillAuditView, LastFillAuditView, PositionView, TradeView } from '#contract/trades.ts';
import type { QualityRowView, QualityView, QualityFile, QualityWanted } from '#contract/quality.ts';
import { FINAL_STATES } from '#domain/trade.ts';
import type { BatchPlanning, BatchProgressView } from '#contract/approval.ts';
import type { Answer, MainApi, MainOutput } from '../client/main-api.ts';

export type TradeStep = MainOutput<'trades.steps'>[number];

/** Days whose trades teach the ticket: exchanges change. */
const VENUE_DAYS = 90;

/** Every trade of this profile, newest first, according to the journal. */
export class Trades {
  list = $state.raw<readonly TradeView[] | undefined>();
  /** Trades that the user sent on their way and that are not over. */
  readonly open = $derived((this.list ?? []).filter((trade) => !isOver(trade) && trade.state !== 'built'));
  /** How many audits of fills were made, and of which trade the last one was. */
  lastAudit = $state.raw<LastFillAuditView>({ made: 0 });
  /** How the trades of the last months came out, by exchange. */
  venues = $state.raw<readonly QualityRowView[]>([]);
  /** Holdings that were bought, by token. */
  positions = $state.raw<ReadonlyMap<string, PositionView>>(new Map());
  readonly #api: MainApi;
  #leaving: Promise<unknown> | undefined;
  /** An abandoned trade that main still shows. */
  #refused: string | undefined;

  constructor(api: MainApi) {
    this.#api = api;
    api.on.fillAudits((value) => (this.lastAudit = value));
    api.on.positions((value) => (this.positions = new Map(value.map((one) => [one.token, one]))));
    let filled = '';
    api.on.trades((value) => {
      this.list = [...value].sort((a, b) => b.createdAt - a.createdAt);
      // Another profile has other trades; a fill changes what is known of its exchange.
      const now = this.list.flatMap(({ id, state }) => (state === 'filled' ? [id] : [])).join(' ');
      if (now !== filled) void this.#learnVenues();
      filled = now;
    });
  }

  find(id: string): TradeView | undefined {
    return this.list?.find((trade) => trade.id === id);
  }

  /**
   * Resolves when no abandoned trade has the approval window any more, which main gives to one at a time; absent if none
   * has it. A trade that main would not leave, as its window came up after the user's last press here, is left now: the
   * user turned to this page again to ask for the next one.
   */
  get leaving(): Promise<void> | undefined {
    return this.#leaving === undefined && this.#refused === undefined ? undefined : this.#allLeft();
  }

  async #allLeft(): Promise<void> {
    await this.#leaving;
    const refused = this.#refused;
    this.#refused = undefined;
    if (refused !== undefined) await this.#discard(refused);
  }

  /** Withdraws a transaction that is left unsigned; one that the service is still building, before its window comes. */
  leave(tradeId: string | Promise<string | undefined>): void {
    const left = typeof tradeId === 'string' ? this.#discard(tradeId) : this.#abandon(tradeId);
    const leaving = Promise.allSettled([this.#leaving, left]).then(() => {
      if (this.#leaving === leaving) this.#leaving = undefined;
    });
    this.#leaving = leaving;
  }

  async #abandon(building: Promise<string | undefined>): Promise<void> {
    await this.#api.call['swap.abandon']({});
    const tradeId = await building;
    // It was shown before main heard of it.
    if (tradeId !== undefined) await this.#discard(tradeId);
  }

  async #discard(tradeId: string): Promise<void> {
    const answer = await this.#api.call['swap.discard']({ tradeId });
    if (!answer.ok && answer.failure.code === 'window-waits') this.#refused = tradeId;
  }

  steps(tradeId: string): Promise<Answer<readonly TradeStep[]>> {
    return this.#api.call['trades.steps']({ tradeId });
  }

  async #learnVenues(): Promise<void> {
    const known = await this.quality({ by: 'venue', days: VENUE_DAYS });
    this.venues = known.ok ? known.value.rows : [];
  }

  /** How well the filled trades came out, put together as wanted. */
  quality(wanted: QualityWanted): Promise<Answer<QualityView>> {
    return this.#api.call['quality.read'](wanted);
  }

  /** Saves the same as a CSV file. */
  saveQuality(wanted: QualityFile): Promise<Answer<MainOutput<'quality.save'>>> {
    return this.#api.call['quality.save'](wanted);
  }

  fillAudit(tradeId: string): Promise<Answer<FillAuditView>> {
    return this.#api.call['trades.fillAudit']({ tradeId });
  }

  /** Has a trade's fills audited again, from the ledger. */
  auditFill(tradeId: string): Promise<Answer<FillAuditView>> {
    return this.#api.call['trades.auditFill']({ tradeId });
  }

  /** Sends the same bytes again; the ledger takes them once at most. */
  resubmit(tradeId: string): Promise<Answer<unknown>> {
    return this.#api.call['swap.resubmit']({ tradeId });
  }

  /** Puts a signed trade together on this computer and sends it, without the service. */
  assembleHere(tradeId: string): Promise<Answer<unknown>> {
    return this.#api.call['trades.assembleLocally']({ tradeId });
  }

  /** Saves the bundle of a trade that is out to be signed elsewhere once more. */
  saveBundle(tradeId: string): Promise<Answer<MainOutput<'trades.bundle'>>> {
    return this.#api.call['trades.bundle']({ tradeId });
  }

  /** Takes the signatures of such a trade, as the texts of their files, and has it sent when all are there. */
  importSignatures(tradeId: string, files: string[]): Promise<Answer<unknown>> {
    return this.#api.call['trades.importSignatures']({ tradeId, files });
  }

  /** The same from codes that were read. */
  importFrames(tradeId: string, frames: string[]): Promise<Answer<unknown>> {
    return this.#api.call['trades.importFrames']({ tradeId, frames });
  }

  /** Some of the codes of its bundle; with `device`, of a signing request to the device with that fingerprint. */
  bundleCodes(
    tradeId: string,
    wanted: { readonly bytesPerCode: number; readonly from: number; readonly device?: string | undefined },
  ): Promise<Answer<MainOutput<'trades.bundleCodes'>>> {
    return this.#api.call['trades.bundleCodes']({ tradeId, ...wanted });
  }

  /** Answers where the receipt was saved; not saved when the user left. */
  saveReceipt(tradeId: string): Promise<Answer<MainOutput<'trades.receipt'>>> {
    return this.#api.call['trades.receipt']({ tradeId });
  }

  /** The same for all trades of this profile, as one chain. */
  saveReceipts(): Promise<Answer<MainOutput<'trades.receipts'>>> {
    return this.#api.call['trades.receipts']({});
  }

  openExplorer(tradeId: string): Promise<Answer<unknown>> {
    return this.#api.call['app.openExplorer']({ tradeId });
  }
}

export const [useTrades, provideTrades] = createContext<Trades>();

function isOver(trade: Pick<TradeView, 'state'>): boolean {
  return FINAL_STATES.includes(trade.state);
}

/** The batch under way: a ladder, or a cancellation in several parts. */
export class BatchRun {
  view = $state.raw<BatchProgressView | undefined>();
  /** How far the planning of a cancellation of many orders is. */
  planning = $state.raw<BatchPlanning | undefined>();
  /** Transactions that are on their way or on chain. */
  readonly sent = $derived(
    (this.view?.transactions ?? []).filter(({ state }) => state === 'sent' || state === 'placed').length,
  );
  readonly underWay = $derived(
    this.view !== undefined && this.view.state !== 'done' && this.view.state !== 'stopped',
  );
  /** The exported trade in it whose sheet has been shown. */
  shown: string | undefined;
  readonly #api: MainApi;

  constructor(api: MainApi) {
    this.#api = api;
    api.on.batch(({ batch, planning }) => {
      this.view = batch;
      this.planning = planning;
    });
  }

  /** The batch that a trade is part of. */
  of(tradeId: string): BatchProgressView | undefined {
    return this.view?.transactions.some((transaction) => transaction.tradeId === tradeId)
      ? this.view
      : undefined;
  }

  /** Has the next transaction built, in a batch whose key is elsewhere, and shown in the approval window. */
  next(id: string): Promise<Answer<unknown>> {
    return this.#api.call['batch.next']({ id });
  }

  /** Ends the batch after the transaction in progress; orders already placed stay. */
  stop(id: string): Promise<Answer<unknown>> {
    return this.#api.call['batch.stop']({ id });
  }
}

export const [useBatch, provideBatch] = createContext<BatchRun>();
