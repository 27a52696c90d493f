/** Keeps a correction of an ended tax year; its row is never changed. */
import type { Day } from '#kernel/day.ts'
import { newUuid } from '#kernel/uuid.ts'
import type { VerbContext } from '#server/verb.ts'
import { insertRow } from '#server/write-row.server.ts'
import { currencyId } from '../../parties/insert-party.server.ts'
import { enteredBy } from '../../shared/entered-by.server.ts'
import type { EmploymentRow } from '../employment/employment-input.server.ts'
import type { PeriodPart } from '../engine/calculated-payslip.rules.ts'
import type { NiLetter } from '../engine/tax-year.rules.ts'
import { penceText } from '../figures/run-figures.rules.ts'
import type { CorrectedKind, CorrectedLine, PayCorrection } from './pay-correction.rules.ts'
import type { YearChange } from './year-change.rules.ts'
import { year_correction } from './year-correction.entity.ts'
import type { CorrectedPeriod } from './year-correction.rules.ts'

/** Above zero where more was due. */
type Amounts = YearChange & Omit<PayCorrection, 'letter' | 'parts' | 'lines'>

export const no_amounts: Amounts = {
  ...{ gross: 0, tax: 0, employee: 0, employer: 0, loans: 0, employee_pension: 0, employer_pension: 0 },
  ...{ levy: 0, net: 0, employment_allowance: 0, levy_due: 0 },
}

type Entered = {
  readonly kind: 'letter' | 'pay'
  readonly pay_kind: CorrectedKind | null
  readonly tax_year: number
  readonly letter: NiLetter
  readonly from_pay_day: Day
  readonly last_pay_day: Day
  readonly reason: string
  readonly evidence?: string | undefined
  readonly amounts: Amounts
  readonly period_count: number
  readonly working: readonly (CorrectedPeriod | CorrectedLine)[]
  readonly parts: readonly PeriodPart[]
  readonly pension_scheme_id: string | null
}

/** @returns the id */
export async function keepCorrection(
  context: VerbContext,
  { id: employment_id, contractor_id, paye_scheme_id, provider_id, agency_id }: EmploymentRow,
  { amounts, working, parts, evidence, ...entered }: Entered,
): Promise<string> {
  const { tx, clock, audit } = context
  const id = newUuid(clock)
  const before = await tx.row<{ last: number }>(
    `select coalesce(max(correction_no), 0) as last from transaction.year_correction where employment_id = $1 and tax_year = $2`,
    [employment_id, entered.tax_year],
  )
  const values = {
    correction_no: (before?.last ?? 0) + 1,
    ...{ employment_id, contractor_id, paye_scheme_id },
    ...entered,
    evidence: evidence || null,
    gross_pay: penceText(amounts.gross),
    income_tax: penceText(amounts.tax),
    student_loan: penceText(amounts.loans),
    employee_ni: penceText(amounts.employee),
    employer_ni: penceText(amounts.employer),
    employee_pension: penceText(amounts.employee_pension),
    employer_pension: penceText(amounts.employer_pension),
    employment_allowance: penceText(amounts.employment_allowance),
    levy_charged: penceText(amounts.levy),
    levy_due: penceText(amounts.levy_due),
    net_pay: penceText(amounts.net),
  }
  await insertRow(tx, year_correction, {
    ...values,
    id,
    working: working.map((one) => ({ ...one })),
    parts: [...parts],
    currency_id: await currencyId(context, 'GBP'),
    provider_id,
    agency_id,
    ...enteredBy(context),
  })
  audit({ entity: 'transaction.year_correction', entity_id: id, new_values: values })
  return id
}
