/** A stretch of time in Unix seconds, `[from, to)`. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** The spans with another one joined in: ascending, apart from each other. `spans` must be so, too. */
export function withSpan(spans: readonly Span[], added: Span): readonly Span[] {
  if (added.to <= added.from) return spans;
  const before = spans.filter(({ to }) => to < added.from);
  const after = spans.filter(({ from }) => from > added.to);
  const touched = spans.slice(before.length, spans.length - after.length);
  const from = Math.min(added.from, touched[0]?.from ?? added.from);
  const to = Math.max(added.to, touched.at(-1)?.to ?? added.to);
  return [...before, { from, to }, ...after];
}

/** The parts of a span that none of the spans covers, ascending. `known` must be ascending and apart. */
export function missingSpans(wanted: Span, known: readonly Span[]): readonly Span[] {
  const missing: Span[] = [];
  let from = wanted.from;
  for (const span of known) {
    if (span.to <= from) continue;
    if (span.from >= wanted.to) break;
    if (span.from > from) missing.push({ from, to: span.from });
    from = span.to;
  }
  if (from < wanted.to) missing.push({ from, to: wanted.to });
  return missing;
}
