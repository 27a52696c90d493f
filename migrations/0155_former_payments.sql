-- Why: a contractor is paid another way from a day on, which may lie ahead. A placement that is made for days before it pays
-- the payee of those days: a list of {until, payment_type, payment_company_id, agreements}, in the order of the days.
alter table business.business add column former_payments jsonb not null default '[]';
call log.keep_sealed('business.business');
