import * as v from 'valibot';
import { CHART_PERIODS } from '#domain/candle.ts';
import { assetId, finite, none, plainName, savedFile } from './codec.ts';
import { deskLayout } from './settings.ts';
import { acting, type DeskTable, quiet, topic } from './table.ts';

const MOST_INDICATORS = 12;

const MOST_FIGURES = 8;

const MOST_PANES = 24;

const CHARTS = 4;

/** Names the volume's pane among `panes`, next to the ids of indicators. */
const VOLUME_PANE = 'volume';

const workspaceName = plainName;

const word = v.pipe(v.string(), v.regex(/^[A-Za-z][A-Za-z0-9-]{0,39}$/));

/** A part of a whole. */
const share = v.pipe(v.number(), v.minValue(0.001), v.maxValue(0.999));

/** The settings of one chart. The chart decides which words are known, and their meaning. */
const chartSetup = v.strictObject({
  shown: v.optional(v.strictObject({ token: assetId, quote: assetId })),
  link: v.optional(v.picklist(['a', 'b', 'c'])),
  /** Whether it is in a separate window; absent in workspaces of older versions. */
  apart: v.optional(v.boolean()),
  period: v.picklist(CHART_PERIODS),
  type: word,
  scale: word,
  zone: v.picklist(['local', 'utc']),
  volume: v.boolean(),
  /** Whether the average cost is drawn; absent in workspaces of older versions. */
  cost: v.optional(v.boolean()),
  indicators: v.pipe(
    v.array(
      v.strictObject({
        id: word,
        kind: word,
        settings: v.pipe(v.array(finite), v.maxLength(MOST_FIGURES)),
      }),
    ),
    v.maxLength(MOST_INDICATORS),
    v.check(
      (indicators) => new Set([VOLUME_PANE, ...indicators.map(({ id }) => id)]).size > indicators.length,
      `indicators with different ids, none of them "${VOLUME_PANE}"`,
    ),
  ),
  panes: v.pipe(v.record(word, share), v.maxEntries(MOST_PANES)),
});

/** How the desk is arranged: its charts, what links them, and the sizes of its parts. */
export const workspaceSetup = v.strictObject({
  layout: v.picklist(['one', 'two', 'four']),
  active: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(CHARTS - 1)),
  charts: v.pipe(v.array(chartSetup), v.length(CHARTS)),
  couples: v.strictObject({ token: v.boolean(), crosshair: v.boolean() }),
  across: share,
  down: share,
  desk: deskLayout,
});
export type WorkspaceSetup = v.InferOutput<typeof workspaceSetup>;

/** A named arrangement that can be gone back to. */
export const workspace = v.strictObject({ name: workspaceName, setup: workspaceSetup });
export type WorkspaceView = v.InferOutput<typeof workspace>;

/** A workspace as a file. */
export const workspaceFile = v.strictObject({
  format: v.literal('touchstone-workspace'),
  version: v.literal(1),
  ...workspace.entries,
});

/** The trading window's calls and topics for workspaces. */
export const deskWorkspaces = {
  /** The named workspaces, in the order in which they were made. */
  workspaces: topic(v.array(workspace)),
  /** Keeps how the desk is arranged, in place of the workspace of that name. Failure: `workspaces-full`. */
  'workspaces.save': quiet(workspace, none),
  /** Failures: `workspace-unknown`, `workspace-name-taken`. */
  'workspaces.rename': quiet(v.strictObject({ name: workspaceName, to: workspaceName }), none),
  'workspaces.remove': quiet(v.strictObject({ name: workspaceName }), none),
  /** Saves a workspace as a file where the user wants it. */
  'workspaces.export': acting(v.strictObject({ name: workspaceName }), savedFile, 300_000),
  /**
   * Adds the workspace of a file that the user chooses, and says under which name; nothing where none was chosen.
   * Failures: `workspace-file-unreadable`, `workspaces-full`, `release-choosing`.
   */
  'workspaces.import': acting(none, v.strictObject({ name: v.optional(workspaceName) }), 300_000),
} as const satisfies DeskTable;
