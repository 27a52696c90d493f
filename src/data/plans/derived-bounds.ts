/**
 * Column bounds implied by a derived choice. PostgreSQL cannot see through the function's `case` and would read every
 * row to find overdue ones; these conditions follow from the comparison and let an index find them. The comparison
 * itself stays, so they never exclude a match.
 */
type Narrowing = (value: string, today: string, column: (name: string) => string) => readonly Narrowed[]

/** A column with its bound. */
interface Narrowed {
  readonly column: string
  readonly operator: '=' | '>=' | '<='
  readonly bound: string
  readonly type: 'text' | 'date'
}

const DAYS: readonly (readonly [bucket: string, from: string, until: string])[] = [
  ['current', '0', `'infinity'`],
  ['0-30', '30', '1'],
  ['31-60', '60', '31'],
  ['61-90', '90', '61'],
  ['91-120', '120', '91'],
  ['over 120', `'-infinity'`, '121'],
]

const dayOf = (value: string, today: string, side: 1 | 2, otherwise: string) =>
  `case ${value} ${DAYS.map((row) => `when '${row[0]}' then ${row[side].startsWith("'") ? `date ${row[side]}` : `${today} - ${row[side]}`}`).join(' ')} else date '${otherwise}' end`

const NARROWINGS: Readonly<Record<string, Narrowing>> = {
  'transaction.finance_status': (value, today, column) => [
    {
      column: column('status'),
      operator: '=',
      bound: `case ${value} when 'paid' then 'closed' else 'open' end`,
      type: 'text',
    },
    {
      column: column('due_date'),
      operator: '>=',
      bound: `case ${value} when 'initiated' then ${today} else date '-infinity' end`,
      type: 'date',
    },
    {
      column: column('due_date'),
      operator: '<=',
      bound: `case ${value} when 'overdue' then ${today} - 1 else date 'infinity' end`,
      type: 'date',
    },
  ],
  'transaction.age_bucket': (value, today, column) => [
    { column: column('status'), operator: '=', bound: `'open'`, type: 'text' },
    {
      column: column('due_date'),
      operator: '>=',
      bound: dayOf(value, today, 1, '-infinity'),
      type: 'date',
    },
    {
      column: column('due_date'),
      operator: '<=',
      bound: dayOf(value, today, 2, 'infinity'),
      type: 'date',
    },
  ],
}

/**
 * Conditions that follow from `fn(…) = value`, or from `fn(…) = any (values)`.
 * @param value the parameter that it is compared with
 */
export function narrowed(
  fn: string,
  value: { readonly sql: string; readonly is_list: boolean },
  today: () => string,
  column: (name: string) => string,
): string[] {
  const narrowing = NARROWINGS[fn]
  if (!narrowing) return []
  if (!value.is_list)
    return narrowing(value.sql, today(), column).map((one) => `${one.column} ${one.operator} ${one.bound}`)
  return narrowing('v', today(), column).map(({ column: name, operator, bound, type }) =>
    operator === '='
      ? `${name} = any (array(select ${bound} from unnest(${value.sql}) v)::${type}[])`
      : `${name} ${operator} (select ${operator === '>=' ? 'min' : 'max'}(${bound}) from unnest(${value.sql}) v)`,
  )
}
