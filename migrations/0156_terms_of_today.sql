-- Why: a placement holds its terms to come and those before, each until a day. Pages and lists show the terms of today, and
-- beside them the terms to come with their day.
create function contract.ir35_status_today(former jsonb, last text, today date) returns text
  language sql immutable parallel safe as $$
  select case when former = '[]' then last else coalesce((select jsonb_build_object('value', f.x -> 'ir35_status')
    from jsonb_array_elements(former) f (x) where (f.x ->> 'until')::date >= today order by f.x ->> 'until' limit 1),
    jsonb_build_object('value', last)) ->> 'value' end $$;
create function contract.funding_type_today(former jsonb, last text, today date) returns text
  language sql immutable parallel safe as $$
  select case when former = '[]' then last else coalesce((select jsonb_build_object('value', f.x -> 'funding_type')
    from jsonb_array_elements(former) f (x) where (f.x ->> 'until')::date >= today order by f.x ->> 'until' limit 1),
    jsonb_build_object('value', last)) ->> 'value' end $$;

-- `outside from 2025-06-09`: each later value that differs from the one before it, null without one.
create function contract.ir35_to_come(former jsonb, last text, today date) returns text
  language sql immutable parallel safe as $$
  select case when former = '[]' then null else (
    with ends as (select (f.x ->> 'until')::date as until, f.x ->> 'ir35_status' as value from jsonb_array_elements(former) f (x)
        where (f.x ->> 'until')::date >= today union all select null, last),
      terms as (select value, lag(value) over o as before, lag(until) over o + 1 as from_day from ends
        window o as (order by until nulls last))
    select string_agg(coalesce(value, 'none') || ' from ' || from_day, ', ' order by from_day) from terms
    where from_day is not null and value is distinct from before) end $$;
create function contract.funding_to_come(former jsonb, last text, today date) returns text
  language sql immutable parallel safe as $$
  select case when former = '[]' then null else (
    with ends as (select (f.x ->> 'until')::date as until, f.x ->> 'funding_type' as value from jsonb_array_elements(former) f (x)
        where (f.x ->> 'until')::date >= today union all select null, last),
      terms as (select value, lag(value) over o as before, lag(until) over o + 1 as from_day from ends
        window o as (order by until nulls last))
    select string_agg(coalesce(value, 'none') || ' from ' || from_day, ', ' order by from_day) from terms
    where from_day is not null and value is distinct from before) end $$;
