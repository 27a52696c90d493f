/** Pay of a run besides work, by employment: a few statements for any number of workers. */
import { displayMoney, GBP, money } from '#kernel/money.ts'
import type { VerbContext } from '#server/verb.ts'
import { statutoryDues } from '../absence/statutory-due.server.ts'
import type { Besides } from './besides.rules.ts'
import { type RunFacts, slipFrequency } from './run-work.rules.ts'

/** A worker who has a payslip of the period already is paid with a later one. */
const candidates = `select distinct e.id from business.employment e
  join transaction.statutory_absence a on a.employment_id = e.id and a.first_day <= $4::date
  where e.paye_scheme_id = $1 and e.agency_id = $2 and e.pay_frequency = $3 and e.start_date <= $4::date
    and not exists (select from transaction.payslip p join transaction.payslip_period d on d.id = p.payslip_period_id
      where d.agency_id = $2 and d.frequency = $5 and d.tax_year = $6 and d.period_number = $7
        and p.contractor_id = e.contractor_id and p.deleted_at is null)`

export async function readBesides(
  context: VerbContext,
  run: RunFacts,
): Promise<ReadonlyMap<string, Besides>> {
  const { paye_scheme_id, agency_id, frequency, pay_day, tax_year, period_number } = run
  const rows = await context.tx.rows<{ id: string }>(candidates, [
    paye_scheme_id,
    agency_id,
    frequency,
    pay_day,
    slipFrequency(frequency),
    tax_year,
    period_number,
  ])
  const dues = await statutoryDues(
    context,
    rows.map(({ id }) => id),
    pay_day,
  )
  return new Map(
    [...dues].map(([id, { elements, payments, overpaid }]) => [
      id,
      {
        elements,
        statutory: payments,
        notes:
          overpaid > 0
            ? [
                `Statutory pay of ${displayMoney(money(overpaid, GBP))} was paid too much, and waits for later statutory pay`,
              ]
            : [],
      },
    ]),
  )
}
