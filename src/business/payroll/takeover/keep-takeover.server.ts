/** Stores a checked takeover: the figures to date, and the facts of the employment from the next pay day on. */
import type { Day } from '#kernel/day.ts'
import { formatDay } from '#kernel/day.ts'
import { invalid } from '#kernel/errors.ts'
import { toNumericText, units, unitsFromScaled } from '#kernel/rate.ts'
import type { VerbContext } from '#server/verb.ts'
import { insertRow, updateRow } from '#server/write-row.server.ts'
import { currencyId } from '../../parties/insert-party.server.ts'
import type { EmploymentRow } from '../employment/employment-input.server.ts'
import { factRow } from '../employment/fact-row.server.ts'
import { insertNiCategory } from '../employment/insert-ni-category.server.ts'
import { insertStudentLoan } from '../employment/insert-student-loan.server.ts'
import { insertTaxCode } from '../employment/insert-tax-code.server.ts'
import type { TaxCode } from '../engine/tax-code.rules.ts'
import type { LoanPlan } from '../engine/tax-year.rules.ts'
import { penceText } from '../figures/run-figures.rules.ts'
import { insertAdjustment } from '../holiday/adjust-holiday.server.ts'
import { insertMembership, membershipOn } from '../pension/pension-input.server.ts'
import { payroll_takeover } from './payroll-takeover.entity.ts'
import {
  type Letters,
  sourceName,
  type TakeoverAmount,
  type TakeoverAmounts,
  takeover_amounts,
} from './payroll-takeover.rules.ts'

export type TakenOver = Letters & {
  readonly tax_year: number
  readonly last_pay_day: Day
  /** The day after: the facts apply from it on. */
  readonly first_day: Day
  readonly source: string
  readonly reason: string
  readonly code: TaxCode
  readonly student_loan_plan: Exclude<LoanPlan, 'postgraduate'> | null
  readonly has_postgraduate_loan: boolean
  readonly pension: { readonly id: string; readonly name: string } | null
  /** Ten-thousandths. */
  readonly holiday_hours: number | null
  readonly ni_evidence: string | null
  readonly workplace_postcode: string | null
  readonly amounts: TakeoverAmounts
}

type Of = Pick<EmploymentRow, 'id' | 'contractor_id' | 'provider_id' | 'agency_id'>

/** @throws invalid where figures to another pay day were taken over before */
export async function keepTakeover(
  context: VerbContext,
  of: Of,
  taken: TakenOver,
  is_new: boolean,
): Promise<void> {
  const { hours: hours_before, began_employment } = await replaceFormer(context, of, taken)
  const { first_day: effective_from } = taken
  await insertTakeover(context, of, taken, is_new || began_employment)
  await insertTaxCode(context, of, taken.code, { source: 'takeover', effective_from })
  await insertNiCategory(context, of, {
    letter: taken.ni_letter,
    effective_from,
    evidence: taken.ni_evidence,
    reason: taken.reason,
    workplace_postcode: taken.workplace_postcode,
  })
  await startLoans(context, of, taken)
  await joinPension(context, of, taken)
  const hours = (taken.holiday_hours ?? 0) - hours_before
  if (hours !== 0) await insertAdjustment(context, of, hours, `held by ${sourceName(taken)}`)
}

type Replaced = { readonly hours: number; readonly began_employment: boolean }

/** Takes the figures of the same year out that are put right now. @returns their hours of holiday, in ten-thousandths */
async function replaceFormer(context: VerbContext, { id }: Of, taken: TakenOver): Promise<Replaced> {
  const { tx, clock } = context
  const former = await tx.row<{
    id: string
    last_pay_day: Day
    holiday_hours: string | null
    began_employment: boolean
  }>(
    `select id, last_pay_day, holiday_hours, began_employment from business.payroll_takeover
     where employment_id = $1 and deleted_at is null order by tax_year desc limit 1`,
    [id],
  )
  if (!former) return { hours: 0, began_employment: false }
  if (former.last_pay_day !== taken.last_pay_day)
    throw invalid({ last_pay_day: `Figures to ${formatDay(former.last_pay_day)} were taken over before` })
  await updateRow(tx, payroll_takeover, former.id, { deleted_at: clock.now(), updated_at: clock.now() })
  context.audit({
    entity: 'business.payroll_takeover',
    entity_id: former.id,
    new_values: { deleted_at: clock.now() },
  })
  const { holiday_hours, began_employment } = former
  return { hours: holiday_hours === null ? 0 : units(holiday_hours), began_employment }
}

async function insertTakeover(
  context: VerbContext,
  of: Of,
  taken: TakenOver,
  began_employment: boolean,
): Promise<void> {
  const { tx } = context
  const { amounts, code, holiday_hours, pension } = taken
  const values = {
    employment_id: of.id,
    contractor_id: of.contractor_id,
    began_employment,
    tax_year: taken.tax_year,
    last_pay_day: taken.last_pay_day,
    source: taken.source,
    tax_code: code.text,
    is_week1: code.is_week1,
    student_loan_plan: taken.student_loan_plan,
    has_postgraduate_loan: taken.has_postgraduate_loan,
    pension_scheme: pension?.name ?? null,
    holiday_hours: holiday_hours === null ? null : toNumericText(unitsFromScaled(holiday_hours)),
    ni_letter: taken.ni_letter,
    ni_evidence: taken.ni_evidence,
    earlier_ni_letter: taken.earlier_ni_letter,
    second_earlier_ni_letter: taken.second_earlier_ni_letter,
    third_earlier_ni_letter: taken.third_earlier_ni_letter,
    ...(Object.fromEntries(takeover_amounts.map((field) => [field, penceText(amounts[field])])) as Record<
      TakeoverAmount,
      string
    >), // Every field once.
  }
  const row = factRow(context, of)
  await insertRow(tx, payroll_takeover, {
    ...row,
    ...values,
    currency_id: await currencyId(context, 'GBP'),
  })
  context.audit({ entity: 'business.payroll_takeover', entity_id: row.id, new_values: values })
}

async function startLoans(context: VerbContext, of: Of, taken: TakenOver): Promise<void> {
  const { student_loan_plan, has_postgraduate_loan, first_day: effective_from } = taken
  const plans = [student_loan_plan, has_postgraduate_loan ? ('postgraduate' as const) : null]
  const wanted = plans.filter((plan) => plan !== null)
  if (wanted.length === 0) return
  const running = await context.tx.rows<{ plan: string }>(
    'select plan from business.student_loan where employment_id = $1 and (effective_to is null or effective_to >= $2::date)',
    [of.id, effective_from],
  )
  for (const plan of wanted)
    if (!running.some((one) => one.plan === plan))
      await insertStudentLoan(context, of, { plan, source: 'takeover', effective_from })
}

async function joinPension(context: VerbContext, of: Of, { pension, first_day }: TakenOver): Promise<void> {
  if (pension === null) return
  const before = await membershipOn(context, of.id, first_day)
  if (before?.state === 'enrolled' && before.pension_scheme_id === pension.id) return
  const joined = { state: 'enrolled', pension_scheme_id: pension.id, entry: 'joined' } as const
  await insertMembership(context, of, { ...joined, effective_from: first_day }, {})
}
