-- Why: an agency asks for a client's credit limit, and the provider or the funder that carries it decides. A limit below what
-- the client owes says why.
alter table request.change_request drop constraint change_request_waits_for_check;
alter table request.change_request add constraint change_request_waits_for_check
  check (waits_for in ('agency', 'client', 'contractor', 'provider', 'funder'));
alter table business.credit_limit add column reason text;
-- One open request of an agency for a client, risk carrier and currency.
create unique index credit_limit_request_open on request.change_request
  (client_id, agency_id, (data ->> 'limiter_id'), (data ->> 'currency'))
  where type = 'credit_limit' and status = 'pending' and deleted_at is null;
