-- Why: verify found a changed row of money and evidence whatever its column (migration 0028), yet not one of what money follows
-- from: what is kept back from an agency, who is registered for VAT and agreed to self-billing, what a client promised, payroll's
-- periods, what a bank's statement began and ended with, and what of a placement was asked to be changed and who agreed.
call log.keep_sealed('business.company');
call log.keep_sealed('business.funding_retention');
call log.keep_sealed('business.service');
call log.keep_sealed('request.change_request');
call log.keep_sealed('request.flow_approval');
call log.keep_sealed('transaction.bank_statement');
call log.keep_sealed('transaction.payment_promise');
call log.keep_sealed('transaction.payslip_period');
