/** The pay periods of an agency's payroll: made with their first payslip. */
import { newUuid } from '#kernel/uuid.ts'
import type { VerbContext } from '#server/verb.ts'
import { nextHumanId } from '../shared/human-id.server.ts'
import type { PayFrequency, PayPeriod } from './pay-period.rules.ts'

type Wanted = PayPeriod & {
  readonly frequency: PayFrequency
  readonly provider_id: string
  readonly agency_id: string
  readonly pay_date: string
}
type Kept = { readonly id: string; readonly human_id: string }

/** The period, locked. A closed one is opened again for payees who were forgotten. */
export async function keepPeriod(context: VerbContext, wanted: Wanted): Promise<Kept> {
  const { tx, clock } = context
  const { frequency, provider_id, agency_id, tax_year, period_number, start_date, end_date, pay_date } =
    wanted
  const of = [agency_id, frequency, tax_year, period_number]
  const find = () =>
    tx.row<Kept & { status: string }>(
      `select id, human_id, status from transaction.payslip_period
       where agency_id = $1 and frequency = $2 and tax_year = $3 and period_number = $4 for update`,
      of,
    )
  const known = await find()
  if (known?.status === 'closed')
    await tx.run(
      `update transaction.payslip_period set status = 'calculated', updated_at = $2 where id = $1`,
      [known.id, clock.now()],
    )
  if (known) return known
  const id = newUuid(clock)
  const human_id = await nextHumanId(tx, 'PAYROLL')
  const made = await tx.run(
    `insert into transaction.payslip_period (id, human_id, agency_id, frequency, tax_year, period_number, start_date, end_date,
       pay_date, status, provider_id, created_at, updated_at)
     values ($5, $6, $1, $2, $3, $4, $7, $8, $9, 'calculated', $10, $11, $11)
     on conflict (agency_id, frequency, tax_year, period_number) do nothing`,
    [...of, id, human_id, start_date, end_date, pay_date, provider_id, clock.now()],
  )
  // A parallel issue of the same period came first: its period is used.
  if (made === 0) return keepPeriod(context, wanted)
  return { id, human_id }
}
