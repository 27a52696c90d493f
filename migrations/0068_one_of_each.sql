-- Why: two requests at once entered one bill twice, and set two credit limits for the same days. The verbs lock before they look now;
-- these constraints stand under them.
create extension if not exists btree_gist;

-- Bills that were entered twice before stay: they may be raised. No further one joins them.
do $$
declare
  twice text;
begin
  select string_agg(format('%L', c.id), ', ') into twice from contract.contract c
  where c.type = 'purchase_ledger' and c.status <> 'cancelled' and c.deleted_at is null and exists (
    select from contract.contract o
    where o.type = c.type and o.status <> 'cancelled' and o.deleted_at is null and o.agency_id = c.agency_id
      and o.payment_company_id = c.payment_company_id and lower(o.reference) = lower(c.reference) and o.id < c.id);
  execute format('create unique index contract_bill on contract.contract (agency_id, payment_company_id, lower(reference))
    where type = ''purchase_ledger'' and status <> ''cancelled'' and deleted_at is null %s',
    coalesce('and id not in (' || twice || ')', ''));
end $$;

-- Of two versions with one start the later stands, as readers take it, and each ends before the next begins.
do $$
declare
  kept record;
begin
  for kept in select * from (values
      ('business.credit_limit', 'client_id, limiter_id, currency_id, agency_id'),
      ('business.funding_retention', 'principal_id, agency_id, currency_id'),
      ('business.funding_rule', 'principal_id')) v (name, key) loop
    execute format('update %1$s t set deleted_at = now(), updated_at = now() from (
        select id, lead(id) over (partition by %2$s, effective_from order by id) as later from %1$s where deleted_at is null) n
      where n.id = t.id and n.later is not null', kept.name, kept.key);
    execute format('update %1$s t set effective_to = n.next - 1, updated_at = now() from (
        select id, lead(effective_from) over (partition by %2$s order by effective_from) as next from %1$s where deleted_at is null) n
      where n.id = t.id and (t.effective_to is null or t.effective_to >= n.next)', kept.name, kept.key);
    call log.keep_sealed(kept.name::regclass);
  end loop;
end $$;

-- A limit of no agency is everybody's: it stands beside an agency's own.
alter table business.credit_limit add constraint credit_limit_days exclude using gist (client_id with =, limiter_id with =,
  currency_id with =, coalesce(agency_id, client_id) with =, daterange(effective_from, effective_to, '[]') with &&) where (deleted_at is null);
alter table business.funding_retention add constraint funding_retention_days exclude using gist (principal_id with =, agency_id with =,
  currency_id with =, daterange(effective_from, effective_to, '[]') with &&) where (deleted_at is null);
alter table business.funding_rule add constraint funding_rule_days exclude using gist (principal_id with =,
  daterange(effective_from, effective_to, '[]') with &&) where (deleted_at is null);
