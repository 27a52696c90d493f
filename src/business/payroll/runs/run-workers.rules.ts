/** The order in which a clerk looks at the workers of a run. Pure. */

type Finding = {
  readonly contractor_id: string | null
  readonly level: string
  readonly reason: string | null
}
type Slip = { readonly contractor_id: string }

/** 0 for a stop, 1 for a warning without a reason, 2 for answered warnings, 3 for nothing. */
function rankOf(findings: readonly Finding[]): number {
  if (findings.some(({ level }) => level === 'stop')) return 0
  if (findings.some(({ reason }) => reason === null)) return 1
  return findings.length > 0 ? 2 : 3
}

/** Stops first, then open and answered warnings; within each the given order. */
export function byFindings<S extends Slip>(slips: readonly S[], findings: readonly Finding[]): readonly S[] {
  const of = Map.groupBy(findings, ({ contractor_id }) => contractor_id)
  const rank = (slip: S) => rankOf(of.get(slip.contractor_id) ?? [])
  return slips.toSorted((a, b) => rank(a) - rank(b))
}

/** Open warnings of the chosen worker; before one is chosen, of the first worker with some. */
export function warningsToAnswer<F extends Finding>(
  slips: readonly Slip[],
  findings: readonly F[],
  chosen: string | null,
): readonly F[] {
  const of = (worker: string) =>
    findings.filter(
      ({ contractor_id, level, reason }) =>
        contractor_id === worker && level === 'warning' && reason === null,
    )
  const workers = chosen === null ? slips.map(({ contractor_id }) => contractor_id) : [chosen]
  return workers.map(of).find((warnings) => warnings.length > 0) ?? []
}
