/** One timesheet or expense, as the reader of a mailed link sees it. */
import { loadVisible, readsField, visibleSql } from '#data/visible.ts'
import type { Viewer } from '#entity/access.ts'
import { labelOf } from '#entity/choices.ts'
import { day } from '#kernel/day.ts'
import { units } from '#kernel/rate.ts'
import type { Tx } from '#server/verb.ts'
import type { EnteredDay } from '../parties/self-dealing/flag.rules.ts'
import { besideSql } from '../parties/self-dealing/long-weeks.server.ts'
import {
  compared_weeks,
  comparedWithUsual,
  type Usual,
  type WorkedPeriod,
} from '../timesheets/days/hours-baseline.rules.ts'
import type { WorkEntity } from './mailed-decision.rules.ts'
import type { MailedFile, MailedLine, MailedWorkFacts } from './mailed-work.rules.ts'

type Head = Omit<MailedWorkFacts, 'lines' | 'files'> & { readonly contract_id: string }

export type ReadWork = {
  readonly record: MailedWorkFacts
  readonly usual: Usual | null
  /** Time of the worker's timesheets with an earlier turn, in the weeks of this one. */
  readonly beside: readonly (readonly EnteredDay[])[]
}

const own_columns: Readonly<Record<WorkEntity, string>> = {
  'transaction.timesheet': `t.start_date, t.end_date, t.unit_type, t.total_units, t.client_amount as amount, null as tax_amount`,
  'transaction.expense': `null as start_date, null as end_date, null as unit_type, null as total_units, t.amount, t.tax_amount`,
}

const lines: Readonly<Record<WorkEntity, string>> = {
  'transaction.timesheet': `select d.date, d.rate_name as what, d.units, d.unit_type, null as amount, d.description
    from transaction.timesheet_detail d
    where d.timesheet_id = $1 and d.deleted_at is null and d.is_active and d.units <> 0 order by d.date, d.rate_name <> 'Standard', d.rate_name, d.id`,
  'transaction.expense': `select d.from_date as date, d.type as what, null as units, null as unit_type, d.amount + d.tax_amount as amount, d.description
    from transaction.expense_detail d where d.expense_id = $1 and d.deleted_at is null order by d.from_date, d.id`,
}

const reads_amount: Readonly<Record<WorkEntity, string>> = {
  'transaction.timesheet': 'client_amount',
  'transaction.expense': 'amount',
}

/** @throws not_found for a record that the viewer cannot see */
export async function readMailedWork(
  tx: Tx,
  viewer: Viewer,
  entity: WorkEntity,
  id: string,
): Promise<ReadWork> {
  await loadVisible(tx, viewer, entity, [id], { columns: 't.id' })
  const [head] = await tx.rows<Head>(
    `select t.id, t.human_id, t.status, w.name as contractor, a.name as agency, k.name as client, c.title, ${own_columns[entity]},
       y.alpha_code as currency, t.comment, t.contract_id
     from ${entity} t
     join contract.contract c on c.id = t.contract_id
     join business.business w on w.id = t.contractor_id
     join business.business a on a.id = t.agency_id
     join business.business k on k.id = t.client_id
     join platform.currency y on y.id = t.currency_id
     where t.id = $1`,
    [id],
  )
  const { contract_id, ...facts } = head as Head // Visible, so it is there.
  const shown = readsField(viewer, entity, reads_amount[entity])
  const found = await tx.rows<MailedLine>(lines[entity], [id])
  const record = {
    ...facts,
    amount: shown ? facts.amount : null,
    tax_amount: shown ? facts.tax_amount : null,
    files: await filesOf(tx, viewer, entity, id),
    lines: found.map((line) => ({ ...line, what: line.units === null ? labelOf(line.what) : line.what })),
  }
  if (entity !== 'transaction.timesheet') return { record, usual: null, beside: [] }
  return {
    record,
    usual: await usualOf(tx, viewer, record, contract_id),
    beside: await besideOf(tx, viewer, id),
  }
}

function filesOf(tx: Tx, viewer: Viewer, entity: WorkEntity, id: string): Promise<MailedFile[]> {
  const params: unknown[] = [entity, id]
  const visible = visibleSql('platform.attachment', viewer, 'f', params)
  return tx.rows<MailedFile>(
    `select f.id, f.file_name, f.size_bytes::int from platform.attachment f
     where f.parent_entity = $1 and f.parent_id = $2 and f.deleted_at is null and ${visible} order by f.file_name, f.id`,
    params,
  )
}

/** A file of this record that the viewer sees; null for any other. */
export async function readMailedFile(
  tx: Tx,
  viewer: Viewer,
  { entity, entity_id }: { readonly entity: WorkEntity; readonly entity_id: string },
  id: string,
): Promise<{ readonly file_url: string; readonly file_name: string; readonly content_type: string } | null> {
  const params: unknown[] = [entity, entity_id, id]
  const visible = visibleSql('platform.attachment', viewer, 'f', params)
  const file = await tx.row<{ file_url: string; file_name: string; content_type: string }>(
    `select f.file_url, f.file_name, f.content_type from platform.attachment f
     where f.parent_entity = $1 and f.parent_id = $2 and f.id = $3 and f.deleted_at is null and ${visible}`,
    params,
  )
  return file ?? null
}

type Sheet = {
  readonly start_date: string
  readonly end_date: string
  readonly total_units: string
  readonly dates: readonly string[]
}

const periodOf = ({ start_date, end_date, total_units, dates }: Sheet): WorkedPeriod => ({
  start_date: day(start_date),
  end_date: day(end_date),
  units: units(total_units),
  dates: dates.map((one) => day(one)),
})

async function usualOf(
  tx: Tx,
  viewer: Viewer,
  { start_date, end_date, total_units, id, lines: cells }: MailedWorkFacts,
  contract_id: string,
): Promise<Usual | null> {
  if (start_date === null || end_date === null || total_units === null) return null
  const params: unknown[] = [contract_id, id]
  const visible = visibleSql('transaction.timesheet', viewer, 't', params)
  const before = await tx.rows<Sheet>(
    `select t.start_date, t.end_date, t.total_units, array(select d.date::text from transaction.timesheet_detail d
       where d.timesheet_id = t.id and d.deleted_at is null and d.units > 0) as dates
     from transaction.timesheet t join transaction.timesheet one on one.id = $2
     where t.contract_id = $1 and t.id <> $2 and t.status = 'approved' and t.refines_id is null
       and t.timesheet_frequency = one.timesheet_frequency and ${visible}
     order by t.start_date desc, t.id limit ${compared_weeks}`,
    params,
  )
  const dates = cells.flatMap((one) => (units(one.units ?? '0') > 0 ? [one.date] : []))
  return comparedWithUsual(periodOf({ start_date, end_date, total_units, dates }), before.map(periodOf))
}

/** The timesheets that the viewer reads. */
async function besideOf(tx: Tx, viewer: Viewer, id: string): Promise<EnteredDay[][]> {
  const params: unknown[] = [id]
  const visible = visibleSql('transaction.timesheet', viewer, 't', params)
  const rows = await tx.rows<{ id: string; date: string; unit_type: string; units: string }>(
    `select t.id, d.date, d.unit_type, d.units from transaction.timesheet one
     join transaction.timesheet t on ${besideSql('one', 't')}
     join transaction.timesheet_detail d on d.timesheet_id = t.id and d.deleted_at is null and d.units <> 0
     where one.id = $1 and ${visible} order by t.id, d.date`,
    params,
  )
  return [...Map.groupBy(rows, (row) => row.id).values()].map((cells) =>
    cells.map((one) => ({ date: day(one.date), unit_type: one.unit_type, units: units(one.units) })),
  )
}
