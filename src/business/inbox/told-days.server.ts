/** Days left before a last day at which people are told, also where the night of that day was missed. */

/** Days after which a missed notice is old. */
const MADE_UP = 6

/**
 * Joins `told.days`, the latest of `days` before `last` that has come; `$2` is today. A notice of a missed night is made
 * up, unless the fact is younger than its day. Nobody is told twice: `told.days` is part of the fact key.
 * @param since the day of the fact
 */
export const toldDays = (last: string, days: readonly number[], since: string): string =>
  `join lateral (select t.days from unnest(array[${days.join(', ')}]) t (days)
     where ${last} - t.days = $2::date or ${last} - t.days between greatest($2::date - ${MADE_UP}, ${since} + 1) and $2::date
     order by t.days limit 1) told on true`

/** The day in London of a moment. */
export const londonDay = (moment: string): string => `(${moment} at time zone 'Europe/London')::date`
