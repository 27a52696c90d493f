/**
 * Tax, National Insurance and loan of a first payment of 2026-27 a second time: in SQL, with decimals in place of whole
 * pence, from the tables of payroll.md.
 */

/** Takes a JSON list of cases as $1. */
export const second_computation = `
with cases as (
  select c.* from jsonb_to_recordset($1::jsonb) as c(at int, regime text, kind text, value int, is_week1 boolean, ppy int, weeks int, period int, pay numeric, employee_main numeric, employee_above numeric,
    low numeric, middle numeric, high numeric, loan_threshold numeric, loan_percent numeric)
), bands (regime, nth, upper, rate) as (values
  ('uk', 1, 37700, 0.20), ('uk', 2, 125140, 0.40), ('uk', 3, null, 0.45),
  ('C', 1, 37700, 0.20), ('C', 2, 125140, 0.40), ('C', 3, null, 0.45),
  ('S', 1, 3967, 0.19), ('S', 2, 16956, 0.20), ('S', 3, 31092, 0.21), ('S', 4, 62430, 0.42), ('S', 5, 125140, 0.45),
  ('S', 6, null, 0.48)
), steps as (
  select regime, nth, upper, rate, lag(upper, 1, 0) over w as lower,
    coalesce(sum((upper - coalesce(below, 0)) * rate) over (partition by regime order by nth
      rows between unbounded preceding and 1 preceding), 0) as tax_below
  from (select *, lag(upper) over (partition by regime order by nth) as below from bands) b
  window w as (partition by regime order by nth)
), freed as (
  select c.*, case when is_week1 then coalesce(weeks, 1) else period end as n,
    case when kind not in ('allowance', 'added') or value = 0 then 0 else
      ceil((((value - 1) % 500 + 1) * 10 + 9)::numeric / ppy * 100) / 100
      + (value - 1) / 500 * (case ppy when 52 then 96.16 else 416.67 end) end as free_of_one
  from cases c
), taxed as (
  select f.*, greatest(0, floor(pay - n * free_of_one * case kind when 'added' then -1 else 1 end)) as pounds,
    pay - n * free_of_one * case kind when 'added' then -1 else 1 end as unrounded
  from freed f
), due as (
  select t.*, case
    when kind = 'none' then 0
    when kind = 'rate' then pounds * (select rate from steps s where s.regime = t.regime
      and s.nth = t.value + case t.regime when 'S' then 2 else 1 end)
    when pounds = 0 then 0
    else (select trunc(trunc(s.tax_below * n / ppy, 4) + trunc((pounds - trunc(s.lower * n::numeric / ppy, 4)) * s.rate, 4), 2)
      from steps s where s.regime = t.regime
        and (s.upper is null or unrounded <= ceil(trunc(s.upper * n::numeric / ppy, 4)))
      order by s.nth limit 1)
    end as tax
  from taxed t
), limits as (
  select d.*, case when weeks is null then round(5000 / 12.0) when weeks = 1 then round(5000 / 52.0)
      else ceil(5000 * weeks / 52.0) end as st,
    case when weeks is null then round(12570 / 12.0) when weeks = 1 then round(12570 / 52.0)
      else ceil(12570 * weeks / 52.0) end as pt,
    case when weeks is null then round(25000 / 12.0) when weeks = 1 then round(25000 / 52.0)
      else ceil(25000 * weeks / 52.0) end as fust,
    case when weeks is null then round(50270 / 12.0) when weeks = 1 then round(50270 / 52.0)
      else ceil(50270 * weeks / 52.0) end as uel
  from due d
), shares as (
  select l.*, greatest(0, least(pay, uel) - pt) * employee_main as e1, greatest(0, pay - uel) * employee_above as e2,
    greatest(0, least(pay, fust) - st) * low + greatest(0, least(pay, uel) - fust) * middle as r1,
    greatest(0, pay - uel) * high as r2
  from limits l
)
-- Half a penny goes down, and decimals after the third do not count.
select least(tax, trunc(pay / 2, 2))::text as tax,
  (trunc(trunc(e1, 3) + 0.004, 2) + trunc(trunc(e2, 3) + 0.004, 2))::text as employee_ni,
  (trunc(trunc(r1, 3) + 0.004, 2) + trunc(trunc(r2, 3) + 0.004, 2))::text as employer_ni,
  floor(greatest(0, pay - trunc(loan_threshold * coalesce(weeks, 1) / ppy, 2)) * loan_percent)::text as loan
from shares order by at`
