-- Why: a fixed fee was an amount without a currency, so one of 5 pounds was charged as 5 euros on work in euros. Rules from
-- before keep counting in the currency of the work.
alter table contract.service_charge
  add column currency_id uuid references platform.currency (id),
  add constraint service_charge_currency check (currency_id is null or type = 'fixed');
call log.keep_sealed('contract.service_charge');
