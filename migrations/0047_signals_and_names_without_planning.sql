-- Why: what a row of a file costs. The signal of a changed table put its queries together anew for every statement, which
-- took longer than the statement; each table now has a function of its own, whose queries are planned once a connection.
-- And names and National Insurance numbers, which an import asks for row by row, are found by an index of their own.

-- Lets a table say when it changes (as migration 0010 has it: one signal a statement, with the ends of the party ids).
-- A migration that makes a table which viewers read calls this for it.
create or replace procedure platform.watch_changes(watched regclass) language plpgsql as $$
declare
  parties text := (
    select string_agg(quote_ident(attname), ', ' order by attnum) from pg_attribute
    where attrelid = watched and attnum > 0 and not attisdropped and atttypid = 'uuid'::regtype
      and attname in ('provider_id', 'agency_id', 'client_id', 'contractor_id', 'funder_id', 'business_id'));
  place text := (select n.nspname || '.' || c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.oid = watched);
  own text := (select format('platform.%I', 'signal_' || n.nspname || '_' || c.relname)
    from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.oid = watched);
  -- What changed, by the statement's kind: `%s` is what is asked of each row.
  inserted text := 'select %1$s from fresh';
  deleted text := 'select %1$s from stale';
  updated text := 'select %1$s from fresh union all select %1$s from stale';
  -- Of each statement: who is concerned, and, where that is nobody by name, whether a row changed at all.
  step text := case when parties is null
    then 'perform from (%2$s) r limit 1; how_many := case when found then 61 else 0 end;'
    else 'select count(*), string_agg(p, '','') into how_many, parties
        from (select distinct right(p::text, 8) as p from (%1$s) r (p) where p is not null limit 61) d;
      if how_many = 0 then
        perform from (%2$s) r limit 1; how_many := case when found then 61 else 0 end;
      end if;' end;
  asked text := 'unnest(array[' || coalesce(parties, '') || '])';
begin
  execute format($f$
    create or replace function %1$s() returns trigger language plpgsql as $body$
    declare
      parties text;
      how_many bigint;
    begin
      if tg_op = 'INSERT' then %2$s
      elsif tg_op = 'DELETE' then %3$s
      else %4$s
      end if;
      -- A statement that changed no row says nothing; of more than sixty parties it says that it may be anybody's.
      if how_many > 0 then
        perform pg_notify('stint_live', %5$L || ':' || case when how_many > 60 then '*' else parties end);
      end if;
      return null;
    end $body$ $f$,
    own,
    format(step, format(inserted, asked), format(inserted, '')),
    format(step, format(deleted, asked), format(deleted, '')),
    format(step, format(updated, asked), format(updated, '')),
    place);
  execute format('create or replace trigger live_insert after insert on %s referencing new table as fresh '
    'for each statement execute function %s()', watched, own);
  execute format('create or replace trigger live_update after update on %s referencing old table as stale new table as fresh '
    'for each statement execute function %s()', watched, own);
  execute format('create or replace trigger live_delete after delete on %s referencing old table as stale '
    'for each statement execute function %s()', watched, own);
end $$;

do $$
declare watched regclass;
begin
  for watched in
    select distinct tgrelid::regclass from pg_trigger where tgfoid = 'platform.signal_change'::regproc order by 1
  loop
    call platform.watch_changes(watched);
  end loop;
end $$;
drop function platform.signal_change();

-- Terms that begin with their service end nothing that held before: only a change of terms does.
create or replace function business.keep_payment_terms() returns trigger language plpgsql as $$
declare
  kind text;
  days integer;
  was integer;
  from_day date := case tg_op
    when 'INSERT' then coalesce(new.onboarding_date, (new.created_at at time zone 'Europe/London')::date)
    else (new.updated_at at time zone 'Europe/London')::date end;
begin
  if new.type <> 'client-agency' then return null; end if;
  for kind, days, was in values
    ('temp_placement', new.temp_payment_terms, old.temp_payment_terms),
    ('perm_placement', new.perm_payment_terms, old.perm_payment_terms)
  loop
    continue when days is not distinct from was;
    if tg_op = 'UPDATE' then
      -- What held until now ends the day before; what began today held no day.
      update config.configuration set updated_at = new.updated_at,
        effective_to = case when effective_from < from_day then from_day - 1 end,
        deleted_at = case when effective_from >= from_day then new.updated_at end
      where transaction_id = new.id and type = 'payment_terms' and sub_type = kind and effective_to is null and deleted_at is null;
    end if;
    continue when days is null;
    insert into config.configuration (business_id, agency_id, transaction_id, transaction_type, type, sub_type, payment_terms,
      status, effective_from, created_at, updated_at)
    values (new.from_business_id, new.agency_id, new.id, 'business.service', 'payment_terms', kind, days,
      'completed', from_day, new.updated_at, new.updated_at);
  end loop;
  return null;
end $$;

-- A file imported twice makes nobody twice: its names and numbers, asked for whatever the case of their letters.
create index business_lower_name on business.business (lower(name)) where deleted_at is null;
create index individual_ni_number on business.individual (upper(replace(ni_number, ' ', '')))
  where ni_number is not null and deleted_at is null;
