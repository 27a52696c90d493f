/**
 * The invariants of every database (quality I1 to I6, I11, I12, I16, I18, I20, I21 to I24, L1 to L13), each one
 * set-based statement that selects the broken rows. Written apart from the code that keeps them, so that the two can
 * disagree.
 */

import { type Invariant, keyed } from './invariant.server.ts'
import { bank_invariants } from './invariants-bank.server.ts'
import { books_invariants } from './invariants-books.server.ts'
import { cash_invariants } from './invariants-cash.server.ts'
import { evidence_invariants } from './invariants-evidence.server.ts'
import { pay_run_invariants } from './invariants-pay-runs.server.ts'
import { payroll_invariants } from './invariants-payroll.server.ts'
import { recourse_invariants } from './invariants-recourse.server.ts'
import { rule_invariants } from './invariants-rules.server.ts'
import { vat_invariants } from './invariants-vat.server.ts'
import { work_invariants } from './invariants-work.server.ts'

const sales = `('agency-provider', 'agency-funder', 'agency-client')`
const client_facing = `('provider-client', 'agency-client', 'funder-client')`
/** Older single documents have no share of the agency: its part is on the control account (decision 0020). */
const is_lone = `(s.generation_type in ('sales_invoice', 'purchase_ledger', 'adhoc_fee') and not exists (select from transaction.invoice e
  where e.invoice_set_id = coalesce(s.corrects_set_id, s.id) and e.type = 'agency_earnings'))`

export const invariants: readonly Invariant[] = [
  ...evidence_invariants,
  ...vat_invariants,
  ...work_invariants,
  ...cash_invariants,
  ...recourse_invariants,
  ...payroll_invariants,
  ...pay_run_invariants,
  ...bank_invariants,
  ...books_invariants,
  ...rule_invariants,
  {
    id: 'I1',
    says: 'the postings of every ledger transaction sum to zero per currency',
    ...keyed(
      'entry',
      (only) => `select format('ledger transaction %s (%s) is out by %s', t.id, t.kind, sum(p.amount)) as what
      from ledger.transaction t join ledger.posting p on p.transaction_id = t.id
      where ${only('t.id')}
      group by t.id, t.kind, p.currency_id having sum(p.amount) <> 0`,
    ),
  },
  {
    id: 'I1',
    says: 'every ledger transaction has postings',
    ...keyed(
      'entry',
      (
        only,
      ) => `select format('ledger transaction %s (%s) has no postings', t.id, t.kind) as what from ledger.transaction t
      where ${only('t.id')} and not exists (select from ledger.posting p where p.transaction_id = t.id)`,
    ),
  },
  {
    id: 'I2',
    says: 'an invoice is its net plus its tax, and each the sum of its lines',
    ...keyed(
      'invoice',
      (
        only,
      ) => `select format('invoice %s says %s + %s = %s, its lines %s + %s = %s', i.human_id, i.amount, i.tax_amount, i.total_amount,
        l.amount, l.tax_amount, l.total_amount) as what
      from transaction.invoice i
      left join (select invoice_id, sum(amount) as amount, sum(tax_amount) as tax_amount, sum(total_amount) as total_amount
        from transaction.invoice_line where ${only('invoice_id')} group by invoice_id) l on l.invoice_id = i.id
      where ${only('i.id')} and (i.amount + i.tax_amount <> i.total_amount
        or (i.amount, i.tax_amount, i.total_amount) is distinct from (l.amount, l.tax_amount, l.total_amount))`,
    ),
  },
  {
    id: 'I2',
    says: 'a line is units times rate and its tax, each rounded to the penny',
    ...keyed(
      'invoice',
      (
        only,
      ) => `select format('line %s of invoice %s: %s x %s is not %s with tax of %s', l.position, i.human_id, l.units, l.rate, l.amount, l.tax_amount) as what
      from transaction.invoice_line l join transaction.invoice i on i.id = l.invoice_id
      where ${only('l.invoice_id')} and (l.amount <> round(l.units * l.rate, 2)
        -- Credits of one line round together, not each alone: a part may be a penny or two off its own VAT.
        or abs(l.tax_amount - round(l.amount * l.tax_rate / 100, 2)) > case when i.is_credit_note or i.reverses_invoice_id is not null then 0.02 else 0 end
        or l.total_amount <> l.amount + l.tax_amount)`,
    ),
  },
  {
    id: 'I3',
    says: 'outstanding is the total less live receipt details and credits',
    ...keyed(
      'invoice',
      (only) => `with paid as (select invoice_id, sum(amount) as paid from transaction.payment_receipt_detail
          where reversal_date is null and ${only('invoice_id')} group by 1),
        credited as (select invoice_id, sum(amount) as amount from transaction.credit_allocation where reversal_date is null and ${only('invoice_id')} group by 1),
        used as (select credit_note_id, sum(amount) as amount from transaction.credit_allocation where reversal_date is null and ${only('credit_note_id')} group by 1)
      select format('invoice %s has %s outstanding and %s paid; its details say %s and %s', i.human_id, i.outstanding_balance,
        i.paid_amount, i.total_amount - coalesce(p.paid, 0) - coalesce(c.amount, 0) + coalesce(u.amount, 0), coalesce(p.paid, 0)) as what
      from transaction.invoice i
      left join paid p on p.invoice_id = i.id
      left join credited c on c.invoice_id = i.id
      left join used u on u.credit_note_id = i.id
      where ${only('i.id')} and i.status <> 'cancelled' and (i.paid_amount <> coalesce(p.paid, 0)
        or i.outstanding_balance <> i.total_amount - coalesce(p.paid, 0) - coalesce(c.amount, 0) + coalesce(u.amount, 0))`,
    ),
  },
  {
    id: 'I3',
    says: 'an invoice is closed exactly when nothing is outstanding, which lies between nothing and its total',
    ...keyed(
      'invoice',
      (
        only,
      ) => `select format('invoice %s of %s is %s with %s outstanding', human_id, total_amount, status, outstanding_balance) as what
      from transaction.invoice
      where ${only('id')} and status in ('open', 'closed') and ((status = 'closed') <> (outstanding_balance = 0)
        or outstanding_balance not between least(total_amount, 0) and greatest(total_amount, 0))`,
    ),
  },
  {
    id: 'I6',
    says: "agency's sale = contractor + fees + on-costs + agency, in gross, net and VAT, for what the client is charged before VAT",
    ...keyed(
      'set',
      (
        only,
      ) => `select format('invoice set %s: %s is not %s + %s + %s + %s', s.id, sale_gross, contractor_gross, fee_gross, on_costs, agency_gross) as what
      from transaction.invoice_set s
      where ${only('s.id')} and (sale_gross <> contractor_gross + fee_gross + on_costs + agency_gross
        or sale_net <> contractor_net + fee_net + on_costs + agency_net or sale_tax <> contractor_tax + fee_tax + agency_tax
        or sale_gross <> sale_net + sale_tax or (sale_net <> client_net and not ${is_lone}))`,
    ),
  },
  {
    id: 'I6',
    says: "the documents of a set say what the set says, and share out the agency's sale to the penny",
    ...keyed(
      'set',
      (only) => `with said as (
        select s.id, s.client_gross, s.sale_gross, s.contractor_gross, s.fee_gross, s.on_costs, s.agency_gross,
          coalesce(sum(i.total_amount) filter (where i.type in ${client_facing}), 0) as client,
          coalesce(sum(i.total_amount) filter (where i.type in ${sales}), 0) as sale,
          coalesce(sum(i.total_amount) filter (where i.type = 'contractor-agency'), 0) as contractor,
          coalesce(sum(i.total_amount) filter (where i.type in ('provider-agency', 'funder-agency', 'platform_fee')), 0) as fee,
          coalesce(sum(i.total_amount) filter (where i.type in ('employer_ni', 'employer_pension', 'apprenticeship_levy',
            'holiday_pay_retained')), 0) as costs,
          case when ${is_lone} then s.agency_gross
            else coalesce(sum(i.total_amount) filter (where i.type = 'agency_earnings'), 0) end as agency
        from transaction.invoice_set s left join transaction.invoice i on i.invoice_set_id = s.id
        where ${only('s.id')} group by s.id)
      select format('invoice set %s says %s = %s + %s + %s + %s of %s charged, its documents %s = %s + %s + %s + %s of %s', id, sale_gross,
        contractor_gross, fee_gross, on_costs, agency_gross, client_gross, sale, contractor, fee, costs, agency, client) as what
      from said
      where (client_gross, sale_gross, contractor_gross, fee_gross, on_costs, agency_gross)
          is distinct from (client, sale, contractor, fee, costs, agency)
        or sale <> contractor + fee + costs + agency`,
    ),
  },
  {
    id: 'I6',
    says: "every invoice set is posted, and leaves nothing on the agency's control account but what stands alone",
    ...keyed(
      'set',
      (
        only,
      ) => `select format('invoice set %s leaves %s on the control account', s.id, coalesce(sum(p.amount)::text, 'no postings')) as what
      from transaction.invoice_set s
      left join ledger.transaction t on t.source_entity = 'transaction.invoice_set' and t.source_id = s.id
      left join ledger.posting p on p.transaction_id = t.id
      left join ledger.account a on a.id = p.account_id
      where ${only('s.id')} group by s.id
      having count(p.id) = 0 or sum(p.amount) filter (where a.kind = 'agency_control')
        <> case when ${is_lone} then -s.agency_gross else 0 end`,
    ),
  },
  {
    id: 'I3',
    says: 'credit is set against debts of the same kind, currency and two businesses, and never more than there is',
    ...keyed(
      'invoice',
      (
        only,
      ) => `select format('credit of %s on %s: %s to %s, %s', n.human_id, i.human_id, n.type, i.type, a.amount) as what
      from transaction.credit_allocation a
      join transaction.invoice n on n.id = a.credit_note_id join transaction.invoice i on i.id = a.invoice_id
      where ${only('a.invoice_id')} and a.reversal_date is null and (n.type <> i.type or n.currency_id <> i.currency_id or n.total_amount >= 0 or i.total_amount <= 0
        or (n.type <> 'agency_earnings' and (n.from_business_id, n.to_business_id) <> (i.from_business_id, i.to_business_id))
        or (n.type = 'agency_earnings' and n.agency_id <> i.agency_id))
      union all
      select format('credit notes of %s take %s off its %s', p.human_id, -sum(n.total_amount), p.total_amount)
      from transaction.invoice n join transaction.invoice p on p.id = n.parent_invoice_id
      where ${only('p.id')} and n.deleted_at is null
      group by p.id, p.human_id, p.total_amount, p.amount
      having abs(sum(n.total_amount)) > abs(p.total_amount) or abs(sum(n.amount)) > abs(p.amount)
        or sign(sum(n.total_amount)) = sign(p.total_amount)
      union all
      select format('credit note %s is of another kind or between others than %s', n.human_id, p.human_id)
      from transaction.invoice n join transaction.invoice p on p.id = n.parent_invoice_id
      where ${only('n.id')} and (n.type, n.from_business_id, n.to_business_id, n.currency_id) is distinct from (p.type, p.from_business_id, p.to_business_id, p.currency_id)`,
    ),
  },
  {
    id: 'I6',
    says: 'a set that was credited is credited to nothing, type by type',
    ...keyed(
      'set',
      (
        only,
      ) => `select format('invoice set %s is credited and has %s of %s left', s.id, sum(i.total_amount), i.type) as what
      from transaction.invoice_set s
      join transaction.invoice_set c on c.id = s.id or (c.corrects_set_id = s.id and c.status = 'credit')
      join transaction.invoice i on i.invoice_set_id = c.id
      where ${only('s.id')} and s.status = 'credited' group by s.id, i.type having sum(i.total_amount) <> 0`,
    ),
  },
  {
    id: 'I10',
    says: 'a consolidated invoice is the sum of its members, all of one client, creditor and currency; a canceled one has none',
    ...keyed(
      'consolidated',
      (
        only,
      ) => `select format('consolidated invoice %s says %s, its %s members %s', c.human_id, c.total_amount, count(i.id),
        coalesce(sum(i.total_amount), 0)) as what
      from transaction.consolidated_invoice c
      left join transaction.invoice i on i.consolidated_invoice_id = c.id and i.deleted_at is null
      where c.deleted_at is null and ${only('c.id')}
      group by c.id, c.human_id, c.status, c.amount, c.tax_amount, c.total_amount, c.client_id, c.agency_id, c.currency_id, c.type, c.from_business_id
      having case c.status when 'canceled' then count(i.id) > 0 else count(i.id) = 0
        or (sum(i.amount), sum(i.tax_amount), sum(i.total_amount)) <> (c.amount, c.tax_amount, c.total_amount)
        or bool_or((i.client_id, i.agency_id, i.currency_id, i.type, i.from_business_id)
          is distinct from (c.client_id, c.agency_id, c.currency_id, c.type, c.from_business_id)) end`,
    ),
  },
  {
    id: 'I11',
    says: 'document numbers run from 1 without gap or double in every series',
    sql: `with numbered as (
        select from_business_id, human_id, (regexp_match(human_id, '^INV-(\\d+)-C?(\\d+)$'))[1]::int as series_no,
          (regexp_match(human_id, '^INV-(\\d+)-C?(\\d+)$'))[2]::bigint as n,
          case when human_id ~ '-C\\d+$' then 'credit_note' else 'invoice' end as kind, is_credit_note
        from transaction.invoice),
      series as (select series_no, kind, count(*) as documents, count(distinct n) as numbers, min(n) as first, max(n) as last,
          (array_agg(from_business_id))[1] as issuer_id
        from numbered group by 1, 2)
      select format('series %s of %ss of business %s: %s documents numbered %s to %s, the counter at %s',
        coalesce(v.series_no, s.series_no), coalesce(v.kind, s.kind), coalesce(s.issuer_id, v.issuer_id), coalesce(v.documents, 0),
        v.first, v.last, s.last_number) as what
      from series v full join platform.invoice_series s on s.series_no = v.series_no and s.kind = v.kind
      where not (coalesce(v.documents, 0) = 0 and s.last_number = 0) and (v.documents is null or s.series_no is null
        or v.documents <> v.numbers or v.first <> 1 or v.last <> v.documents or v.last <> s.last_number)
      union all
      select format('invoice %s is not numbered in the series of the business that issues it', n.human_id)
      from numbered n left join platform.invoice_series s on s.issuer_id = n.from_business_id and s.kind = n.kind
      where n.series_no is distinct from s.series_no or n.is_credit_note <> (n.kind = 'credit_note')`,
  },
  {
    id: 'I12',
    says: 'the ledger agrees with every client invoice: what is receivable is what is outstanding, match by match',
    ...keyed(
      'invoice',
      (
        only,
      ) => `select format('invoice %s has %s outstanding, the ledger has %s receivable', i.human_id, i.outstanding_balance,
        coalesce(sum(p.amount), 0)) as what
      from transaction.invoice i
      left join (ledger.posting p join ledger.account a on a.id = p.account_id and a.kind = 'client_receivable') on p.invoice_id = i.id
      where ${only('i.id')} and i.type in ${client_facing} and i.status in ('open', 'closed')
      group by i.id, i.human_id, i.outstanding_balance having i.outstanding_balance <> coalesce(sum(p.amount), 0)`,
    ),
  },
  {
    id: 'I12',
    says: 'the ledger agrees with what contractors and agencies are owed on their documents',
    sql: `with owed as (
        select s.principal_id, i.kind, i.business_id, i.currency_id, sum(i.outstanding_balance) as amount
        from (select invoice_set_id, currency_id, outstanding_balance,
            case type when 'contractor-agency' then 'contractor_payable' else 'agency_earnings_payable' end as kind,
            case type when 'contractor-agency' then from_business_id else to_business_id end as business_id
          from transaction.invoice where type in ('contractor-agency', 'agency_earnings') and status in ('open', 'closed')) i
        join (select id, case funding_model when 'indirect' then funder_id else provider_id end as principal_id
          from transaction.invoice_set) s on s.id = i.invoice_set_id
        group by 1, 2, 3, 4),
      posted as (
        select a.principal_id, a.kind, a.business_id, a.currency_id, -sum(p.amount) as amount
        from ledger.account a join ledger.posting p on p.account_id = a.id join transaction.invoice i on i.id = p.invoice_id
        -- What an agency must make good for other documents stands on its earnings too (recourse).
        where (a.kind, i.type) in (('contractor_payable', 'contractor-agency'), ('agency_earnings_payable', 'agency_earnings'))
        group by 1, 2, 3, 4)
      select format('%s of %s: documents say %s, the ledger %s', coalesce(o.kind, p.kind), b.human_id, coalesce(o.amount, 0),
        coalesce(p.amount, 0)) as what
      from owed o full join posted p using (principal_id, kind, business_id, currency_id)
      join business.business b on b.id = business_id
      where coalesce(o.amount, 0) <> coalesce(p.amount, 0)`,
  },
  {
    id: 'I12',
    says: 'the ledger agrees with what of each receipt is unmatched',
    sql: `with unmatched as (
        select principal_id, for_business_id as business_id, currency_id,
          sum(case when status in ('reversed', 'cancelled') then 0 else unmatched_amount end) as amount
        from transaction.payment_receipt_summary where type = 'receipt' group by 1, 2, 3),
      posted as (
        select a.principal_id, a.business_id, a.currency_id, -sum(p.amount) as amount
        from ledger.account a join ledger.posting p on p.account_id = a.id
        where a.kind = 'unallocated_receipt' group by 1, 2, 3)
      select format('receipts of %s: %s unmatched, the ledger has %s', b.human_id, coalesce(u.amount, 0), coalesce(p.amount, 0)) as what
      from unmatched u full join posted p using (principal_id, business_id, currency_id)
      join business.business b on b.id = business_id
      where coalesce(u.amount, 0) <> coalesce(p.amount, 0)`,
  },
  {
    id: 'I18',
    says: 'the VAT report is the tax of the documents, and what the invoice sets say of the agency, quarter by quarter',
    sql: `with told as (
        select a.agency_id, v.currency_id, v.quarter_start, v.vat_liability as amount
        from (select agency_id, max(raised_date) as last from transaction.invoice group by 1) a
        cross join lateral report.get_agency_vat_liability(a.agency_id, a.last) v),
      documents as (
        select agency_id, currency_id, date_trunc('quarter', raised_date::timestamp)::date as quarter_start,
          coalesce(sum(tax_amount) filter (where from_business_id = agency_id), 0)
            - coalesce(sum(tax_amount) filter (where to_business_id = agency_id), 0) as amount
        from (select agency_id, currency_id, raised_date, from_business_id, to_business_id, tax_amount from transaction.invoice
          where deleted_at is null and status in ('open', 'closed')) i
        group by 1, 2, 3),
      sets as (
        select s.agency_id, s.currency_id, date_trunc('quarter', s.raised_date::timestamp)::date as quarter_start, sum(s.agency_tax) as amount
        from transaction.invoice_set s
        where not exists (select from transaction.invoice i where i.invoice_set_id = s.id and i.status not in ('open', 'closed'))
        group by 1, 2, 3)
      select format('VAT report of %s for the quarter from %s says %s, its documents %s, its invoice sets %s', b.human_id,
        quarter_start, coalesce(t.amount, 0), coalesce(d.amount, 0), coalesce(s.amount, 0)) as what
      from told t full join documents d using (agency_id, currency_id, quarter_start)
      full join sets s using (agency_id, currency_id, quarter_start)
      join business.business b on b.id = agency_id
      where coalesce(t.amount, 0) <> coalesce(d.amount, 0) or coalesce(t.amount, 0) <> coalesce(s.amount, 0)`,
  },
  {
    id: 'I20',
    says: 'nothing mixes currencies: posting, account, invoice and match line are of one',
    ...keyed(
      'row',
      (only) => `select format('posting %s is in another currency than its account or invoice', p.id) as what
      from ledger.posting p join ledger.account a on a.id = p.account_id
      left join transaction.invoice i on i.id = p.invoice_id
      where ${only('p.id')} and (p.currency_id <> a.currency_id or p.currency_id <> coalesce(i.currency_id, p.currency_id))
      union all
      select format('match line %s is in another currency than its receipt or invoice', d.id)
      from transaction.payment_receipt_detail d
      join transaction.payment_receipt_summary s on s.id = d.payment_receipt_summary_id
      join transaction.invoice i on i.id = d.invoice_id
      where ${only('d.id')} and (d.currency_id <> s.currency_id or d.currency_id <> i.currency_id)`,
    ),
  },
  {
    id: 'parties',
    says: 'the parties copied onto timesheets, sets and invoices are those of their contract (decision 0006)',
    ...keyed('row', (only) =>
      ['transaction.timesheet', 'transaction.invoice_set', 'transaction.invoice']
        .map(
          (table) => `select format('${table} %s names other parties than its contract', r.id) as what
          from ${table} r join contract.contract c on c.id = r.contract_id
          where ${only('r.id')} and (r.provider_id, r.agency_id, r.client_id, r.contractor_id, r.funder_id)
            is distinct from (c.provider_id, c.agency_id, c.client_id, c.contractor_id, c.funder_id)`,
        )
        .join(' union all '),
    ),
  },
]
