-- Why: a request reads its clock before it waits for its locks, so that the later of two has the earlier time and id, and "the last
-- entry" was not the last. Facts that are read in their order are numbered as they are written, under the lock.
set local timezone = 'UTC';
create sequence transaction.fact_no;
create temporary table numbered (name text, id uuid, no bigint) on commit drop;
create temporary table broken_facts (name text, id uuid, hash bigint) on commit drop;

do $$
declare
  kept text;
  tables constant text[] := array[
    'transaction.collection_note', 'transaction.credit_allocation', 'transaction.disallowance', 'transaction.expense_activity',
    'transaction.payment_receipt_detail', 'transaction.reassignment', 'transaction.recourse_entry', 'transaction.timesheet_activity'];
  every text;
begin
  select string_agg(format('select %L as name, id, created_at from %s', one, one), ' union all ') into every from unnest(tables) one;
  execute format('insert into numbered select name, id, nextval(''transaction.fact_no'') from (%s) t order by created_at, id', every);
  foreach kept in array tables loop
    -- What was sealed and is not as it was sealed stays so.
    execute format('insert into broken_facts select %L, coalesce(i.id, s.id), s.hash from %s i
      full join (select s.id, s.hash from log.seal s join log.sealed_table t on t.no = s.table_no where t.name = %L) s on s.id = i.id
      where s.hash is distinct from log.hash_of(to_jsonb(i))
        and exists (select from log.sealed_table t where t.name = %L)', kept, kept, kept, kept);
    execute format('alter table %s add column fact_no bigint', kept);
    execute format('alter table %s disable trigger user', kept);
    execute format('update %s t set fact_no = n.no from numbered n where n.name = %L and n.id = t.id', kept, kept);
    execute format('alter table %s enable trigger user', kept);
    execute format('alter table %s alter column fact_no set default nextval(''transaction.fact_no''), alter column fact_no set not null', kept);
    if exists (select from log.sealed_table t where t.name = kept) then
      call log.keep_sealed(kept::regclass);
      delete from log.seal s using broken_facts b, log.sealed_table t
        where t.name = kept and b.name = kept and s.table_no = t.no and s.id = b.id;
      insert into log.seal (table_no, id, hash)
        select t.no, b.id, b.hash from broken_facts b join log.sealed_table t on t.name = b.name where b.name = kept and b.hash is not null;
    end if;
  end loop;
end $$;

-- As in 0058, the last recourse by its number.
create or replace function report.funding_debts(principal_id uuid, as_of date, agency_id uuid, currency_id uuid)
  returns setof report.funding_debt language plpgsql stable security definer
  set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
begin
  if funding_debts.as_of is null then
    return query
    with open as (
      select i.*, row_number() over (partition by i.invoice_set_id order by i.id) as n,
        case when i.recourse_amount > 0 then i.recourse_amount - (select coalesce(sum(c.outstanding_balance), 0)
          from transaction.collection_note c where c.invoice_id = i.id and c.source = 'disallowance' and c.deleted_at is null) else 0 end as made_good
      from transaction.invoice i
      where transaction.principal_of(i.type, i.provider_id, i.funder_id) = funding_debts.principal_id
        and i.deleted_at is null and i.status = 'open' and i.type in ('provider-client', 'agency-client', 'funder-client')
        and (funding_debts.agency_id is null or i.agency_id = funding_debts.agency_id)
        and (funding_debts.currency_id is null or i.currency_id = funding_debts.currency_id)),
    sets as (
      select o.invoice_set_id, greatest(p.paid - sum(o.paid_amount) - sum(o.made_good), 0) as in_use
      from open o
      cross join lateral (
        select coalesce(sum(p.paid_amount), 0) as paid from transaction.invoice p
        where p.invoice_set_id = o.invoice_set_id and p.status in ('open', 'closed') and p.type in ('contractor-agency',
          'agency_earnings', 'employer_ni', 'employer_pension', 'apprenticeship_levy', 'holiday_pay_retained')) p
      group by o.invoice_set_id, p.paid)
    select o.id, o.invoice_set_id, o.agency_id, o.client_id, o.currency_id, o.outstanding_balance, o.disallowed_amount,
      o.disallowed_status, o.reassigned_on is not null, o.timesheet_id is not null or o.expense_id is not null, o.is_disputed,
      o.raised_date, o.due_date, o.recourse_amount, o.made_good, case when o.n = 1 then s.in_use else 0 end
    from open o join sets s on s.invoice_set_id = o.invoice_set_id;
    return;
  end if;
  return query
  with documents as (
    select i.id, i.human_id, i.invoice_set_id, i.agency_id, i.client_id, i.currency_id, i.raised_date, i.due_date, i.total_amount,
      i.timesheet_id is not null or i.expense_id is not null as is_verified, coalesce(l.paid, 0) as paid, l.last_payment_date,
      exists (select from transaction.reassignment a where a.invoice_id = i.id and a.on_date <= funding_debts.as_of
        and (a.undone_on is null or a.undone_on > funding_debts.as_of)) as is_reassigned,
      i.total_amount - coalesce(l.paid, 0) - coalesce(c.credited, 0) + coalesce(u.used, 0) as net
    from transaction.invoice i
    left join lateral (select sum(d.amount) as paid, max(d.post_date) as last_payment_date from transaction.payment_receipt_detail d
      where d.invoice_id = i.id and d.post_date <= funding_debts.as_of
        and (d.reversal_date is null or d.reversal_date > funding_debts.as_of)) l on true
    left join lateral (select sum(a.amount) as credited from transaction.credit_allocation a
      where a.invoice_id = i.id and a.post_date <= funding_debts.as_of
        and (a.reversal_date is null or a.reversal_date > funding_debts.as_of)) c on true
    left join lateral (select sum(a.amount) as used from transaction.credit_allocation a
      where a.credit_note_id = i.id and a.post_date <= funding_debts.as_of
        and (a.reversal_date is null or a.reversal_date > funding_debts.as_of)) u on true
    where transaction.principal_of(i.type, i.provider_id, i.funder_id) = funding_debts.principal_id
      and i.deleted_at is null and i.status in ('open', 'closed') and i.type in ('provider-client', 'agency-client', 'funder-client')
      and i.raised_date <= funding_debts.as_of
      and (funding_debts.currency_id is null or i.currency_id = funding_debts.currency_id)),
  rule as (
    select f.age_days, f.age_basis, f.part_paid_days from business.funding_rule f
    where f.principal_id = funding_debts.principal_id and f.deleted_at is null and f.effective_from <= funding_debts.as_of
      and (f.effective_to is null or f.effective_to >= funding_debts.as_of)
    order by f.effective_from desc limit 1),
  judged as (
    select d.*, case
        when d.net <= 0 or d.is_reassigned then null
        when funding_debts.as_of - case coalesce(r.age_basis, 'raised_date') when 'due_date' then d.due_date else d.raised_date end
          > coalesce(r.age_days, 120) then 'Age disapproval'
        when d.paid > 0 and funding_debts.as_of - d.last_payment_date > coalesce(r.part_paid_days, 0) then 'Partly paid invoice disapproval'
      end as first_reason
    from documents d left join rule r on true
    where d.net <> 0),
  -- The limit is the client's, whichever agency supplies it.
  limited as (
    select j.*, l.amount as credit_limit, sum(j.net) filter (where j.first_reason is null and not j.is_reassigned) over (
        partition by j.client_id, j.currency_id order by j.raised_date, length(j.human_id), j.human_id rows unbounded preceding) as running
    from judged j
    left join lateral (
      select c.amount from business.credit_limit c
      where c.client_id = j.client_id and c.limiter_id = funding_debts.principal_id and c.currency_id = j.currency_id
        and c.agency_id is null and c.deleted_at is null and c.effective_from <= funding_debts.as_of
        and (c.effective_to is null or c.effective_to >= funding_debts.as_of)
      order by c.effective_from desc, c.id desc limit 1) l on true),
  open as (
    select d.*, row_number() over (partition by d.invoice_set_id order by d.id) as n, case
        when d.first_reason is not null then d.net
        when d.net > 0 and not d.is_reassigned and d.running > d.credit_limit then least(d.net, d.running - d.credit_limit)
        else 0 end as disallowed,
      coalesce(d.first_reason, case when d.net > 0 and not d.is_reassigned and d.running > d.credit_limit
        then 'Credit Limit exceeded' end) as reason,
      coalesce(r.balance, 0) as recourse, coalesce(m.made_good, 0) as made_good
    from limited d
    left join lateral (select balance from transaction.recourse_entry r
      where r.invoice_id = d.id and r.on_date <= funding_debts.as_of order by r.fact_no desc limit 1) r on true
    left join lateral (select sum(p.amount) as made_good from transaction.collection_note c
      join transaction.payment_receipt_detail p on p.payment_receipt_summary_id = c.payment_receipt_summary_id
      where c.invoice_id = d.id and c.source = 'disallowance' and p.post_date <= funding_debts.as_of
        and (p.reversal_date is null or p.reversal_date > funding_debts.as_of)) m on true
    where funding_debts.agency_id is null or d.agency_id = funding_debts.agency_id),
  sets as (
    select o.invoice_set_id, greatest(p.paid - sum(o.paid) - sum(o.made_good), 0) as in_use
    from open o
    cross join lateral (
      select coalesce(sum(l.amount), 0) as paid from transaction.invoice p
      join transaction.payment_receipt_detail l on l.invoice_id = p.id and l.post_date <= funding_debts.as_of
        and (l.reversal_date is null or l.reversal_date > funding_debts.as_of)
      where p.invoice_set_id = o.invoice_set_id and p.status in ('open', 'closed') and p.type in ('contractor-agency',
        'agency_earnings', 'employer_ni', 'employer_pension', 'apprenticeship_levy', 'holiday_pay_retained')) p
    group by o.invoice_set_id, p.paid)
  select o.id, o.invoice_set_id, o.agency_id, o.client_id, o.currency_id, o.net, o.disallowed, o.reason,
    o.is_reassigned, o.is_verified, null::boolean, o.raised_date, o.due_date, o.recourse,
    o.made_good, case when o.n = 1 then s.in_use else 0 end
  from open o join sets s on s.invoice_set_id = o.invoice_set_id;
end $$;
