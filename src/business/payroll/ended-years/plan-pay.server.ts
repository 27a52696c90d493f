/** Computes a correction of pay of an ended tax year from the payslips of the worker, and the year of their employer. */
import { z } from 'zod'
import { loadVisible } from '#data/visible.ts'
import { type Day, formatDay, partsOf } from '#kernel/day.ts'
import { invalid, precondition } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import type { VerbContext } from '#server/verb.ts'
import { dayInput } from '../../parties/party-input.server.ts'
import { taxYearStart } from '../../shared/tax-year-start.rules.ts'
import { payAmount, penceOf } from '../employment/employment-input.server.ts'
import { noRates, taxYearOf } from '../employment/tax-code-source.rules.ts'
import type { Pence } from '../engine/whole.rules.ts'
import { readSlips } from '../returns/read-fps.server.ts'
import { type EmploymentFacts, employmentState } from '../runs/employment-state.server.ts'
import { takeoversOf } from '../takeover/read-takeovers.server.ts'
import { type CorrectedPension, pensionOf } from './corrected-pension.server.ts'
import { requireReported } from './correction-facts.server.ts'
import { requirePaidOnce } from './paid-work.server.ts'
import { corrected_kinds, correctPay, type PayCorrection } from './pay-correction.rules.ts'
import { directorOfYear, requireCorrectable, spanOf, yearFacts } from './plan-correction.server.ts'
import { type YearChange, yearChange } from './year-change.rules.ts'

export const asked_pay = {
  employment_id: z.uuid(),
  pay_day: dayInput,
  pay_kind: z.enum(corrected_kinds),
  /** Whether the worker was paid too little, or too much. */
  was: z.enum(['too_little', 'too_much']),
  amount: payAmount,
}
const schema = z.strictObject(asked_pay)
type Asked = z.infer<typeof schema>

export type PlannedPay = PayCorrection &
  YearChange & {
    readonly tax_year: number
    readonly last_pay_day: Day
    readonly pension: CorrectedPension | null
  }

/** @throws precondition that names a case which this version does not correct; invalid for a day without rates */
export async function planPay(
  context: VerbContext,
  { employment_id, pay_day, pay_kind, was, amount: typed }: Asked,
): Promise<PlannedPay> {
  const { tx, viewer } = context
  const [seen] = await loadVisible<EmploymentFacts>(tx, viewer, 'business.employment', [employment_id])
  const employment = seen as EmploymentFacts // As many rows as ids.
  const typed_pence = penceOf(typed)
  if (typed_pence === null || typed === '') throw invalid({ amount: validationText.required })
  if (typed_pence <= 0) throw invalid({ amount: validationText.positive })
  const amount = was === 'too_much' ? -typed_pence : typed_pence
  const year = taxYearOf(pay_day)
  if (year === null) throw invalid({ pay_day: noRates(pay_day) })
  const tax_year = partsOf(taxYearStart(pay_day)).year
  await requireCorrectable(context, { employment, year, tax_year }, pay_day)
  const { first, last } = spanOf(tax_year)
  const { pay_day: last_pay_day } = await requireReported(context, employment_id, tax_year)
  await requirePaidOnce(context, { employment_id, pay_day, pay_kind, last, amount })
  await refuseOrders(context, { employment_id, pay_day, amount })
  const state = await employmentState(context, year, employment, last_pay_day)
  const slips = (await readSlips(tx, [employment_id], first, last)).get(employment_id) ?? []
  const takeover = (await takeoversOf(tx, [employment_id], last)).get(employment_id) ?? null
  const director = await directorOfYear(context, { employment, tax_year })
  const made = correctPay(
    year,
    { slips, takeover, director, previous: state.previous, taken_over: state.taken_over ?? null },
    { pay_day, pay_kind, amount },
  )
  if (typeof made === 'string') throw precondition(made)
  const change = yearChange(await yearFacts(context, employment.paye_scheme_id, { year, tax_year }), made)
  const has_pension = made.employee_pension !== 0 || made.employer_pension !== 0
  return {
    ...made,
    ...change,
    ...{ tax_year, last_pay_day },
    pension: has_pension ? await pensionOf(context, employment_id, pay_day) : null,
  }
}

type Added = { readonly employment_id: string; readonly pay_day: Day; readonly amount: Pence }

/** An order attaches pay when it is paid. @throws precondition */
async function refuseOrders({ tx }: VerbContext, { employment_id, pay_day, amount }: Added): Promise<void> {
  if (amount < 0) return
  const order = await tx.row<{ id: string }>(
    `select id from business.attachment_order where employment_id = $1 and received_on <= $2::date
       and coalesce(ended_on, $2::date) >= $2::date limit 1`,
    [employment_id, pay_day],
  )
  if (order)
    throw precondition(
      `An attachment order was in force on ${formatDay(pay_day)}: this version does not correct pay that it attaches`,
    )
}
