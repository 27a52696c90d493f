-- Why: a payslip of a pay run settles the pay of its documents in an entry of its own, and the report of payments to
-- contractors names that pay. The comparison read entries of payments alone, and called the difference a fault.
create or replace function report.agree_contractor_payments(agency_id uuid, today date, without_paye boolean default false, paid_from date default null,
    paid_to date default null, currency_id uuid default null)
  returns setof report.agreement language plpgsql stable security definer
  set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
begin
  return query select * from report.set_side_by_side(
    array(
      select row('amount', coalesce(agree_contractor_payments.paid_from, agree_contractor_payments.today), d.currency_id, sum(d.amount))::report.figure
      from transaction.payment_receipt_detail d
      join transaction.invoice i on i.id = d.invoice_id and i.type = 'contractor-agency' and i.contractor_id is not null
      where d.agency_id = agree_contractor_payments.agency_id and d.reversal_date is null
        and (not agree_contractor_payments.without_paye or i.payment_company_type <> 'contractor')
        and (agree_contractor_payments.paid_from is null or d.post_date >= agree_contractor_payments.paid_from)
        and (agree_contractor_payments.paid_to is null or d.post_date <= agree_contractor_payments.paid_to)
        and (agree_contractor_payments.currency_id is null or d.currency_id = agree_contractor_payments.currency_id)
      group by d.currency_id),
    array(
      select row('amount', coalesce(agree_contractor_payments.paid_from, agree_contractor_payments.today), p.currency_id, sum(p.amount))::report.figure
      from transaction.invoice i
      join ledger.posting p on p.invoice_id = i.id
      join ledger.account a on a.id = p.account_id and a.kind = 'contractor_payable'
      join ledger.transaction t on t.id = p.transaction_id
        and t.source_entity in ('transaction.payment_receipt_summary', 'transaction.payslip')
      left join transaction.payment_receipt_summary s on s.id = t.source_id
        and t.source_entity = 'transaction.payment_receipt_summary'
      cross join lateral (select coalesce(s.transaction_date, p.post_date) as day) paid
      where i.agency_id = agree_contractor_payments.agency_id and i.type = 'contractor-agency' and i.contractor_id is not null
        and (not agree_contractor_payments.without_paye or i.payment_company_type <> 'contractor')
        and (agree_contractor_payments.paid_from is null or paid.day >= agree_contractor_payments.paid_from)
        and (agree_contractor_payments.paid_to is null or paid.day <= agree_contractor_payments.paid_to)
        and (agree_contractor_payments.currency_id is null or p.currency_id = agree_contractor_payments.currency_id)
      group by p.currency_id));
end $$;
