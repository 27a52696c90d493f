-- Why: a receipt verified its payer as a client, and the author of its bank line could check the payments that this freed
-- (decision 0211).
alter table business.service add column verified_line_by text references platform."user" (id);
update business.service s set verified_line_by = l.created_by
  from transaction.payment_receipt_summary r join transaction.bank_line l on l.id = r.bank_line_id
  where s.verification_method = 'bank_receipt' and r.human_id = s.verification_source and r.client_id = s.from_business_id;
call log.keep_sealed('business.service');
