/**
 * The employment allowance and the apprenticeship levy of an ended tax year, after a correction of National Insurance. Both count
 * over the whole year (decisions 0074, 0189). Pure; amounts are pence.
 */
import type { Pence } from '../engine/whole.rules.ts'

/** Of a PAYE scheme, with its earlier corrections. */
export type YearFacts = {
  readonly claims_allowance: boolean
  readonly yearly_allowance: Pence
  readonly allowance_used: Pence
  /** The employer's National Insurance that the allowance covers. */
  readonly ni: Pence
  readonly levy_charged: Pence
  readonly levy_allowance: Pence
  readonly levy_due: Pence
}

/** Differences; above zero where more of the allowance is used, and more levy is due. */
export type YearChange = { readonly employment_allowance: Pence; readonly levy_due: Pence }

/** An allowance that is not claimed any more covers no more than it did. */
export function yearChange(
  facts: YearFacts,
  { employer, levy }: { readonly employer: Pence; readonly levy: Pence },
): YearChange {
  const { claims_allowance, yearly_allowance, allowance_used } = facts
  const most = claims_allowance ? yearly_allowance : allowance_used
  const levy_due = Math.max(0, facts.levy_charged + levy - facts.levy_allowance)
  return {
    employment_allowance: Math.max(0, Math.min(most, facts.ni + employer)) - allowance_used,
    levy_due: levy === 0 ? 0 : levy_due - facts.levy_due,
  }
}

/** Differences of a correction. */
export type Differences = YearChange & { readonly employee: Pence; readonly employer: Pence }

/** Amounts that the correction owes to HMRC, the worker and the employer; the employer bears the rest. */
export function owedBy({ employee, employer, employment_allowance, levy_due }: Differences) {
  const hmrc = employee + employer + levy_due - employment_allowance
  const worker = Math.max(0, -employee)
  return { hmrc, worker, relief: -hmrc - worker }
}
