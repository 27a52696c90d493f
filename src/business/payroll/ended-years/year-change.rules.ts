/**
 * The employment allowance and the apprenticeship levy of an ended tax year, after a correction of National Insurance. Both count
 * over the whole year (decisions 0074, 0189). Pure; amounts are pence.
 */
import type { Pence } from '../engine/whole.rules.ts'
import type { PayCorrection } from './pay-correction.rules.ts'

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

/** Amounts that a correction owes, or has back below zero; together they are nothing. */
export type Settlement = {
  readonly hmrc: Pence
  readonly pension: Pence
  readonly worker: Pence
  readonly relief: Pence
}

const settle = (of: Omit<Settlement, 'relief'>): Settlement => ({
  ...of,
  relief: 0 - of.hmrc - of.pension - of.worker,
})

/** A worker never pays contributions of a corrected letter: the employer bears the rest. */
export const owedBy = ({ employee, employer, employment_allowance, levy_due }: Differences): Settlement =>
  settle({
    hmrc: employee + employer + levy_due - employment_allowance,
    pension: 0,
    worker: Math.max(0, -employee),
  })

/** The worker has the net pay, or owes it; the employer bears the pay and its costs, or has them back. */
export const owedByPay = (of: Differences & Omit<PayCorrection, 'letter' | 'parts' | 'lines'>): Settlement =>
  settle({
    hmrc: of.tax + of.loans + of.employee + of.employer + of.levy_due - of.employment_allowance,
    pension: of.employee_pension + of.employer_pension,
    worker: of.net,
  })
