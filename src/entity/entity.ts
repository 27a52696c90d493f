/**
 * Entities (spec §3): a module, a name, fields of a closed set of kinds, and relations. Access is declared in
 * `x.access.ts`, lists in `x.list.tsx`.
 */

/** A kind decides the SQL type, the GraphQL scalar, the cell, the input and the filter. */
export type FieldKind =
  | 'uuid'
  | 'human_id'
  | 'text'
  | 'code'
  | 'choice'
  | 'money'
  | 'rate'
  | 'units'
  | 'percent'
  | 'integer'
  | 'day'
  | 'instant'
  | 'boolean'
  | 'email'
  | 'url'
  | 'phone'
  | 'tags'
  | 'json'

export interface Choice {
  readonly value: string
  readonly label: string
}

export interface Field {
  readonly kind: FieldKind
  readonly label: string
  readonly nullable?: boolean
  /** Column to read, when not the field's name: see `withheld` in access declarations. */
  readonly column?: string
  /** Choices of kind `choice`, in the order they are offered. */
  readonly choices?: readonly Choice[]
  /** Take part in the list's search box (spec §2: searchable columns). */
  readonly searchable?: boolean
  /**
   * A derived field: a SQL function over columns of the same row; `$today` is the London day of the request. It can be
   * filtered and sorted like any other.
   */
  readonly computed?: { readonly fn: string; readonly args: readonly string[] }
  /** The column has a default, which an insert that leaves it out means. */
  readonly defaulted?: boolean
  /** The database computes the column from others: nobody writes it. */
  readonly generated?: boolean
}

/**
 * `object`: this row's `from` column is the other's `key` (its id). `array`: the other's `key` column is this row's `from`.
 * Viewers have a relation when they may read `from` and the other entity.
 */
export interface Relation {
  readonly kind: 'object' | 'array'
  readonly to: string
  readonly from: string
  readonly key: string
  /** Further fixed conditions on the other side, e.g. `{ type: 'client' }`. */
  readonly where?: Readonly<Record<string, string | boolean>>
}

export interface Entity {
  /** The PostgreSQL schema it is addressed by (spec §3). */
  readonly module: string
  readonly name: string
  readonly label: string
  readonly plural: string
  /** Table it reads from, when not `module.name`. */
  readonly table?: string
  /** Rows of the table that belong to this entity, e.g. `{ type: 'temp_placement' }`. */
  readonly fixed?: Readonly<Record<string, string>>
  /** GraphQL root field, when not `module_name`: rows that a function makes (spec §7.5). */
  readonly root?: string
  /** The column that identifies a row; `id` unless given. */
  readonly key?: string
  /** False for tables without `deleted_at`. */
  readonly soft_delete?: boolean
  readonly fields: Readonly<Record<string, Field>>
  /** Columns that verbs write and no viewer reads. */
  readonly unread?: Readonly<Record<string, Field>>
  readonly relations?: Readonly<Record<string, Relation>>
}

/** Keeps the literal types of a declaration while checking its shape. */
export function entity<const E extends Entity>(declaration: E): E {
  return declaration
}

/** Address of an entity: `transaction.invoice`. */
export type EntityPath = `${string}.${string}`

interface KindValue {
  uuid: string
  human_id: string
  text: string
  code: string
  choice: string
  /** Decimal text from SQL; JSON number from the data endpoint. Never computed with outside the kernel. */
  money: string
  rate: string
  units: string
  percent: string
  integer: number
  day: string
  instant: string
  boolean: boolean
  email: string
  url: string
  phone: string
  tags: string[]
  json: unknown
}

export type FieldValue<F extends Field> = F extends { choices: readonly { value: infer V }[] }
  ? V
  : KindValue[F['kind']]

/** A row of an entity as verbs read it. */
export type Row<E extends Entity> = {
  [K in keyof E['fields']]:
    | FieldValue<E['fields'][K]>
    | (E['fields'][K] extends { nullable: true } ? null : never)
}

export type FieldName<E extends Entity> = keyof E['fields'] & string

/** The GraphQL root field of an entity: `transaction_invoice`. */
export function rootName(e: Entity): string {
  return e.root ?? `${e.module}_${e.name}`
}

export function tableOf(e: Entity): string {
  return e.table ?? `${e.module}.${e.name}`
}
