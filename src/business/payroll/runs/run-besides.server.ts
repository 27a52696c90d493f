/** Pay of a run besides work, by employment: a few statements for any number of workers. */
import { displayMoney, GBP, money } from '#kernel/money.ts'
import type { VerbContext } from '#server/verb.ts'
import { statutoryDues } from '../absence/statutory-due.server.ts'
import { deemedElement } from '../deemed/deemed.rules.ts'
import type { Pence } from '../engine/whole.rules.ts'
import { type Besides, no_besides } from './besides.rules.ts'
import { readDeemed } from './run-deemed.server.ts'
import { readHoliday } from './run-holiday.server.ts'
import { type RunFacts, type RunWork, slipFrequency } from './run-work.rules.ts'

/** A worker with a payslip of the period is paid with a later one. */
const candidates = `select e.id, exists (select from transaction.statutory_absence a
    where a.employment_id = e.id and a.kind <> 'unpaid' and a.first_day <= $4::date) as is_absent
  from business.employment e
  where e.deleted_at is null and not e.off_payroll and e.paye_scheme_id = $1 and e.agency_id = $2 and e.pay_frequency = $3 and e.start_date <= $4::date
    and (exists (select from transaction.statutory_absence a where a.employment_id = e.id and a.kind <> 'unpaid'
        and a.first_day <= $4::date)
      or exists (select from transaction.holiday h where h.employment_id = e.id and h.status = 'approved' and h.first_day <= $4::date)
      or (e.leave_date <= $4::date and exists (select from transaction.holiday_movement m where m.employment_id = e.id and m.deleted_at is null)))
    and not exists (select from transaction.payslip p join transaction.payslip_period d on d.id = p.payslip_period_id
      where d.agency_id = $2 and d.frequency = $5 and d.tax_year = $6 and d.period_number = $7
        and p.contractor_id = e.contractor_id and p.deleted_at is null)`

/** @param works of the run, by employment; the fees of the timesheets `left_out` wait */
export async function readBesides(
  context: VerbContext,
  run: RunFacts,
  works: ReadonlyMap<string, readonly RunWork[]>,
  left_out: ReadonlySet<string>,
): Promise<ReadonlyMap<string, Besides>> {
  const { paye_scheme_id, agency_id, frequency, pay_day, tax_year, period_number } = run
  const rows = await context.tx.rows<{ id: string; is_absent: boolean }>(candidates, [
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
    rows.filter(({ is_absent }) => is_absent).map(({ id }) => id),
    pay_day,
  )
  const holidays = await readHoliday(
    context.tx,
    run,
    rows.map(({ id }) => id),
    works,
  )
  const deemed = [...(await readDeemed(context.tx, run, left_out))].map(
    ([id, { works: fees, credits, notes }]) => {
      return [id, { ...no_besides, elements: fees.map(deemedElement), deemed: fees, credits, notes }] as const
    },
  )
  return new Map([
    ...deemed,
    ...[...new Set([...dues.keys(), ...holidays.keys()])].map((id) => {
      const due = dues.get(id)
      const holiday = holidays.get(id)
      return [
        id,
        {
          ...no_besides,
          elements: [...(due?.elements ?? []), ...(holiday?.elements ?? [])],
          statutory: due?.payments ?? [],
          holiday: holiday?.payments ?? [],
          accruals: holiday?.accruals ?? [],
          notes: [...overpaidNote(due?.overpaid ?? 0), ...(holiday?.notes ?? [])],
        },
      ] as const
    }),
  ])
}

const overpaidNote = (overpaid: Pence): string[] =>
  overpaid > 0
    ? [
        `Statutory pay of ${displayMoney(money(overpaid, GBP))} was paid too much, and waits for later statutory pay`,
      ]
    : []
