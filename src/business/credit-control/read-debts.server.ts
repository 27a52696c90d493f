import { visibleSql } from '#data/visible.ts'
import type { VerbContext } from '#server/verb.ts'
import type { Debt } from './write-letters.server.ts'

/** Columns of a document in a letter, over the alias `t`; `$1` is the day. */
export const debt_columns = `t.id, t.human_id, t.agency_id, t.provider_id, t.client_id, t.funder_id, t.currency_id, t.type,
  t.status, t.outstanding_balance, t.due_date, transaction.days_overdue(t.status, t.due_date, $1::date) as days_overdue`

export const client_facing = `('provider-client', 'agency-client', 'funder-client')`

/** A client's open documents that the viewer sees, oldest first. */
export function openDebts(
  { tx, viewer, clock }: Pick<VerbContext, 'tx' | 'viewer' | 'clock'>,
  client_id: string,
): Promise<Debt[]> {
  const params: unknown[] = [clock.today(), client_id]
  const visible = visibleSql('transaction.invoice', viewer, 't', params)
  return tx.rows<Debt>(
    `select ${debt_columns} from transaction.invoice t
     where t.client_id = $2 and t.status = 'open' and t.type in ${client_facing} and ${visible}
     order by t.due_date, length(t.human_id), t.human_id`,
    params,
  )
}
