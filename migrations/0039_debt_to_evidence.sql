-- Why: whoever carries the risk of a debt goes from his exposure to the signed timesheet and to the client's money in three
-- steps (experience.md, delight 15). The list of his debts led a funder nowhere, since of his own bills he is listed no
-- invoice (spec §6), and without credit notes it did not add up to the ledger above it.
alter type report.funding_document add attribute is_credit_note boolean;
-- The document of the same work that its reader is listed: of a funder's own bill what he bought the work with.
alter type report.funding_document add attribute listed_id uuid;
alter type report.funding_document add attribute timesheet_id uuid;
alter type report.funding_document add attribute timesheet_human_id text;
-- What the client has paid of it, and the receipt that paid last.
alter type report.funding_document add attribute received_amount numeric;
alter type report.funding_document add attribute receipt_id uuid;

create or replace function report.get_funding_documents(principal_id uuid, today date, agency_id uuid default null,
    client_id uuid default null, currency_id uuid default null)
  returns setof report.funding_document language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  with debts as (
    select i.*, d.net, d.is_reassigned, d.recourse
    from report.funding_debts(get_funding_documents.principal_id, null, get_funding_documents.agency_id, get_funding_documents.currency_id) d
    join transaction.invoice i on i.id = d.invoice_id
    where get_funding_documents.client_id is null or i.client_id = get_funding_documents.client_id),
  sold as (
    select distinct on (s.invoice_set_id) s.invoice_set_id, s.id from debts i
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
  select i.id, i.human_id, i.type, i.agency_id, a.name, i.client_id, c.human_id, c.name, i.currency_id, y.alpha_code, i.raised_date,
    i.due_date, greatest(get_funding_documents.today - i.due_date, 0), i.net, i.disallowed_status, i.disallowed_amount, i.is_disputed,
    i.is_reassigned, i.reassigned_on, i.reassign_reason, i.recourse, i.is_credit_note,
    case when i.type = 'funder-client' then s.id else i.id end, i.timesheet_id, t.human_id, coalesce(r.amount, 0), r.receipt_id
  from debts i
  join business.business a on a.id = i.agency_id
  join business.business c on c.id = i.client_id
  join platform.currency y on y.id = i.currency_id
  left join sold s on s.invoice_set_id = i.invoice_set_id
  left join transaction.timesheet t on t.id = i.timesheet_id
  left join received r on r.invoice_id = i.id
$$;
