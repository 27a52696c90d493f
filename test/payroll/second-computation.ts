/**
 * Tax, National Insurance, its reported bands and loans of a first payment a second time: in SQL, with decimals in place
 * of whole pence, from figures of both tax years that are typed here once more from payroll.md §2.1 to §2.6. It takes
 * nothing from the product's own years, so that a wrong figure there is found.
 */
import type { TaxCode } from '#business/payroll/engine/tax-code.rules.ts'
import type { LoanPlan, NiLetter } from '#business/payroll/engine/tax-year.rules.ts'

export type SecondCase = Omit<TaxCode, 'text'> & {
  readonly at: number
  /** It names the tax year. */
  readonly pay_day: string
  /** Parts of the year, and weeks of the period; null for a month. */
  readonly ppy: number
  readonly weeks: number | null
  readonly period: number
  /** Pounds. */
  readonly pay: number
  readonly letter: NiLetter
  readonly plans: readonly LoanPlan[]
}

/** One row a case, in order. Pounds as text. */
export type SecondResult = Readonly<
  Record<
    'tax' | 'employee_ni' | 'employer_ni' | 'loan' | 'postgraduate' | 'at_lel' | 'lel_pt' | 'pt_uel',
    string
  >
>

/** Takes a JSON list of cases as $1. */
export const second_computation = `
with years (year, first_day, last_day, lel_week, lel_month, adds_bands_up) as (values
  ('2025-26', date '2025-04-06', date '2026-04-05', 125, 542, true),
  ('2026-27', date '2026-04-06', date '2027-04-05', 129, 559, false)
), bands (year, regime, nth, upper, rate) as (values
  ('2025-26', 'uk', 1, 37700, 0.20), ('2025-26', 'uk', 2, 125140, 0.40), ('2025-26', 'uk', 3, null, 0.45),
  ('2025-26', 'C', 1, 37700, 0.20), ('2025-26', 'C', 2, 125140, 0.40), ('2025-26', 'C', 3, null, 0.45),
  ('2025-26', 'S', 1, 2827, 0.19), ('2025-26', 'S', 2, 14921, 0.20), ('2025-26', 'S', 3, 31092, 0.21),
  ('2025-26', 'S', 4, 62430, 0.42), ('2025-26', 'S', 5, 125140, 0.45), ('2025-26', 'S', 6, null, 0.48),
  ('2026-27', 'uk', 1, 37700, 0.20), ('2026-27', 'uk', 2, 125140, 0.40), ('2026-27', 'uk', 3, null, 0.45),
  ('2026-27', 'C', 1, 37700, 0.20), ('2026-27', 'C', 2, 125140, 0.40), ('2026-27', 'C', 3, null, 0.45),
  ('2026-27', 'S', 1, 3967, 0.19), ('2026-27', 'S', 2, 16956, 0.20), ('2026-27', 'S', 3, 31092, 0.21),
  ('2026-27', 'S', 4, 62430, 0.42), ('2026-27', 'S', 5, 125140, 0.45), ('2026-27', 'S', 6, null, 0.48)
), letters (letter, employee_main, employee_above, low, middle, high) as (values
  ('A', 0.08, 0.02, 0.15, 0.15, 0.15), ('B', 0.0185, 0.02, 0.15, 0.15, 0.15), ('C', 0, 0, 0.15, 0.15, 0.15),
  ('J', 0.02, 0.02, 0.15, 0.15, 0.15), ('H', 0.08, 0.02, 0, 0, 0.15), ('M', 0.08, 0.02, 0, 0, 0.15),
  ('V', 0.08, 0.02, 0, 0, 0.15), ('Z', 0.02, 0.02, 0, 0, 0.15), ('F', 0.08, 0.02, 0, 0.15, 0.15),
  ('N', 0.08, 0.02, 0, 0.15, 0.15), ('I', 0.0185, 0.02, 0, 0.15, 0.15), ('E', 0.0185, 0.02, 0, 0.15, 0.15),
  ('S', 0, 0, 0, 0.15, 0.15), ('K', 0, 0, 0, 0.15, 0.15), ('L', 0.02, 0.02, 0, 0.15, 0.15),
  ('D', 0.02, 0.02, 0, 0.15, 0.15), ('X', 0, 0, 0, 0, 0)
), loans (year, plan, threshold, rate) as (values
  ('2025-26', 'plan_1', 26065, 0.09), ('2025-26', 'plan_2', 28470, 0.09), ('2025-26', 'plan_4', 32745, 0.09),
  ('2025-26', 'postgraduate', 21000, 0.06),
  ('2026-27', 'plan_1', 26900, 0.09), ('2026-27', 'plan_2', 29385, 0.09), ('2026-27', 'plan_4', 33795, 0.09),
  ('2026-27', 'plan_5', 25000, 0.09), ('2026-27', 'postgraduate', 21000, 0.06)
), cases as (
  select c.*, y.year, y.adds_bands_up, case when c.weeks is null then lel_month else lel_week * c.weeks end as lel,
    l.employee_main, l.employee_above, l.low, l.middle, l.high
  from jsonb_to_recordset($1::jsonb) as c(at int, regime text, kind text, value int, is_week1 boolean, pay_day date, ppy int,
    weeks int, period int, pay numeric, letter text, plans jsonb)
  join years y on c.pay_day between y.first_day and y.last_day
  join letters l on l.letter = c.letter
), steps as (
  select year, regime, nth, upper, rate, lag(upper, 1, 0) over w as lower,
    coalesce(sum((upper - coalesce(below, 0)) * rate) over (partition by year, regime order by nth
      rows between unbounded preceding and 1 preceding), 0) as tax_below
  from (select *, lag(upper) over (partition by year, regime order by nth) as below from bands) b
  window w as (partition by year, regime order by nth)
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
    when kind = 'rate' then pounds * (select rate from steps s where s.year = t.year and s.regime = t.regime
      and s.nth = t.value + case t.regime when 'S' then 2 else 1 end)
    when pounds = 0 then 0
    -- HMRC's Scottish sheets of 2025-26 add up the truncated tax of each band below.
    else (select trunc(case when t.adds_bands_up and t.regime = 'S'
        then (select coalesce(sum(trunc((trunc(b.upper * n::numeric / ppy, 4) - trunc(b.lower * n::numeric / ppy, 4)) * b.rate, 4)), 0)
          from steps b where b.year = t.year and b.regime = t.regime and b.nth < s.nth)
        else trunc(s.tax_below * n / ppy, 4) end
        + trunc((pounds - trunc(s.lower * n::numeric / ppy, 4)) * s.rate, 4), 2)
      from steps s where s.year = t.year and s.regime = t.regime
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
-- Half a penny goes down, and decimals after the third do not count. Of several student loans the lowest threshold counts.
select least(tax, trunc(pay / 2, 2))::text as tax,
  (trunc(trunc(e1, 3) + 0.004, 2) + trunc(trunc(e2, 3) + 0.004, 2))::text as employee_ni,
  (trunc(trunc(r1, 3) + 0.004, 2) + trunc(trunc(r2, 3) + 0.004, 2))::text as employer_ni,
  coalesce((select floor(greatest(0, pay - trunc(o.threshold * coalesce(weeks, 1)::numeric / ppy, 2)) * o.rate) from loans o
    where o.year = s.year and o.plan <> 'postgraduate' and s.plans ? o.plan order by o.threshold limit 1), 0)::text as loan,
  coalesce((select floor(greatest(0, pay - trunc(o.threshold * coalesce(weeks, 1)::numeric / ppy, 2)) * o.rate) from loans o
    where o.year = s.year and o.plan = 'postgraduate' and s.plans ? o.plan), 0)::text as postgraduate,
  (case when pay >= lel then lel else 0 end)::text as at_lel,
  (case when pay >= lel then greatest(0, least(pay, pt) - lel) else 0 end)::text as lel_pt,
  greatest(0, least(pay, uel) - pt)::text as pt_uel
from shares s order by at`
