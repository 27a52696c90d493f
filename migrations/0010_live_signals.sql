-- Why: live queries are re-run when something they read has changed (design: data-api.md, live queries). One signal a
-- statement says which table changed and whose rows: the ends of the party ids, since a notification holds 8,000
-- bytes and version-7 ids of one morning begin alike. '*' stands for everybody.
create function platform.signal_change() returns trigger language plpgsql as $$
declare
  parties text;
  how_many bigint;
  rows text := case tg_op
    when 'INSERT' then 'select %1$s from fresh'
    when 'DELETE' then 'select %1$s from stale'
    else 'select %1$s from fresh union all select %1$s from stale' end;
begin
  if tg_nargs = 0 then
    execute 'select count(*) from (' || format(rows, '1') || ' limit 1) r' into how_many;
    parties := '*';
  else
    execute 'select count(*), coalesce(string_agg(p, '',''), ''*'') from (select distinct right(p::text, 8) as p from ('
      || format(rows, 'unnest(array[' || array_to_string(tg_argv, ',') || ']) as p') || ') r where p is not null limit 61) d'
      into how_many, parties;
    if how_many > 60 then parties := '*'; end if;
    if how_many = 0 then
      execute 'select count(*) from (' || format(rows, '1') || ' limit 1) r' into how_many;
    end if;
  end if;
  -- A statement that changed no row says nothing.
  if how_many > 0 then perform pg_notify('stint_live', tg_table_schema || '.' || tg_table_name || ':' || parties); end if;
  return null;
end $$;

-- Lets a table say when it changes. A migration that makes a table which viewers read calls this for it.
create procedure platform.watch_changes(watched regclass) language plpgsql as $$
declare
  parties text := (
    select string_agg(quote_literal(attname), ', ' order by attnum) from pg_attribute
    where attrelid = watched and attnum > 0 and not attisdropped and atttypid = 'uuid'::regtype
      and attname in ('provider_id', 'agency_id', 'client_id', 'contractor_id', 'funder_id', 'business_id'));
  call text := 'for each statement execute function platform.signal_change(' || coalesce(parties, '') || ')';
begin
  execute format('create trigger live_insert after insert on %s referencing new table as fresh %s', watched, call);
  execute format('create trigger live_update after update on %s referencing old table as stale new table as fresh %s', watched, call);
  execute format('create trigger live_delete after delete on %s referencing old table as stale %s', watched, call);
end $$;

do $$
declare watched regclass;
begin
  for watched in
    select c.oid::regclass from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and (
      n.nspname in ('business', 'contract', 'transaction', 'payment', 'ledger', 'request', 'log', 'config')
      or n.nspname = 'platform' and c.relname in ('currency', 'user', 'job', 'attachment', 'document', 'note', 'saved_view')
      or n.nspname = 'auth' and c.relname = 'session')
      -- The audit is read after the fact, and grows with every change there is.
      and not (n.nspname = 'log' and c.relname in ('audit', 'audit_head'))
    order by 1
  loop
    call platform.watch_changes(watched);
  end loop;
end $$;
