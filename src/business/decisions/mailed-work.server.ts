/** One timesheet or expense, as the reader of a mailed link sees it. */
import { loadVisible, readsField, visibleSql } from '#data/visible.ts'
import type { Viewer } from '#entity/access.ts'
import { labelOf } from '#entity/choices.ts'
import { units } from '#kernel/rate.ts'
import type { Tx } from '#server/verb.ts'
import { compared_weeks, comparedWithUsual, type Usual } from '../timesheets/hours-baseline.rules.ts'
import type { WorkEntity } from './mailed-decision.rules.ts'
import type { MailedFile, MailedLine, MailedWorkFacts } from './mailed-work.rules.ts'

type Head = Omit<MailedWorkFacts, 'lines' | 'files'> & { readonly contract_id: string }

const own_columns: Readonly<Record<WorkEntity, string>> = {
  'transaction.timesheet': `t.start_date, t.end_date, t.unit_type, t.total_units, t.client_amount as amount, null as tax_amount`,
  'transaction.expense': `null as start_date, null as end_date, null as unit_type, null as total_units, t.amount, t.tax_amount`,
}

const lines: Readonly<Record<WorkEntity, string>> = {
  'transaction.timesheet': `select d.date, d.rate_name as what, d.units, d.unit_type, null as amount, d.description
    from transaction.timesheet_detail d
    where d.timesheet_id = $1 and d.deleted_at is null and d.is_active and d.units <> 0 order by d.date, d.rate_name, d.id`,
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
): Promise<{ readonly record: MailedWorkFacts; readonly usual: Usual | null }> {
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
  return { record, usual: await usualOf(tx, viewer, record, contract_id) }
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

async function usualOf(
  tx: Tx,
  viewer: Viewer,
  { total_units, id }: MailedWorkFacts,
  contract_id: string,
): Promise<Usual | null> {
  if (total_units === null) return null
  const params: unknown[] = [contract_id, id]
  const visible = visibleSql('transaction.timesheet', viewer, 't', params)
  const before = await tx.rows<{ total_units: string }>(
    `select t.total_units from transaction.timesheet t
     where t.contract_id = $1 and t.id <> $2 and t.status = 'approved' and ${visible}
     order by t.start_date desc, t.id limit ${compared_weeks}`,
    params,
  )
  return comparedWithUsual(
    units(total_units),
    before.map((one) => units(one.total_units)),
  )
}
