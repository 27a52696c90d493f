/** Invariants of approvals and disallowed debt, written apart from the code that keeps them. */
import { type Invariant, keyed } from './invariant.server.ts'

export const evidence_invariants: readonly Invariant[] = [
  {
    id: 'I16',
    says: 'an approved timesheet is what was approved',
    ...keyed(
      'timesheet',
      (only) => `select format('timesheet %s is not what was approved: its evidence is %s', t.human_id,
        coalesce(left(transaction.timesheet_evidence(t.id), 12), 'gone')) as what
      from transaction.timesheet t where ${only('t.id')} and t.evidence_hash is not null and t.evidence_hash is distinct from transaction.timesheet_evidence(t.id)`,
    ),
  },
  {
    id: 'I16',
    says: 'the last activity of an expense is its status',
    ...keyed(
      'expense',
      (
        only,
      ) => `select format('expense %s is %s, its last activity says %s', t.human_id, t.status, a.new_status) as what
      from transaction.expense t
      join lateral (select new_status from transaction.expense_activity where expense_id = t.id
        order by fact_no desc limit 1) a on true
      where ${only('t.id')} and t.status <> a.new_status`,
    ),
  },
  {
    id: 'I19',
    says: 'what is disallowed of a document is at most what is owed on it, has one reason, and was noted',
    ...keyed(
      'invoice',
      (
        only,
      ) => `select format('invoice %s says %s of %s disallowed (%s), noted as %s', i.human_id, i.disallowed_amount, i.outstanding_balance,
        coalesce(i.disallowed_status, 'no reason'), coalesce(d.amount::text, 'nothing')) as what
      from transaction.invoice i
      left join lateral (select amount, reason from transaction.disallowance n where n.invoice_id = i.id order by fact_no desc limit 1) d on true
      where ${only('i.id')} and (i.is_disallowed <> (i.disallowed_status is not null) or i.is_disallowed <> (i.disallowed_amount > 0)
        or i.disallowed_amount > greatest(i.outstanding_balance, 0)
        or (i.is_disallowed and (d.amount, d.reason) is distinct from (i.disallowed_amount, i.disallowed_status))
        or (not i.is_disallowed and d.reason is not null))`,
    ),
  },
]
