/** Reasons of candidates are shown where they differ; those of all of them once above (pages of cash matching). */

type Reasoned = { readonly reasons: readonly string[] }

/** The reasons of every candidate, where there are several to compare. */
export function sharedReasons(candidates: readonly Reasoned[]): readonly string[] {
  const [first, ...others] = candidates
  if (!first || others.length === 0) return []
  return first.reasons.filter((reason) => others.every(({ reasons }) => reasons.includes(reason)))
}
