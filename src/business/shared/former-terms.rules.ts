/** Terms of a placement that held until a day: later ones stand in the columns of the contract. */
import type { Day } from '#kernel/day.ts'

export type FormerTerms = {
  readonly until: Day
  readonly funding_type: string
  readonly expense_funding_type: string | null
  readonly ir35_status: string | null
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
    from jsonb_array_elements(${contract}.former_terms) f (x) where (f.x ->> 'until')::date >= ${day}
    order by f.x ->> 'until' limit 1), ${now}) end`
}
