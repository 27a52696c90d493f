/** Invariants of the VAT of a set (money.md §1.4), written apart from the rules that raise it. */
import { type Invariant, keyed } from './invariant.server.ts'

const resales = `('agency-provider', 'agency-funder')`
const client_facing = `('provider-client', 'agency-client', 'funder-client')`
const principal = `case s.funding_model when 'indirect' then s.funder_id else s.provider_id end`

export const vat_invariants: readonly Invariant[] = [
  {
    id: 'I6',
    says: 'all VAT that is paid to HMRC on a set comes to what its client is charged',
    ...keyed(
      'set',
      (only) => `with paid as (
        select s.id, coalesce(sum(i.tax_amount) filter (where i.type in ${client_facing}), 0) as charged,
          coalesce(sum(i.tax_amount) filter (where i.type = 'contractor-agency'), 0) as contractor,
          coalesce(sum(case when i.from_business_id = s.agency_id then i.tax_amount when i.to_business_id = s.agency_id then -i.tax_amount end), 0) as agency,
          coalesce(sum(case when i.from_business_id = ${principal} then i.tax_amount when i.to_business_id = ${principal} then -i.tax_amount end), 0) as principal,
          coalesce(sum(i.tax_amount) filter (where i.type = 'platform_fee' and i.from_business_id <> ${principal}), 0) as platform,
          s.agency_tax, s.contractor_tax
        from transaction.invoice_set s left join transaction.invoice i on i.invoice_set_id = s.id
        where ${only('s.id')} group by s.id)
      select format('invoice set %s: the client is charged %s VAT, HMRC has %s of the agency, %s of the contractor, %s of the principal, %s of the platform',
        id, charged, agency, contractor, principal, platform) as what
      from paid where charged <> contractor + agency + principal + platform or (agency, contractor) <> (agency_tax, contractor_tax)`,
    ),
  },
  {
    id: 'I6',
    says: 'VAT of an agency’s sale differs from the VAT of its client only where the client is charged none',
    ...keyed(
      'set',
      (
        only,
      ) => `select format('line %s of invoice %s has %s VAT, its client %s', l.position, i.human_id, l.tax_rate, c.tax_rate) as what
      from transaction.invoice i
      join transaction.invoice_line l on l.invoice_id = i.id
      join transaction.invoice b on b.invoice_set_id = i.invoice_set_id and b.type in ${client_facing}
      join transaction.invoice_line c on c.invoice_id = b.id and c.position = l.position
      where ${only('i.invoice_set_id')} and i.type in ${resales} and l.tax_rate <> c.tax_rate and c.tax_type <> 'reverse_charge'`,
    ),
  },
  {
    id: 'I6',
    says: 'an agency’s sale carries the VAT of its own two parties, whatever country the client is in',
    // Documents that are issued stay as they are: an agency without VAT on its sale is named until they are refined.
    is_note: true,
    sql: `with family as (
        select coalesce(s.corrects_set_id, s.id) as id, i.agency_id, i.currency_id, sum(l.amount) as net,
          (array_agg(i.human_id order by i.human_id) filter (where not i.is_credit_note))[1] as human_id
        from transaction.invoice i
        join transaction.invoice_set s on s.id = i.invoice_set_id
        join transaction.invoice_line l on l.invoice_id = i.id
        where i.type in ${resales} and l.tax_type = 'outside_scope'
          and exists (select from transaction.invoice b join transaction.invoice_line c on c.invoice_id = b.id
            where b.invoice_set_id = i.invoice_set_id and b.type in ${client_facing} and c.position = l.position
              and c.tax_type = 'reverse_charge')
        group by 1, 2, 3 having sum(l.amount) <> 0)
      select format('%s: %s sales of %s %s in all carry no VAT: %s', b.name, count(*), sum(f.net), y.alpha_code,
        string_agg(f.human_id, ', ' order by f.human_id)) as what
      from family f join business.business b on b.id = f.agency_id join platform.currency y on y.id = f.currency_id
      group by b.id, b.name, y.alpha_code order by b.name, y.alpha_code`,
  },
]
