/** Opens the next pay run of employers that ask for it, two weeks before its pay day. People calculate and check it. */
import { type Day, partsOf } from '#kernel/day.ts'
import { newUuid } from '#kernel/uuid.ts'
import type { AuditEntry, Tx, VerbContext } from '#server/verb.ts'
import { nextHumanId } from '../../shared/human-id.server.ts'
import { taxYearStart } from '../../shared/tax-year-start.rules.ts'
import { taxYearOf } from '../employment/tax-code-source.rules.ts'
import { closedMonth, insertRun } from '../runs/insert-run.server.ts'
import { yearLock } from '../schemes/locked-year.server.ts'
import { dayToOpen, type EarlierRuns } from './run-ahead.rules.ts'

type Row = EarlierRuns & {
  readonly paye_scheme_id: string
  readonly provider_id: string
  readonly agency_id: string
}

/** `user_id`: the user of work that nobody began */
type Night = { readonly tx: Tx; readonly clock: VerbContext['clock']; readonly user_id: string }

/** @returns audit entries by agency */
export async function openRunsAhead(night: Night): Promise<ReadonlyMap<string, readonly AuditEntry[]>> {
  const entries = new Map<string, AuditEntry[]>()
  for (const row of await employersOf(night)) {
    const pay_day = dayToOpen(row, night.clock.today())
    if (pay_day === null || !(await isOpenDay(night, row, pay_day))) continue
    const entry = await openRun(night, row, pay_day)
    entries.set(row.agency_id, [...(entries.get(row.agency_id) ?? []), entry])
  }
  return entries
}

/** Employers that pay workers this often, without a run under way: the next one waits for its approval. */
function employersOf({ tx, clock }: Night): Promise<Row[]> {
  return tx.rows<Row>(
    `select s.id as paye_scheme_id, s.provider_id, s.agency_id, e.pay_frequency as frequency, r.pay_days, r.last_seen
     from business.paye_scheme s
     join (select distinct paye_scheme_id, pay_frequency from business.employment
       where deleted_at is null and coalesce(leave_date, $1::date) >= $1::date) e on e.paye_scheme_id = s.id
     cross join lateral (select bool_or(p.status in ('open', 'calculated', 'checked')) as is_under_way, max(p.pay_day) as last_seen,
         array_agg(p.pay_day::text order by p.pay_day) filter (where p.status <> 'cancelled' and p.pay_day > $1::date - 366) as pay_days
       from transaction.pay_run p where p.paye_scheme_id = s.id and p.frequency = e.pay_frequency) r
     where s.opens_runs_ahead and s.ended_on is null and s.source = 'engine' and s.agency_id is not null and r.pay_days is not null and not r.is_under_way
     order by s.id, e.pay_frequency for update of s`,
    [clock.today()],
  )
}

/** A person opens runs in a year that is locked or has no rates, and in a closed month. */
async function isOpenDay({ tx }: Night, { paye_scheme_id }: Row, pay_day: Day): Promise<boolean> {
  if (taxYearOf(pay_day) === null) return false
  if ((await yearLock({ tx }, paye_scheme_id, partsOf(taxYearStart(pay_day)).year)) !== null) return false
  const closed = await closedMonth({ tx }, paye_scheme_id, pay_day)
  return closed === undefined
}

async function openRun({ tx, clock, user_id }: Night, row: Row, pay_day: Day): Promise<AuditEntry> {
  const { paye_scheme_id, frequency, provider_id, agency_id } = row
  return insertRun(
    { tx, clock },
    {
      id: newUuid(clock),
      human_id: await nextHumanId(tx, 'RUN'),
      paye_scheme_id,
      frequency,
      pay_day,
      job_id: null,
      prepared_by: [user_id],
      maker: 'Stint',
      provider_id,
      agency_id,
    },
  )
}
