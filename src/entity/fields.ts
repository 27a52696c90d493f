/** Short words for declaring fields and relations, so that an entity file reads as a list of facts. */
import { choices } from './choices.ts'
import type { Choice, Field, FieldKind, Relation } from './entity.ts'

type Plain<K extends FieldKind> = { readonly kind: K; readonly label: string }

const plain =
  <const K extends FieldKind>(kind: K) =>
  (label: string): Plain<K> => ({ kind, label })

export const uuid = plain('uuid')
export const human_id = plain('human_id')
export const text = plain('text')
export const code = plain('code')
export const money = plain('money')
export const rate = plain('rate')
export const units = plain('units')
export const percent = plain('percent')
export const integer = plain('integer')
export const day = plain('day')
export const instant = plain('instant')
export const boolean = plain('boolean')
export const email = plain('email')
export const url = plain('url')
export const phone = plain('phone')
export const tags = plain('tags')
export const json = plain('json')

/** A field of few values, given as choices or as values with labels by `labelOf`. */
export function choice<const V extends readonly (string | Choice)[]>(
  label: string,
  values: V,
): {
  readonly kind: 'choice'
  readonly label: string
  readonly choices: {
    readonly [K in keyof V]: {
      readonly value: V[K] extends Choice ? V[K]['value'] : V[K]
      readonly label: string
    }
  }
} {
  const list = values.map((value) => (typeof value === 'string' ? choices(value)[0] : value))
  // A mapped tuple type cannot be inferred from Array.map; each element is built right above.
  return { kind: 'choice', label, choices: list as never }
}

export function nullable<const F extends Field>(field: F): F & { readonly nullable: true } {
  return { ...field, nullable: true }
}

export function searchable<const F extends Field>(field: F): F & { readonly searchable: true } {
  return { ...field, searchable: true }
}

/** A derived field: `fn` of a migration over columns of the row and `$today` (see Field.computed). */
export function computed<const F extends Field>(
  field: F,
  fn: string,
  ...args: readonly string[]
): F & { readonly computed: NonNullable<Field['computed']> } {
  return { ...field, computed: { fn, args } }
}

/** A column with a default that inserts rely on. */
export function defaulted<const F extends Field>(field: F): F & { readonly defaulted: true } {
  return { ...field, defaulted: true }
}

/** A column that the database computes from others of the row. */
export function generated<const F extends Field>(field: F): F & { readonly generated: true } {
  return { ...field, generated: true }
}

/** The row of `to` with the id in column `from`. */
export function to_one<const T extends string, const F extends string>(to: T, from: F) {
  return { kind: 'object', to, from, key: 'id' } as const satisfies Relation
}

/** The rows of `to` that name this row in their column `key`. */
export function to_many<const T extends string, const K extends string>(to: T, key: K) {
  return { kind: 'array', to, from: 'id', key } as const satisfies Relation
}

/** Columns that every changing table has (spec §3, common fields). */
export const stamps = {
  created_at: instant('Created At'),
  updated_at: instant('Updated At'),
} as const

/** The moment of the facts that all who read it share; a trigger of the table keeps it (decision 0205). */
export const told_stamp = { told_updated_at: defaulted(instant('Updated At')) } as const

/** The businesses that own a payroll record, and the person who entered it. */
export const entered = {
  provider_id: uuid('Provider'),
  agency_id: nullable(uuid('Agency')),
  created_by_name: text('Entered By'),
  ...stamps,
} as const

/** The words and the author of a step in a record's life. */
export const step = {
  message: text('Message'),
  comment: nullable(text('Comment')),
  user_name: text('User'),
  user_id: code('User Id'),
  impersonator_user_id: nullable(code('Impersonator')),
  created_at: instant('Created At'),
} as const

/**
 * Parties of a row with a client and a contractor. Visibility is one equality on one of these columns (data-endpoint.md,
 * decision 3), so verbs copy them from the contract or the invoice set.
 */
export const contract_parties = {
  provider_id: uuid('Provider'),
  agency_id: uuid('Agency'),
  client_id: uuid('Client'),
  contractor_id: uuid('Contractor'),
  funder_id: nullable(uuid('Funder')),
} as const

export const parties = {
  provider_id: uuid('Provider'),
  agency_id: uuid('Agency'),
  client_id: nullable(uuid('Client')),
  contractor_id: nullable(uuid('Contractor')),
  funder_id: nullable(uuid('Funder')),
} as const

/** The employment of a payroll record, and its worker. */
export const worker_relations = {
  employment: to_one('business.employment', 'employment_id'),
  contractor: to_one('business.party', 'contractor_id'),
} as const

/** Names of the parties: every viewer of the row sees them (business.party). */
export const party_relations = {
  provider: to_one('business.party', 'provider_id'),
  agency: to_one('business.party', 'agency_id'),
  client: to_one('business.party', 'client_id'),
  contractor: to_one('business.party', 'contractor_id'),
  funder: to_one('business.party', 'funder_id'),
} as const
