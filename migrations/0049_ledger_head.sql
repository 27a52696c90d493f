-- Why: the first page of a sales ledger by its due days: an index of the documents gives them, so nobody sorts all that is open for ten
-- rows. The two halves of the ledger are functions of their own, so that all of it and its beginning say the same of a row.
create function report.get_agency_ledger_documents(agency_id uuid, today date, client_id uuid default null, currency_id uuid default null)
  returns setof report.agency_sales_ledger_detail language sql stable parallel safe as $$
  select i.id, case when i.is_credit_note then 'credit_note' else 'invoice' end, i.human_id, i.type, b.id, b.human_id, b.name,
    y.id, y.alpha_code, i.raised_date, i.due_date, i.payment_terms, i.amount::numeric, i.tax_amount::numeric,
    i.total_amount::numeric, i.paid_amount::numeric, i.outstanding_balance::numeric, i.last_payment_date,
    get_agency_ledger_documents.today - i.raised_date, greatest(get_agency_ledger_documents.today - i.due_date, 0),
    transaction.age_bucket(i.status, i.due_date, get_agency_ledger_documents.today),
    i.due_date < get_agency_ledger_documents.today, i.is_part_paid, i.is_disputed, i.is_disallowed, i.is_credit_note,
    i.funding_type, i.po_number, i.contract_id, i.contractor_id, i.timesheet_id
  from transaction.invoice i
  join business.business b on b.id = i.client_id
  join platform.currency y on y.id = i.currency_id
  where i.agency_id = get_agency_ledger_documents.agency_id and i.deleted_at is null and i.status = 'open'
    and i.type in ('provider-client', 'agency-client', 'funder-client')
    and (get_agency_ledger_documents.client_id is null or i.client_id = get_agency_ledger_documents.client_id)
    and (get_agency_ledger_documents.currency_id is null or i.currency_id = get_agency_ledger_documents.currency_id)
$$;

create function report.get_agency_ledger_receipts(agency_id uuid, today date, client_id uuid default null, currency_id uuid default null)
  returns setof report.agency_sales_ledger_detail language sql stable parallel safe as $$
  select s.id, 'receipt', s.human_id, s.type, b.id, b.human_id, b.name, y.id, y.alpha_code, s.transaction_date, s.transaction_date,
    0, (-s.amount)::numeric, 0::numeric, (-s.amount)::numeric, (-s.matched_amount)::numeric, (-s.unmatched_amount)::numeric,
    s.transaction_date, get_agency_ledger_receipts.today - s.transaction_date, 0, 'current', false, s.matched_amount > 0,
    false, false, false, null::text, null::text, null::uuid, null::uuid, null::uuid
  from transaction.payment_receipt_summary s
  join business.business b on b.id = s.for_business_id
  join platform.currency y on y.id = s.currency_id
  where s.agency_id = get_agency_ledger_receipts.agency_id and s.deleted_at is null and s.type = 'receipt'
    and s.status in ('allocated', 'partially_matched')
    and (get_agency_ledger_receipts.client_id is null or s.for_business_id = get_agency_ledger_receipts.client_id)
    and (get_agency_ledger_receipts.currency_id is null or s.currency_id = get_agency_ledger_receipts.currency_id)
$$;

create or replace function report.get_agency_sales_ledger_detail(agency_id uuid, today date, client_id uuid default null, currency_id uuid default null)
  returns setof report.agency_sales_ledger_detail language sql stable parallel safe as $$
  select * from report.get_agency_ledger_documents(get_agency_sales_ledger_detail.agency_id, get_agency_sales_ledger_detail.today,
    get_agency_sales_ledger_detail.client_id, get_agency_sales_ledger_detail.currency_id)
  union all
  select * from report.get_agency_ledger_receipts(get_agency_sales_ledger_detail.agency_id, get_agency_sales_ledger_detail.today,
    get_agency_sales_ledger_detail.client_id, get_agency_sales_ledger_detail.currency_id)
$$;

-- `head` rows by due day of each half, and all that are due on the same day as the last of them: whatever breaks the tie.
create function report.get_agency_sales_ledger_head(agency_id uuid, today date, head integer, client_id uuid default null, currency_id uuid default null)
  returns setof report.agency_sales_ledger_detail language sql stable parallel safe as $$
  (select d.* from report.get_agency_ledger_documents(get_agency_sales_ledger_head.agency_id, get_agency_sales_ledger_head.today,
    get_agency_sales_ledger_head.client_id, get_agency_sales_ledger_head.currency_id) d
    order by d.due_date fetch first (get_agency_sales_ledger_head.head) rows with ties)
  union all
  (select r.* from report.get_agency_ledger_receipts(get_agency_sales_ledger_head.agency_id, get_agency_sales_ledger_head.today,
    get_agency_sales_ledger_head.client_id, get_agency_sales_ledger_head.currency_id) r
    order by r.due_date fetch first (get_agency_sales_ledger_head.head) rows with ties)
$$;
