/** Invariants of agencies' debt on disallowed or reassigned advances, written apart from the code that keeps it. */
import { type Invariant, keyed, type Only } from './invariant.server.ts'

/** Of a set, or of one that corrects it. */
const ofFamily = (only: Only) => `(${only('s.id')} or ${only('s.corrects_set_id')})`
const client_facing = `('provider-client', 'agency-client', 'funder-client')`

export const recourse_invariants: readonly Invariant[] = [
  {
    id: 'I19',
    says: 'what an agency owes of an advance is what of it is disallowed, or all of it once the debt is reassigned',
    ...keyed(
      'set',
      (only) => `with recursive at_stake as (
        select distinct coalesce(s.corrects_set_id, s.id) as id from transaction.invoice i
        join transaction.invoice_set s on s.id = i.invoice_set_id
        where ${ofFamily(only)} and (i.is_disallowed or i.recourse_amount > 0 or i.reassigned_on is not null)),
      family as (
        select coalesce(s.corrects_set_id, s.id) as id,
          coalesce(sum(i.paid_amount + c.net) filter (where i.release_condition <> 'client_receipt' and i.type in ('contractor-agency',
            'agency_earnings', 'employer_ni', 'employer_pension', 'apprenticeship_levy', 'holiday_pay_retained')), 0)
            -- VAT on the agency's sale that its client is not charged comes back from HMRC, and goes out with the earnings.
            - least(greatest(coalesce(sum(i.tax_amount) filter (where i.type in ('agency-provider', 'agency-funder')), 0)
                - coalesce(sum(i.tax_amount) filter (where i.type in ('provider-client', 'funder-client')), 0), 0),
              greatest(coalesce(sum(i.paid_amount + c.net) filter (where i.release_condition <> 'client_receipt'
                and i.type = 'agency_earnings'), 0), 0)) as gone_out,
          coalesce(sum(i.paid_amount + c.net) filter (where i.type in ('provider-agency', 'funder-agency', 'platform_fee')), 0) as fees,
          coalesce(sum(i.paid_amount + c.net) filter (where i.type in ${client_facing}), 0) as received
        from at_stake k join transaction.invoice_set s on k.id in (s.id, s.corrects_set_id)
        join transaction.invoice i on i.invoice_set_id = s.id
        -- Less credit than its own set could take is owed back; credit from elsewhere settled it as money would.
        cross join lateral (select least(i.total_amount, 0) + coalesce(sum(case when a.invoice_id = i.id
            then case when coalesce(ns.corrects_set_id, ns.id) = coalesce(s.corrects_set_id, s.id) then 0 else a.amount end
            else case when coalesce(os.corrects_set_id, os.id) = coalesce(s.corrects_set_id, s.id) then a.amount else 0 end end), 0) as net
          from transaction.credit_allocation a
          join transaction.invoice n on n.id = a.credit_note_id join transaction.invoice_set ns on ns.id = n.invoice_set_id
          join transaction.invoice o on o.id = a.invoice_id join transaction.invoice_set os on os.id = o.invoice_set_id
          where i.id in (a.invoice_id, a.credit_note_id) and a.reversal_date is null) c
        where i.deleted_at is null and i.status in ('open', 'closed')
        group by 1),
      debt as (
        select f.*, i.id as invoice_id, i.human_id, i.recourse_amount, i.reassigned_on is not null as is_reassigned,
          case when i.reassigned_on is not null then i.outstanding_balance else i.disallowed_amount end as debt,
          row_number() over (partition by f.id order by i.raised_date, length(i.human_id), i.human_id) as n
        from family f join transaction.invoice_set s on f.id in (s.id, s.corrects_set_id)
        join transaction.invoice i on i.invoice_set_id = s.id and i.type in ${client_facing} and i.deleted_at is null
        where (i.is_disallowed or i.recourse_amount > 0 or i.reassigned_on is not null)
          and ${ofFamily(only)}),
      owed as (
        select d.*, 0::numeric as before,
          greatest(least(debt, gone_out + case when is_reassigned then fees else 0 end - received), 0) as owed
        from debt d where n = 1
        union all
        select d.*, o.before + o.owed, greatest(least(d.debt,
          d.gone_out + case when d.is_reassigned then d.fees else 0 end - d.received - o.before - o.owed), 0)
        from debt d join owed o on o.id = d.id and d.n = o.n + 1)
      select format('invoice %s: the agency owes %s of %s paid out, %s received and %s of debt, noted as %s', human_id, owed, gone_out,
        received, debt, recourse_amount) as what
      from owed where owed <> recourse_amount`,
    ),
  },
  {
    id: 'I3',
    says: 'a recourse is the sum of its entries, which its collection notes and the books agree with',
    ...keyed(
      'invoice',
      (
        only,
      ) => `select format('invoice %s: %s owed, its entries say %s, the last %s, its notes %s, the books %s', i.human_id, i.recourse_amount,
        coalesce(e.amount, 0), coalesce(l.balance, 0), coalesce(n.amount, 0), coalesce(p.amount, 0)) as what
      from transaction.invoice i
      left join (select invoice_id, sum(amount) as amount from transaction.recourse_entry where ${only('invoice_id')} group by 1) e on e.invoice_id = i.id
      left join lateral (select balance from transaction.recourse_entry r where r.invoice_id = i.id order by fact_no desc limit 1) l on true
      left join (select invoice_id, sum(amount - cured_amount) as amount from transaction.collection_note
        where ${only('invoice_id')} and source = 'disallowance' and status <> 'cancelled' and deleted_at is null group by 1) n on n.invoice_id = i.id
      left join (select t.invoice_id, sum(t.amount) as amount from ledger.posting t join ledger.account a on a.id = t.account_id
        where ${only('t.invoice_id')} and a.kind = 'agency_recourse' group by 1) p on p.invoice_id = i.id
      where ${only('i.id')} and i.type in ${client_facing} and (i.recourse_amount, i.recourse_amount, i.recourse_amount, i.recourse_amount) is distinct from
        (coalesce(e.amount, 0), coalesce(l.balance, 0), coalesce(n.amount, 0), coalesce(p.amount, 0))`,
    ),
  },
  {
    id: 'I3',
    says: 'what agencies owe in the books is what payments to them that stand against nothing are',
    sql: `with owed as (
        select p.principal_id, p.for_business_id as agency_id, p.currency_id, sum(p.unmatched_amount) as amount
        from transaction.payment_receipt_summary p
        where p.type = 'payment' and p.status in ('allocated', 'partially_matched') and p.deleted_at is null group by 1, 2, 3),
      posted as (
        select a.principal_id, a.business_id as agency_id, a.currency_id, sum(t.amount) as amount
        from ledger.account a join ledger.posting t on t.account_id = a.id left join transaction.invoice i on i.id = t.invoice_id
        -- What a contractor was paid on money that went back is owed, too, though no payment stands for it (decision 0013).
        where a.kind = 'agency_recourse' and i.type is distinct from 'contractor-agency' group by 1, 2, 3)
      select format('%s owes %s by its payments, %s by the books', b.human_id, coalesce(o.amount, 0), coalesce(p.amount, 0)) as what
      from owed o full join posted p using (principal_id, agency_id, currency_id)
      join business.business b on b.id = agency_id
      where coalesce(o.amount, 0) <> coalesce(p.amount, 0)`,
  },
]
