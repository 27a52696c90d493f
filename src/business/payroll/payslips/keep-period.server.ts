/** The pay periods of an agency's payroll: made with their first payslip. */
import type { ReadRow } from '#entity/new-row.ts'
import { newUuid } from '#kernel/uuid.ts'
import type { VerbContext } from '#server/verb.ts'
import { insertRow, updateRow } from '#server/write-row.server.ts'
import { nextHumanId } from '../../shared/human-id.server.ts'
import type { PayPeriod } from '../engine/pay-period.rules.ts'
import { payslip_period } from './payslip.entity.ts'

type Wanted = PayPeriod & ReadRow<typeof payslip_period, 'frequency provider_id agency_id pay_date'>
type Kept = { readonly id: string; readonly human_id: string }

/** The period, locked. A closed one is opened again for payees who were forgotten. */
export async function keepPeriod(context: VerbContext, wanted: Wanted): Promise<Kept> {
  const { tx, clock } = context
  const { frequency, provider_id, agency_id, tax_year, period_number, start_date, end_date, pay_date } =
    wanted
  const find = () =>
    tx.row<Kept & { status: string }>(
      `select id, human_id, status from transaction.payslip_period
       where agency_id = $1 and frequency = $2 and tax_year = $3 and period_number = $4 for update`,
      [agency_id, frequency, tax_year, period_number],
    )
  const known = await find()
  if (known?.status === 'closed')
    await updateRow(tx, payslip_period, known.id, { status: 'calculated', updated_at: clock.now() })
  if (known) return known
  const id = newUuid(clock)
  const human_id = await nextHumanId(tx, 'PAYROLL')
  const made = await insertRow(
    tx,
    payslip_period,
    {
      id,
      human_id,
      agency_id,
      frequency,
      tax_year,
      period_number,
      start_date,
      end_date,
      pay_date,
      status: 'calculated',
      provider_id,
      created_at: clock.now(),
      updated_at: clock.now(),
    },
    'on conflict (agency_id, frequency, tax_year, period_number) do nothing',
  )
  // A parallel issue of the same period came first: its period is used.
  if (made === 0) return keepPeriod(context, wanted)
  return { id, human_id }
}
