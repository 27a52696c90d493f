/**
 * Documents are `held` while one of the reasons of `holdReason` stands (money.md §1.9, i; decisions 0035, 0143, 0186, 0187).
 * Once nothing holds them, they are advanced like any other.
 */

import { open_status_sql } from '../parties/company-status/company-standing.server.ts'
import { hasLongWeekSql } from '../parties/self-dealing/long-weeks.server.ts'
import { isUnworkedSql } from '../shared/unworked-days.server.ts'
import type { Noting } from './collection-notes/collection-note.server.ts'
import { type ExposureKey, ofKey } from './evaluate-disallowance.server.ts'

type Changed = { readonly id: string; readonly funding_hold_reason: string | null }

/** Oldest debt first, as it was taken from the limit when it was raised. @returns how many documents are held no longer */
export async function liftHeld(
  { tx, clock, audit }: Pick<Noting, 'tx' | 'clock' | 'audit'>,
  keys: readonly ExposureKey[],
): Promise<number> {
  let count = 0
  for (const key of keys) {
    const changed = await tx.rows<Changed>(statementOf(key), [
      key.client_id,
      key.principal_id,
      clock.today(),
      clock.now(),
    ])
    for (const { id, funding_hold_reason } of changed) {
      if (funding_hold_reason === null) count += 1
      audit({
        entity: 'transaction.invoice',
        entity_id: id,
        old_values: { funding_status: 'held' },
        new_values:
          funding_hold_reason === null
            ? { funding_status: 'pending', reason: 'Nothing holds its funding any longer' }
            : { funding_hold_reason },
      })
    }
  }
  return count
}

/** The reasons are those of `holdReason` (funding-hold.rules.ts). */
const statementOf = (key: ExposureKey) => `
  with keys as (
    select distinct i.client_id, transaction.principal_of(i.type, i.provider_id, i.funder_id) as principal_id, i.currency_id
    from transaction.invoice i
    where i.funding_status = 'held' and i.deleted_at is null and i.status = 'open' and i.reassigned_on is null
      and i.type in ('provider-client', 'agency-client', 'funder-client') and ${ofKey(key)}),
  debt as (
    select i.invoice_set_id, i.funding_status, i.timesheet_id, i.period_end,
      exists (select from transaction.timesheet t where t.id = i.timesheet_id and t.evidence_status = 'waiting')
        or exists (select from transaction.expense e where e.id = i.expense_id and e.evidence_status = 'waiting') as awaits_evidence,
      l.amount as credit_limit, o.amount as allocated,
      exists (select from business.service v where v.type = 'client-agency' and v.from_business_id = i.client_id
        and v.to_business_id = i.agency_id and v.verification_status = 'verified' and v.deleted_at is null) as is_verified,
      exists (select from business.business b where b.id = i.client_id and ${open_status_sql('b')}) as is_undecided,
      sum(i.outstanding_balance) over (partition by k.client_id, k.principal_id, k.currency_id
        order by i.raised_date, length(i.human_id), i.human_id rows unbounded preceding) as running,
      sum(i.outstanding_balance) over (partition by k.client_id, k.principal_id, k.currency_id, i.agency_id
        order by i.raised_date, length(i.human_id), i.human_id rows unbounded preceding) as running_of_agency
    from keys k
    join transaction.invoice i on i.client_id = k.client_id and i.currency_id = k.currency_id
      and transaction.principal_of(i.type, i.provider_id, i.funder_id) = k.principal_id
    left join lateral (
      select c.amount from business.credit_limit c
      where c.client_id = k.client_id and c.limiter_id = k.principal_id and c.currency_id = k.currency_id
        and c.agency_id is null and c.deleted_at is null and c.effective_from <= $3::date
        and (c.effective_to is null or c.effective_to >= $3::date)
      order by c.effective_from desc, c.id desc limit 1) l on true
    -- The agency's own part of the limit.
    left join business.credit_limit o on o.client_id = k.client_id and o.limiter_id = k.principal_id
      and o.currency_id = k.currency_id and o.agency_id = i.agency_id and o.deleted_at is null
      and o.effective_from <= $3::date and (o.effective_to is null or o.effective_to >= $3::date)
    where i.deleted_at is null and i.status = 'open' and i.reassigned_on is null
      and i.type in ('provider-client', 'agency-client', 'funder-client')),
  reasons as (
    select d.invoice_set_id, case
        when d.credit_limit is null then 'No credit limit'
        when not d.is_verified then 'First invoice not verified'
        when d.is_undecided then 'Status at Companies House not decided'
        when d.awaits_evidence then 'Evidence of approval not accepted'
        when ${hasLongWeekSql('d.timesheet_id')} then 'Unusual hours not accepted'
        when d.period_end >= $3::date and ${isUnworkedSql('d.timesheet_id', '$3::date')} then 'Last worked day not passed'
        when d.running > d.credit_limit or d.running_of_agency > d.allocated then 'Credit Limit exceeded' end as reason
    from debt d where d.funding_status = 'held'),
  judged as (
    select distinct on (r.invoice_set_id) r.invoice_set_id, r.reason from reasons r order by r.invoice_set_id, r.reason nulls first)
  update transaction.invoice i set funding_status = case when j.reason is null then 'pending' else 'held' end,
    funding_hold_reason = j.reason, updated_at = $4
  from judged j
  where i.invoice_set_id = j.invoice_set_id and i.funding_status = 'held'
    and (j.reason is null or i.funding_hold_reason is distinct from j.reason)
  returning i.id, i.funding_hold_reason`
