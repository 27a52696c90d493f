import { z } from 'zod'
import { type Day, day, daysBetween } from '#kernel/day.ts'
import { invalid } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import { formatMoney, GBP, money } from '#kernel/money.ts'
import { newUuid } from '#kernel/uuid.ts'
import { type VerbContext, verb } from '#server/verb.ts'
import { insertRow } from '#server/write-row.server.ts'
import { currencyId } from '../../parties/insert-party.server.ts'
import { dayInput } from '../../parties/party-input.server.ts'
import { actingAgency, visibleBusiness } from '../../parties/visible-business.server.ts'
import { enteredBy } from '../../shared/entered-by.server.ts'
import { lockKey } from '../../shared/lock-key.server.ts'
import { paidAmount, payAmount, penceOf } from '../employment/employment-input.server.ts'
import type { Pence } from '../engine/whole.rules.ts'
import { umbrella_payslip } from './umbrella-payslip.entity.ts'
import { illustratedGross, isLow, type PaidWeek, umbrella_payslip_keepers } from './umbrella-payslip.rules.ts'

/** Payslips are of a month at most, and the longest month of weeks has five. */
const LONGEST = 35

const input = z.strictObject({
  contractor_id: z.uuid(),
  /** The agency that pays the umbrella company; of an agency's people their own. */
  agency_id: z.uuid().optional(),
  period_start: dayInput,
  period_end: dayInput,
  gross_pay: paidAmount,
  income_tax: payAmount,
  employee_ni: paidAmount,
  employer_ni: paidAmount,
  /** The company's margin a week. */
  margin: paidAmount,
})
type Asked = z.output<typeof input>

/** Compares a payslip with the illustration of the work that its umbrella company was paid for in the period. */
export const recordUmbrellaPayslip = verb({
  action_id: 'transaction.umbrella_payslip.record',
  since: '0.1.0',
  summary: 'Records a payslip of an umbrella company and compares it with the illustration',
  machine: 'allowed',
  impersonator: 'refused',
  who: umbrella_payslip_keepers,
  input,
  output: z.strictObject({ id: z.uuid(), status: z.enum(['agrees', 'low']), illustrated_gross: z.string() }),
  run: async (context, asked) => {
    const { tx, viewer, clock } = context
    const agency = await actingAgency(context, asked.agency_id)
    const worker = await visibleBusiness(context, asked.contractor_id, 'contractor')
    checkPeriod(context, asked)
    await lockKey(tx, 'umbrella_payslip', agency.id, worker.id)
    const { umbrella_id, weeks } = await paidWeeks(context, { ...asked, agency_id: agency.id })
    const income = weeks.reduce((sum, week) => sum + week.income, 0)
    if (umbrella_id === null || income <= 0)
      throw invalid({ contractor_id: 'No work through an umbrella company was invoiced in this period' })
    await requireNewPeriod(context, { ...asked, agency_id: agency.id })
    const illustrated = illustratedGross(weeks, pence(asked.margin))
    const status = isLow(pence(asked.gross_pay), illustrated) ? ('low' as const) : ('agrees' as const)
    const { agency_id: _, ...facts } = asked
    const values = {
      ...facts,
      agency_id: agency.id,
      umbrella_id,
      income: text(income),
      illustrated_gross: text(illustrated),
      status,
    }
    const id = newUuid(clock)
    await insertRow(tx, umbrella_payslip, {
      ...values,
      id,
      explanation: null,
      explained_by: null,
      provider_id: viewer.provider_id,
      currency_id: await currencyId(context, 'GBP'),
      ...enteredBy(context),
    })
    context.audit({ entity: 'transaction.umbrella_payslip', entity_id: id, new_values: values })
    return { id, status, illustrated_gross: values.illustrated_gross }
  },
})

const pence = (amount: string): Pence => penceOf(amount) ?? 0
const text = (amount: Pence): string => formatMoney(money(amount, GBP))

function checkPeriod({ clock }: VerbContext, { period_start, period_end }: Asked): void {
  const days = daysBetween(day(period_start), day(period_end)) + 1
  if (days < 1 || days > LONGEST || period_end > clock.today())
    throw invalid({ period_end: validationText.matches })
}

type Period = Pick<Asked, 'contractor_id' | 'period_start' | 'period_end'> & { readonly agency_id: string }

/** The documents of the company for the worker's weeks that end in the period, with their credits. */
async function paidWeeks(
  { tx }: VerbContext,
  { contractor_id, agency_id, period_start, period_end }: Period,
): Promise<{ readonly umbrella_id: string | null; readonly weeks: readonly PaidWeek[] }> {
  const rows = await tx.rows<{ umbrella_id: string; end: Day; income: string }>(
    `select i.payment_company_id as umbrella_id, s.end_date as "end", sum(i.amount)::text as income
     from transaction.invoice i join transaction.timesheet s on s.id = i.timesheet_id
     join platform.currency y on y.id = i.currency_id
     where i.type = 'contractor-agency' and i.contractor_id = $1 and i.agency_id = $2
       and i.payment_company_type = 'umbrella' and i.status in ('open', 'closed') and i.deleted_at is null
       and s.end_date between $3::date and $4::date and y.alpha_code = 'GBP'
     group by 1, 2 order by 2, 1`,
    [contractor_id, agency_id, period_start, period_end],
  )
  const companies = new Set(rows.map((row) => row.umbrella_id))
  if (companies.size > 1)
    throw invalid({
      period_end: 'Two umbrella companies paid for this period: record each in a period of its own',
    })
  return {
    umbrella_id: rows[0]?.umbrella_id ?? null,
    weeks: rows.map((row) => ({ end: row.end, income: pence(row.income) })),
  }
}

/** @throws invalid where a payslip of the worker has a day of this period */
async function requireNewPeriod(
  { tx }: VerbContext,
  { contractor_id, agency_id, period_start, period_end }: Period,
): Promise<void> {
  const other = await tx.row(
    `select 1 as one from transaction.umbrella_payslip where contractor_id = $1 and agency_id = $2
       and period_start <= $4::date and period_end >= $3::date and deleted_at is null limit 1`,
    [contractor_id, agency_id, period_start, period_end],
  )
  if (other) throw invalid({ period_start: 'A payslip of this worker and period is recorded already' })
}
