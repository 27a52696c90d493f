/**
 * Scheduled reports (experience.md, page 9): on their day one job a recipient writes the file, read with that
 * recipient's rights at that moment. The mail leaves when the file is ready.
 */
import { entities, findEntity } from '#business/entities.ts'
import {
  dueDay,
  filtersAt,
  type KeptList,
  mayReadReport,
  periodWords,
  type ReportKey,
  type ReportMailing,
  reportOf,
  type ScheduledReport,
  scheduleWords,
} from '#business/report-mailing/report-schedule.rules.ts'
import { allOf, type FilterBy, filterWhere, resolveDay } from '#entity/filter.ts'
import type { ReadRow } from '#entity/new-row.ts'
import { present } from '#kernel/assert.ts'
import type { Clock } from '#kernel/clock.ts'
import { type Day, day } from '#kernel/day.ts'
import { EXPORT_KIND, startJob } from '#server/job.server.ts'
import type { AuditEntry, Tx } from '#server/verb.ts'
import { readViewerOfContact } from '#server/viewer-read.server.ts'
import { updateRow } from '#server/write-row.server.ts'
import { report_schedule } from './report-schedule.entity.ts'

type Row = ReadRow<
  typeof report_schedule,
  | 'id business_id title format frequency weekday day_of_month period contact_ids is_paused'
  | 'since last_sent user_name'
> & {
  readonly report: ReportKey
  readonly list: KeptList
}

/** @returns mails and recipients, for the audit of each business */
export async function sendReports({
  tx,
  clock,
}: {
  readonly tx: Tx
  readonly clock: Clock
}): Promise<Map<string, AuditEntry[]>> {
  const rows = await tx.rows<Row>(
    `select id, business_id, report, title, format, frequency, weekday, day_of_month, period, list, contact_ids, is_paused, since,
       last_sent, user_name
     from platform.report_schedule where deleted_at is null and not is_paused order by created_at, id for update`,
  )
  const sent = new Map<string, AuditEntry[]>()
  for (const row of rows) {
    const { since, last_sent } = row
    const due = dueDay(
      { ...row, since: day(since), last_sent: last_sent === null ? null : day(last_sent) },
      clock.today(),
    )
    if (due === null) continue
    const entry = await sendOne({ tx, clock }, row, due)
    sent.set(row.business_id, [...(sent.get(row.business_id) ?? []), entry])
  }
  return sent
}

async function sendOne(
  { tx, clock }: { readonly tx: Tx; readonly clock: Clock },
  row: Row,
  due: Day,
): Promise<AuditEntry> {
  const input = askedFor(row, due, clock)
  const to: string[] = []
  let left_out = 0
  for (const contact_id of row.contact_ids) {
    const viewer = await readViewerOfContact(tx, contact_id)
    // A role taken away, or a person deactivated, is sent nothing (quality S9).
    if (viewer === null || viewer.business_id !== row.business_id || !mayReadReport(row.report, viewer)) {
      left_out += 1
      continue
    }
    await startJob(
      { tx, viewer, clock },
      {
        kind: EXPORT_KIND,
        action_id: 'daily',
        label: `${row.title}, mailed`,
        input,
        total: 0,
        is_ours: true,
      },
    )
    to.push(viewer.email)
  }
  const problem =
    left_out === 0
      ? null
      : left_out === 1
        ? 'One of the recipients no longer has access'
        : `${left_out} of the recipients no longer have access`
  await updateRow(tx, report_schedule, row.id, { last_sent: due, problem, updated_at: clock.now() })
  return {
    entity: 'platform.report_schedule',
    entity_id: row.id,
    new_values: { sent_for: due, to, left_out },
  }
}

/** The job's query, as an export of the list on this day. */
function askedFor(row: Row, due: Day, clock: Clock) {
  const report = reportOf(row.report)
  const { base, args, order_by, columns, facts } = row.list
  const filter = filtersAt(report, row.list, row, due)
  const today = clock.today()
  const covers = periodWords(report, rangeOf(report, filter, today), today)
  const mailing: ReportMailing = {
    schedule_id: row.id,
    report: row.report,
    due,
    covers,
    schedule: scheduleWords(row),
    set_by: row.user_name,
  }
  return {
    entity: report.entity,
    format: row.format,
    title: row.title,
    facts: [...facts, { label: report.days?.label ?? 'Figures', value: covers }],
    where: allOf([
      base,
      ...filterWhere(entities, present(findEntity(report.entity), 'its entity'), filter, today),
    ]),
    ...(args ? { args } : {}),
    order_by,
    columns,
    mailing,
  }
}

function rangeOf({ days }: ScheduledReport, filter: FilterBy, today: Day) {
  const range = (days ? (filter[days.path] ?? {}) : {}) as { from?: string; to?: string } // Days are filtered by a range.
  const end = (text: string | undefined) => (text === undefined ? null : resolveDay(text, today))
  return { from: end(range.from), to: end(range.to) }
}
