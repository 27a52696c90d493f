import { loadVisible } from '#data/visible.ts'
import { notFound } from '#kernel/errors.ts'
import { requireCan } from '#kernel/refusal.ts'
import type { VerbContext } from '#server/verb.ts'
import { samePeople } from '../../shared/who-may.rules.ts'
import { requireOpenYear } from '../schemes/locked-year.server.ts'
import type { RunRow } from './compute-run.server.ts'
import { can, type PayRunAction, type PayRunFacts } from './pay-run.rules.ts'
import { jobOf } from './pay-run-job.server.ts'
import type { LeftOut } from './run-work.rules.ts'

export type LockedRun = RunRow &
  PayRunFacts & { readonly content_hash: string | null; readonly left_out: readonly LeftOut[] }

const columns = `t.id, t.human_id, t.status, t.paye_scheme_id, t.frequency, t.pay_day, t.tax_year, t.period_number, t.prepared_by,
  t.payslip_count, t.stop_count, t.content_hash, t.left_out, t.currency_id, t.provider_id, t.agency_id,
  (select count(*)::int from transaction.pay_run_check k where k.pay_run_id = t.id and k.level = 'warning' and k.reason is null)
    as open_warnings`

/** Steps towards payslips of the year. */
const writing: readonly PayRunAction[] = [
  'calculate',
  'calculate_by_job',
  'check',
  'check_by_job',
  'approve',
  'approve_by_job',
  'leave_out',
  'take_in',
  'reopen',
  'reopen_by_job',
]

/**
 * A visible run that the viewer may change in this way, locked: of two approvals at once the second meets the first's
 * status here. `own_job_id` is of the job that asks. @throws not_found, not_allowed, precondition or conflict
 */
export async function lockRun(
  context: VerbContext,
  id: string,
  action: PayRunAction,
  own_job_id: string | null = null,
): Promise<LockedRun> {
  const { tx, viewer } = context
  const asked = async (lock: boolean): Promise<LockedRun> => {
    const row = await visibleRun(context, id, lock)
    const run = {
      ...row,
      job: await jobOf(tx, id, own_job_id),
      pays_asker: await paysAsker(context, id),
    }
    requireCan(can[action](run, viewer))
    return run
  }
  // A job that approves keeps the run locked for long: others are refused before they wait for it.
  await asked(false)
  const run = await asked(true)
  if (writing.includes(action)) await requireOpenYear(context, run.paye_scheme_id, run.tax_year)
  return run
}

/** A visible run, to compute it. @throws not_found */
export const loadRun = (context: VerbContext, id: string): Promise<RunRow> => visibleRun(context, id, false)

type VisibleRun = Omit<LockedRun, 'pays_asker' | 'job'>

async function visibleRun({ tx, viewer }: VerbContext, id: string, lock: boolean): Promise<VisibleRun> {
  const [row] = await loadVisible<VisibleRun>(tx, viewer, 'transaction.pay_run', [id], { lock, columns })
  if (!row) throw notFound('Pay run')
  return row
}

/** True for people of a worker whom the run pays. */
async function paysAsker({ tx, viewer }: VerbContext, id: string): Promise<boolean> {
  const row = await tx.row<{ pays: boolean }>(
    `select exists (select from transaction.pay_run_payslip p
       join business.business_contact c on c.business_id = p.contractor_id and c.deleted_at is null
       where p.pay_run_id = $1 and p.withdrawn_as is null and c.user_id = any ($2)) as pays`,
    [id, samePeople(viewer)],
  )
  return row?.pays ?? false
}

/** Everybody who worked on the run so far, and the viewer with the person behind an impersonation. */
export function withPreparer(
  prepared_by: readonly string[],
  { user_id, impersonator_user_id }: VerbContext['viewer'],
): string[] {
  const more = [user_id, impersonator_user_id].filter((one) => one !== null)
  return [...new Set([...prepared_by, ...more])]
}
