/** Inputs and rows that the verbs of employments share. */
import { z } from 'zod'
import { loadVisible } from '#data/visible.ts'
import type { ReadRow } from '#entity/new-row.ts'
import type { Day } from '#kernel/day.ts'
import { parseScaled } from '#kernel/decimal-text.ts'
import { invalid, precondition } from '#kernel/errors.ts'
import { readPostcode } from '#kernel/identifier.ts'
import { validationText } from '#kernel/messages.ts'
import { GBP, money, parseMoney } from '#kernel/money.ts'
import { amountFault } from '#kernel/plausible.ts'
import { percent, toNumericText } from '#kernel/rate.ts'
import type { VerbContext } from '#server/verb.ts'
import { dayInput, mandatory, optionalText } from '../../parties/party-input.server.ts'
import { amountInput } from '../../shared/cash-input.server.ts'
import type { employment } from './employment.entity.ts'
import { payrollIdFault } from './employment.rules.ts'
import { employmentOfSql } from './payslip-employment.rules.ts'
import { retainedFaults } from './retained.rules.ts'
import { rolledUpFaults } from './rolled-up.rules.ts'

const WHOLE_DIGITS = 13

export const payrollIdInput = mandatory.superRefine((text, context) => {
  const fault = text === '' ? null : payrollIdFault(text)
  if (fault !== null) context.addIssue({ code: 'custom', message: fault })
})

export const postcodeInput = optionalText.transform((typed, context) => {
  if (typed === undefined || typed === '') return null
  const found = readPostcode(typed)
  if ('text' in found) return found.text
  context.addIssue({ code: 'custom', message: found.fault })
  return z.NEVER
})

export const payInput = {
  pay_frequency: z.enum(['week', 'fortnight', 'four_week', 'month']),
  is_irregular_hours: z.boolean().default(false),
  /** No pay is expected for three months or more. */
  is_irregularly_paid: z.boolean().default(false),
  /** Percent of the pay for work. */
  rolled_up_percent: optionalText,
  /** Percent of the pay for work that is held until holiday is taken. */
  retained_percent: optionalText,
  workplace_postcode: postcodeInput,
  director_from: dayInput.optional(),
  director_to: dayInput.optional(),
  director_method: z.enum(['AN', 'AL']).optional(),
}

type Holiday = {
  readonly rolled_up_percent?: string | undefined
  readonly retained_percent?: string | undefined
  readonly is_irregular_hours: boolean
}

/** Columns of holiday pay. @throws invalid below the legal minimum, for both ways, or rolled up for regular hours */
export function holidayPayOf({ rolled_up_percent, retained_percent, is_irregular_hours }: Holiday) {
  const errors = {
    ...rolledUpFaults(rolled_up_percent, is_irregular_hours),
    ...retainedFaults(retained_percent, rolled_up_percent),
  }
  if (Object.keys(errors).length > 0) throw invalid(errors)
  const read = (typed: string | undefined) => (typed ? toNumericText(percent(typed)) : null)
  return { rolled_up_percent: read(rolled_up_percent), retained_percent: read(retained_percent) }
}

type Director = {
  readonly director_from?: Day | undefined
  readonly director_to?: Day | undefined
  readonly director_method?: 'AN' | 'AL' | undefined
}

/** Columns of a directorship. @throws invalid where its parts do not fit together */
export function directorOf({ director_from, director_to, director_method }: Director) {
  if (director_from === undefined) {
    if (director_method !== undefined || director_to !== undefined)
      throw invalid({ director_from: validationText.required })
    return { director_from: null, director_to: null, director_method: null }
  }
  if (director_method === undefined) throw invalid({ director_method: validationText.required })
  if (director_to !== undefined && director_to < director_from)
    throw invalid({ director_to: validationText.matches })
  return { director_from, director_to: director_to ?? null, director_method }
}

/** Pounds of pay or tax as decimal text. */
const amountOf = (kind: 'pay' | 'paid_pay') =>
  amountInput.superRefine((text, context) => {
    if (text === '') return
    const minor = parseScaled(text, 2, WHOLE_DIGITS)
    const fault = typeof minor === 'number' ? amountFault(money(minor, GBP), kind) : validationText.number
    if (fault !== null) context.addIssue({ code: 'custom', message: fault })
  })

/** Below zero for a refund. */
export const payAmount = amountOf('pay')
export const paidAmount = amountOf('paid_pay')

export const optionalAmount = payAmount.optional()

/** Pence of a read amount; null without one. */
export const penceOf = (amount: string | undefined): number | null =>
  amount === undefined ? null : parseMoney(amount, GBP).minor

export type EmploymentRow = ReadRow<
  typeof employment,
  'id contractor_id paye_scheme_id payroll_id start_date leave_date pay_frequency is_irregular_hours is_irregularly_paid rolled_up_percent retained_percent workplace_postcode director_from director_to director_method off_payroll provider_id agency_id'
> & { readonly start_date: Day; readonly leave_date: Day | null }

/** The viewer's employment, locked. @throws not_found */
export async function lockEmployment({ tx, viewer }: VerbContext, id: string): Promise<EmploymentRow> {
  const [row] = await loadVisible<EmploymentRow>(tx, viewer, 'business.employment', [id], { lock: true })
  return row as EmploymentRow // As many rows as ids.
}

/** @throws precondition for an off-payroll worker: only tax and National Insurance come off their fee */
export function requirePayroll({ off_payroll }: Pick<EmploymentRow, 'off_payroll'>): void {
  if (off_payroll)
    throw precondition(
      'An off-payroll worker has tax and National Insurance alone: no loan, pension, order or statutory pay',
    )
}

/** The last pay day of an issued payslip of the employment; null without one. */
export async function lastPaid({ tx }: VerbContext, row: EmploymentRow): Promise<Day | null> {
  const found = await tx.row<{ on: Day | null }>(
    `select max(p.pay_date) as on from transaction.payslip p
     where p.contractor_id = $1 and p.provider_id = $2 and ($3::uuid is null or p.agency_id = $3)
       and p.pay_date >= $4::date and p.status in ('issued', 'paid') and p.deleted_at is null
       and ${employmentOfSql('p')} = $5`,
    [row.contractor_id, row.provider_id, row.agency_id, row.start_date, row.id],
  )
  return found?.on ?? null
}
