/** Terms of a placement that held until a day: the columns of the contract hold the later ones. */
import { addDays, type Day } from '#kernel/day.ts'

export type FormerTerms = {
  readonly until: Day
  readonly funding_type: string
  readonly expense_funding_type: string | null
  readonly ir35_status: string | null
}

type Terms = Omit<FormerTerms, 'until'>

/**
 * The list once terms change from a day on. Terms of the day before are kept until it; the change also holds in every
 * period that lay behind it, so that an earlier change never brings forward the day of a later one.
 */
export function withFormerTerms(
  former: readonly FormerTerms[],
  now: Terms,
  asked: Partial<Terms>,
  from: Day,
): FormerTerms[] {
  const until = addDays(from, -1)
  const days = former.toSorted((a, b) => (a.until < b.until ? -1 : 1))
  const before = days.find((one) => one.until >= until) ?? now
  return [
    ...days.filter((one) => one.until < until),
    { ...before, until },
    ...days.filter((one) => one.until > until).map((one) => ({ ...one, ...asked })),
  ]
}

/** The funding of work that begins on a day, an SQL expression: that of the first change after it, else the contract's. */
export const fundingOnSql = (
  contract: string,
  day: string,
  field: 'funding_type' | 'expense_funding_type',
): string => {
  const now =
    field === 'funding_type'
      ? `${contract}.funding_type`
      : `coalesce(${contract}.expense_funding_type, ${contract}.funding_type)`
  const then =
    field === 'funding_type'
      ? `f.x ->> 'funding_type'`
      : `coalesce(f.x ->> 'expense_funding_type', f.x ->> 'funding_type')`
  return `case when ${contract}.former_terms = '[]' then ${now} else coalesce((select ${then}
    from jsonb_array_elements(${contract}.former_terms) f (x) where (f.x ->> 'until')::date >= (${day})::date
    order by f.x ->> 'until' limit 1), ${now}) end`
}
