import { loadVisible, visibleSql } from '#data/visible.ts'
import { conflict, notAllowed, precondition } from '#kernel/errors.ts'
import type { Tx, VerbContext } from '#server/verb.ts'
import type { Asker, ExpenseAction, ExpenseFacts } from './expense.rules.ts'
import { expenseRefusal } from './expense.rules.ts'

/** An expense as its verbs use it, with what its placement says. */
export type ExpenseRow = ExpenseFacts & {
  readonly id: string
  readonly contract_id: string
  readonly provider_id: string
  readonly agency_id: string
  readonly client_id: string
  readonly contractor_id: string
  readonly funder_id: string | null
  readonly amount: string
  readonly tax_amount: string
  readonly currency: string
  readonly placement_start: string
  readonly placement_end: string | null
}

type Asking = Pick<VerbContext, 'tx' | 'viewer'>

/**
 * The expenses of these ids, locked in id order: two people who decide at once meet here.
 * @throws not_found when any is not the viewer's
 */
export async function lockExpenses({ tx, viewer }: Asking, ids: readonly string[]): Promise<ExpenseRow[]> {
  const seen = await loadVisible<{ id: string }>(tx, viewer, 'transaction.expense', ids, {
    lock: true,
    columns: 't.id',
  })
  return readExpenses(
    tx,
    seen.map((row) => row.id),
  )
}

/** The same for a batch of a job: what is not there, or not the viewer's any more, is left out. */
export async function lockVisibleExpenses(
  { tx, viewer }: Asking,
  ids: readonly string[],
): Promise<ExpenseRow[]> {
  const params: unknown[] = [ids]
  const visible = visibleSql('transaction.expense', viewer, 't', params)
  const seen = await tx.rows<{ id: string }>(
    `select t.id from transaction.expense t where t.id = any ($1) and ${visible} order by t.id for update of t`,
    params,
  )
  return readExpenses(
    tx,
    seen.map((row) => row.id),
  )
}

/** Reads without asking who is asking: the ids come from `lockExpenses`, or from a job of our own. */
function readExpenses(tx: Tx, ids: readonly string[]): Promise<ExpenseRow[]> {
  return tx.rows<ExpenseRow>(
    `select t.id, t.human_id, t.status, t.contract_id, t.provider_id, t.agency_id, t.client_id, t.contractor_id, t.funder_id,
       t.amount, t.tax_amount, y.alpha_code as currency, c.manual_timesheet_approval,
       c.start_date as placement_start, c.end_date as placement_end,
       coalesce((select array_agg(n.business_contact_id::text order by n.id) from contract.contract_contact n
         where n.contract_id = c.id and n.type = 'timesheet_approver' and n.deleted_at is null), '{}') as approver_contact_ids
     from transaction.expense t
     join contract.contract c on c.id = t.contract_id
     join platform.currency y on y.id = t.currency_id
     where t.id = any ($1) order by t.id`,
    [ids],
  )
}

/** @throws not_allowed, precondition or conflict with the first refusal, in words that name the expense */
export function requireCan(action: ExpenseAction, rows: readonly ExpenseRow[], viewer: Asker): void {
  for (const row of rows) {
    const refusal = expenseRefusal(action, row, viewer)
    if (refusal === null) continue
    if (refusal.code === 'not_allowed') throw notAllowed(refusal.message)
    throw refusal.code === 'conflict' ? conflict(refusal.message) : precondition(refusal.message)
  }
}
