-- Why: pay in the books of one principal took back an overpayment that those of another had carried, so that a worker owed the one too
-- much and the other less than nothing. Each change names its books (decision 0188).
alter table transaction.overpayment add column principal_id uuid references business.business (id);

alter table transaction.overpayment disable trigger overpayment_kept;
update transaction.overpayment o set principal_id = coalesce(
  -- As it was posted.
  (select a.principal_id from ledger.transaction t join ledger.posting g on g.transaction_id = t.id join ledger.account a on a.id = g.account_id
    where t.source_id in (o.payslip_id, o.id) and a.kind = 'worker_overpayment' order by t.id limit 1),
  -- A payslip that is not paid yet: the books of most of its pay.
  (select case s.funding_model when 'indirect' then s.funder_id else s.provider_id end
    from transaction.payroll_figure f join transaction.invoice_set s on s.timesheet_id = f.timesheet_id and s.version = f.version
      and s.corrects_set_id is null and s.deleted_at is null
    where f.payslip_id = o.payslip_id and f.deleted_at is null order by f.net_pay desc, s.id limit 1),
  -- A request: the books in which the worker owes most.
  (select a.principal_id from ledger.account a join ledger.posting g on g.account_id = a.id
    where a.kind = 'worker_overpayment' and a.business_id = o.contractor_id group by 1 order by sum(g.amount) desc, 1 limit 1),
  o.provider_id);
alter table transaction.overpayment enable trigger overpayment_kept;
alter table transaction.overpayment alter column principal_id set not null;

-- One payslip takes back from the books that are owed, each with a row.
drop index transaction.overpayment_of_slip;
create unique index overpayment_of_slip on transaction.overpayment (payslip_id, principal_id)
  where payslip_id is not null and deleted_at is null;
create index overpayment_principal on transaction.overpayment (principal_id);
call log.keep_sealed('transaction.overpayment');
