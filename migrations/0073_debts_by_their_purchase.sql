-- Why: a funder is listed no invoices to its clients (spec §6), yet its list of debts named them by number. A debt of the
-- funder shows the purchase of the same work, which the funder reads; a credit note without a purchase of its own shows
-- that of the credited document.
create or replace function report.get_funding_documents(principal_id uuid, today date, agency_id uuid default null,
    client_id uuid default null, currency_id uuid default null)
  returns setof report.funding_document language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  with debts as (
    select i.*, d.net, d.is_reassigned, d.recourse
    from report.funding_debts(get_funding_documents.principal_id, null, get_funding_documents.agency_id, get_funding_documents.currency_id) d
    join transaction.invoice i on i.id = d.invoice_id
    where get_funding_documents.client_id is null or i.client_id = get_funding_documents.client_id),
  sold as (
    select distinct on (s.invoice_set_id) s.invoice_set_id, s.id, s.human_id from debts i
    join transaction.invoice s on s.invoice_set_id = i.invoice_set_id and s.type = 'agency-funder' and s.deleted_at is null
      and s.status in ('open', 'closed')
    where i.type = 'funder-client'
    order by s.invoice_set_id, s.human_id),
  received as (
    select p.invoice_id, sum(p.amount) as amount,
      (array_agg(p.payment_receipt_summary_id order by p.post_date desc, p.id desc))[1] as receipt_id
    from transaction.payment_receipt_detail p
    where p.reversal_date is null and p.invoice_id in (select id from debts)
    group by p.invoice_id)
  select i.id, case when i.type = 'funder-client' then coalesce(s.human_id, o.human_id) else i.human_id end,
    case when i.type = 'funder-client' then 'agency-funder' else i.type end,
    i.agency_id, a.name, i.client_id, c.human_id, c.name, i.currency_id, y.alpha_code, i.raised_date,
    i.due_date, greatest(get_funding_documents.today - i.due_date, 0), i.net, i.disallowed_status, i.disallowed_amount, i.is_disputed,
    i.is_reassigned, i.reassigned_on, i.reassign_reason, i.recourse, i.is_credit_note,
    case when i.type = 'funder-client' then coalesce(s.id, o.id) else i.id end, i.timesheet_id, t.human_id, coalesce(r.amount, 0),
    r.receipt_id
  from debts i
  join business.business a on a.id = i.agency_id
  join business.business c on c.id = i.client_id
  join platform.currency y on y.id = i.currency_id
  left join sold s on s.invoice_set_id = i.invoice_set_id
  left join lateral (
    select b.id, b.human_id from transaction.invoice p
    join transaction.invoice b on b.invoice_set_id = p.invoice_set_id and b.type = 'agency-funder' and b.deleted_at is null
      and b.status in ('open', 'closed')
    where s.id is null and i.type = 'funder-client' and p.id = i.parent_invoice_id
    order by b.human_id limit 1) o on true
  left join transaction.timesheet t on t.id = i.timesheet_id
  left join received r on r.invoice_id = i.id
$$;
