import * as v from 'valibot';
import { count, epoch, identifier, none, shortText } from './codec.ts';
import { orderId } from './order-entry.ts';
import { type DeskTable, quiet, topic } from './table.ts';

/** Something that happened to one row (an order, a plan or an alert), or to several at once, worth a desktop notification. */
const common = {
  id: identifier,
  /** The rows it is about; `several` has them all. */
  rows: v.array(orderId),
  title: shortText,
  text: shortText,
  at: epoch,
};

const notice = v.variant('about', [
  v.strictObject({
    ...common,
    about: v.literal('orders'),
    kind: v.picklist(['filled', 'partly-filled', 'cancelled', 'closed', 'drifted', 'not-placed', 'several']),
  }),
  v.strictObject({
    ...common,
    about: v.literal('plans'),
    kind: v.picklist(['cycle', 'late', 'finished', 'several']),
  }),
  v.strictObject({
    ...common,
    about: v.literal('alerts'),
    kind: v.picklist(['crossed', 'missed', 'several']),
  }),
]);
export type NoticeView = v.InferOutput<typeof notice>;

export const notices = v.strictObject({
  /** Newest first, of this session. */
  list: v.array(notice),
  /**
   * `times` is raised by one each time the user clicks a desktop notification. `last` is where the latest one leads:
   * to `row`, or to the list where it is absent.
   */
  opened: v.strictObject({
    times: count,
    last: v.optional(
      v.strictObject({ about: v.picklist(['orders', 'plans', 'alerts']), row: v.optional(orderId) }),
    ),
  }),
  /** True where the shell cannot show desktop notifications by itself: the page then shows them, if it may. */
  byPage: v.boolean(),
});
export type NoticesView = v.InferOutput<typeof notices>;

/** The trading window's calls and topics for notices. */
export const deskNotices = {
  /** Events of orders and recurring orders, and alerts that went off. */
  notices: topic(notices),
  /** Takes a notice out of the list. */
  'notices.dismiss': quiet(v.strictObject({ id: identifier }), none),
} as const satisfies DeskTable;
