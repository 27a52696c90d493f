/** The rule of minimum-wage.rules.ts as SQL, for sets of placements (decision 0098). */
import { toNumericText } from '#kernel/rate.ts'
import { known_before, minimum_wages } from './minimum-wage.rules.ts'
import { hours_per_day } from './units.rules.ts'

const figures = minimum_wages
  .map(({ from, adult, from_18, younger }) => {
    const [grown, young, youngest] = [adult, from_18, younger].map(toNumericText)
    return `(date '${from}', ${grown}, ${young}, ${youngest})`
  })
  .join(', ')

/** 7.5 as SQL. */
const day_hours = toNumericText(hours_per_day)

/** The rate without the holiday pay that is rolled up in it, of the row `r`. */
const base = `case when r.value_boolean
  then round(r.value_numeric * 100 / (100 + (r.value_jsonb_object ->> 'holiday_pay_percent')::numeric), 4)
  else r.value_numeric end`

/**
 * The first day on which a rate of the placement `c`, paid through payroll, is below the minimum wage, where that day has
 * come or comes by `until`: name, base, unit, the least of an hour, and the day. The minimum of a worker never falls, so
 * such a rate stays below it. The worker's birth date is `born`; each argument is SQL of the caller.
 */
export const belowMinimumSql = ({
  born,
  today,
  until,
}: Readonly<Record<'born' | 'today' | 'until', string>>): string => `(
  select r.id as rate_id, r.name, ${base} as base, r.value_text as unit, w.least, d.on_day
  from contract.rate r
  cross join lateral (select greatest(r.effective_from, c.start_date) as first_day) v
  cross join lateral (
    select v.first_day as on_day
    union select f.from_day from (values ${figures}) f (from_day, adult, from_18, younger)
    union select (${born} + make_interval(years => a.age))::date from (values (18), (21)) a (age)) d
  cross join lateral (
    select case when ${born} + interval '18 years' > d.on_day then f.younger
        when ${born} + interval '21 years' > d.on_day then f.from_18 else f.adult end as least
    from (values ${figures}) f (from_day, adult, from_18, younger)
    where f.from_day <= d.on_day order by f.from_day desc limit 1) w
  where r.contract_id = c.id and r.sub_type = 'contractor_rate' and r.deleted_at is null
    and r.value_text in ('hourly', 'daily')
    and (r.effective_to is null or r.effective_to >= greatest(d.on_day, ${today}))
    and d.on_day >= v.first_day and d.on_day <= ${until} and d.on_day < date '${known_before}'
    and (c.end_date is null or c.end_date >= d.on_day)
    and ${base} < w.least * case r.value_text when 'daily' then ${day_hours} else 1 end
  order by d.on_day, r.name, r.id limit 1)`
