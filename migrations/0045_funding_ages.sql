-- Why: who carries the risk sees how old the debt of each agency is, bucket by bucket (design: experience.md, page 10, "Age matrix
-- agency x bucket"), now and as of any day.

create type report.funding_age as (
  id uuid,
  agency_id uuid,
  agency_human_id text,
  agency_name text,
  currency_id uuid,
  alpha_code text,
  aged_current numeric,
  aged_0_30 numeric,
  aged_31_60 numeric,
  aged_61_90 numeric,
  aged_91_120 numeric,
  aged_over_120 numeric,
  net_outstanding_balance numeric
);

-- The very rows of the portfolio's ledger, by days past their due date (spec §9); debt that went back to its agency is apart.
create function report.get_funding_ages(principal_id uuid, today date, agency_id uuid default null, currency_id uuid default null,
    as_of date default null)
  returns setof report.funding_age language sql stable as $$
  with at as (
    select least(coalesce(get_funding_ages.as_of, get_funding_ages.today), get_funding_ages.today) as day,
      case when get_funding_ages.as_of < get_funding_ages.today then get_funding_ages.as_of end as past),
  debts as (
    select d.agency_id, d.currency_id, d.net, at.day - d.due_date as late
    from at, report.funding_debts(get_funding_ages.principal_id, at.past, get_funding_ages.agency_id, get_funding_ages.currency_id) d
    where not d.is_reassigned)
  select md5('age' || d.agency_id::text || d.currency_id::text)::uuid, d.agency_id, a.human_id, a.name, d.currency_id, y.alpha_code,
    coalesce(sum(d.net) filter (where d.late <= 0), 0), coalesce(sum(d.net) filter (where d.late between 1 and 30), 0),
    coalesce(sum(d.net) filter (where d.late between 31 and 60), 0), coalesce(sum(d.net) filter (where d.late between 61 and 90), 0),
    coalesce(sum(d.net) filter (where d.late between 91 and 120), 0), coalesce(sum(d.net) filter (where d.late > 120), 0), sum(d.net)
  from debts d
  join business.business a on a.id = d.agency_id
  join platform.currency y on y.id = d.currency_id
  group by d.agency_id, d.currency_id, a.human_id, a.name, y.alpha_code
$$;
