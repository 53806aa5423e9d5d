import type { AlertView } from '#contract/alerts.ts';
import type { AlertCondition } from '#domain/alert.ts';
import type { Failure } from '#domain/failure.ts';
import { readPriceNumber } from '#domain/limit-price.ts';
import { failure } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import { done, withProfile, type MainCalls, type OpenProfile } from '../../gate/handlers.ts';
import { Topic } from '../../gate/topic.ts';
import { readAsset } from '../../gate/wire.ts';
import type { Clock } from '../../ports/system.ts';
import type { AlertBook } from './alert-book.ts';
import type { AlertWatch } from './alert-watch.ts';

export interface AlertProfile {
  readonly alerts: AlertBook;
  readonly alertWatch: AlertWatch;
}

/** The alerts of the open profile, as the trading window lists them. */
export function alertsTopic(profiles: Pick<OpenProfile<AlertProfile>, 'onChange'>): Topic<AlertView[]> {
  const topic = new Topic<AlertView[]>([]);
  let current: AlertProfile | undefined;
  profiles.onChange((profile) => {
    current = profile;
    const show = (): void => {
      if (profile === current) topic.set(profile ? viewsOf(profile) : []);
    };
    profile?.alerts.onChange(show);
    show();
  });
  return topic;
}

export function alertCalls(
  profiles: Pick<OpenProfile<AlertProfile>, 'current'>,
  clock: Pick<Clock, 'now'>,
): MainCalls<'alerts'> {
  const handler = withProfile(profiles);
  return {
    'alerts.add': handler(({ token, condition, repeat }, { alerts }) => {
      const asset = readAsset(token);
      if (!asset.ok) return asset;
      const read = readCondition(condition);
      if (!read.ok) return read;
      return alerts.add({ token: asset.value, condition: read.value, repeat, madeAt: clock.now() });
    }),
    'alerts.setPaused': handler(({ id, paused }, { alerts }) => done(alerts.setPaused(id, paused))),
    'alerts.move': handler(({ id, price }, { alerts }) => {
      const level = readAlertPrice(price);
      return level.ok ? done(alerts.move(id, level.value)) : level;
    }),
    'alerts.remove': handler(({ id }, { alerts }) => done(alerts.remove(id))),
  };
}

/** Failures: those of the price. */
function readCondition(typed: AlertCondition): Result<AlertCondition, Failure> {
  if (typed.kind !== 'price') return ok(typed);
  const level = readAlertPrice(typed.price);
  return level.ok ? ok({ kind: 'price', price: level.value }) : level;
}

/** The typed price of an alert as plain digits. Failures: `price-malformed`, `number-ambiguous`. */
function readAlertPrice(text: string): Result<string, Failure> {
  const typed = { form: 'ada-per-token', text } as const;
  const plain = readPriceNumber(typed);
  if (!plain.ok) return plain;
  return Number(plain.value) > 0
    ? ok(plain.value)
    : failed(failure('price-malformed', { text: text.trim().slice(0, 40), form: typed.form }));
}

function viewsOf({ alerts, alertWatch }: AlertProfile): AlertView[] {
  return alerts.list.map(({ id, token, condition, repeat, state, madeAt, lastAt, times }) => {
    const checkedAt = alertWatch.checkedAt({ token, condition });
    return {
      ...{ id, token, condition, repeat, state, madeAt, times },
      ...(lastAt === undefined ? {} : { lastAt }),
      ...(checkedAt === undefined ? {} : { checkedAt }),
    };
  });
}
