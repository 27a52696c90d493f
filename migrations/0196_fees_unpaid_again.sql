-- Why: a payslip of a fee stayed paid where the bank sent back the money of its self-bill (decision 0149). It is unpaid again, until
-- the payment that follows.
update transaction.payslip p set status = 'issued'
where p.status = 'paid' and exists (select from transaction.deemed_payment d where d.payslip_id = p.id)
  and (exists (select from transaction.deemed_payment d join transaction.invoice i on i.id = d.invoice_id
      where d.payslip_id = p.id and d.fee > 0 and i.status = 'open')
    or exists (select from transaction.payroll_payment w where w.payslip_id = p.id and w.status = 'due'));
update transaction.payslip_period d set status = 'calculated'
where d.status = 'closed' and exists (select from transaction.payslip p where p.payslip_period_id = d.id and p.status = 'issued'
  and exists (select from transaction.deemed_payment f where f.payslip_id = p.id));
update transaction.pay_run r set status = 'approved'
where r.status = 'paid' and exists (select from transaction.pay_run_payslip c join transaction.payslip p on p.id = c.payslip_id
  where c.pay_run_id = r.id and p.status = 'issued' and exists (select from transaction.deemed_payment f where f.payslip_id = p.id));
