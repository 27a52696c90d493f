/** Rows of a table as a statement: each column by its expression over one source. */
export interface Rows {
  readonly table: string
  readonly from: string
  readonly columns: Readonly<Record<string, string>>
}

/** A uuid that says what it is of, by number. */
export const idOf = (kind: string, n: string): string =>
  `('${kind.padEnd(8, '0')}-0000-7000-8000-' || lpad(to_hex((${n})::bigint), 12, '0'))::uuid`

/** Numbers without a pattern, the same on every run; `salt` makes them independent of others of the same row. */
export const spread = (n: string, salt: number): string =>
  `(hashint8extended((${n})::bigint, ${salt}) & 1073741823)::int`

/** An item of an array by a number. */
export const pick = (list: string, n: string): string => `(${list})[1 + ${n} % cardinality(${list})]`

export const GBP = `'00000000-0000-7000-8000-000000000826'::uuid`

export const insertSql = ({ table, from, columns }: Rows): string =>
  `insert into ${table} (${Object.keys(columns).join(', ')}) select ${Object.values(columns).join(', ')} from ${from}`
