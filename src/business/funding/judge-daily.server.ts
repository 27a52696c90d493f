/** The night's work on debt: reassigns overdue debt and judges the rest by today. */
import type { AuditEntry } from '#server/verb.ts'
import { type Judging, judgeDebt } from './follow-disallowance.server.ts'
import { reassignOverdue } from './reassign-invoice.server.ts'
import { gatherNotes, type NoticeItem } from './recourse-notice.rules.ts'

/** @returns the changes by risk carrier, for its audit log */
export async function judgeAllDebt({ tx, clock, enqueue }: Judging): Promise<Map<string, AuditEntry[]>> {
  const principals = await tx.rows<{ id: string }>(
    `select distinct transaction.principal_of(i.type, i.provider_id, i.funder_id) as id from transaction.invoice i
     where i.type in ('provider-client', 'agency-client', 'funder-client') and i.deleted_at is null
       and (i.status = 'open' or i.is_disallowed or i.recourse_amount > 0) order by 1`,
  )
  const entries_of = new Map<string, AuditEntry[]>()
  for (const { id } of principals) {
    const entries: AuditEntry[] = []
    const audit = (entry: AuditEntry) => void entries.push(entry)
    const items: NoticeItem[] = []
    const tell: Judging['enqueue'] = (topic, fact_key, payload) =>
      void items.push({ topic, fact_key, payload })
    const within: Judging = { tx, clock, audit, enqueue: tell }
    await reassignOverdue(within, id)
    await judgeDebt(within, [{ client_id: null, principal_id: id }])
    for (const { topic, fact_key, payload } of gatherNotes(items)) enqueue?.(topic, fact_key, payload)
    if (entries.length > 0) entries_of.set(id, entries)
  }
  return entries_of
}
