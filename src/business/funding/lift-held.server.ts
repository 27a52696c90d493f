/**
 * Documents of a debtor at its limit are `held` (money.md §1.9, i). Once its debt fits the limit again, because older
 * debt is paid, credited or reassigned, or the limit was raised, they are advanced like any other.
 */
import type { Noting } from './collection-note.server.ts'
import { type ExposureKey, ofKey } from './evaluate-disallowance.server.ts'

/** Oldest debt first, as it was taken from the limit when it was raised. @returns how many documents are held no longer */
export async function liftHeld(
  { tx, clock, audit }: Pick<Noting, 'tx' | 'clock' | 'audit'>,
  keys: readonly ExposureKey[],
): Promise<number> {
  let count = 0
  for (const key of keys) {
    const lifted = await tx.rows<{ id: string }>(statementOf(key), [
      key.client_id,
      key.principal_id,
      clock.today(),
      clock.now(),
    ])
    count += lifted.length
    for (const { id } of lifted)
      audit({
        entity: 'transaction.invoice',
        entity_id: id,
        old_values: { funding_status: 'held' },
        new_values: { funding_status: 'pending', reason: 'The debt fits the credit limit again' },
      })
  }
  return count
}

const statementOf = (key: ExposureKey) => `
  with keys as (
    select distinct i.client_id, transaction.principal_of(i.type, i.provider_id, i.funder_id) as principal_id, i.currency_id
    from transaction.invoice i
    where i.funding_status = 'held' and i.deleted_at is null and i.status = 'open' and i.reassigned_on is null
      and i.type in ('provider-client', 'agency-client', 'funder-client') and ${ofKey(key)}),
  debt as (
    select i.invoice_set_id, i.funding_status, l.amount as credit_limit,
      sum(i.outstanding_balance) over (partition by k.client_id, k.principal_id, k.currency_id
        order by i.raised_date, length(i.human_id), i.human_id rows unbounded preceding) as running
    from keys k
    join transaction.invoice i on i.client_id = k.client_id and i.currency_id = k.currency_id
      and transaction.principal_of(i.type, i.provider_id, i.funder_id) = k.principal_id
    left join lateral (
      select c.amount from business.credit_limit c
      where c.client_id = k.client_id and c.limiter_id = k.principal_id and c.currency_id = k.currency_id
        and c.agency_id is null and c.deleted_at is null and c.effective_from <= $3::date
        and (c.effective_to is null or c.effective_to >= $3::date)
      order by c.effective_from desc, c.id desc limit 1) l on true
    where i.deleted_at is null and i.status = 'open' and i.reassigned_on is null
      and i.type in ('provider-client', 'agency-client', 'funder-client'))
  update transaction.invoice i set funding_status = 'pending', updated_at = $4
  where i.funding_status = 'held' and i.invoice_set_id in (
    select d.invoice_set_id from debt d where d.funding_status = 'held' and (d.credit_limit is null or d.running <= d.credit_limit))
  returning i.id`
