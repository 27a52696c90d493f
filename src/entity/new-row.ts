/** Values of an entity's columns as verbs write them, and the columns' SQL types. */
import { assert } from '#kernel/assert.ts'
import type { Day } from '#kernel/day.ts'
import type { Instant } from '#kernel/instant.ts'
import type { Entity, Field, FieldKind, FieldValue } from './entity.ts'

type Columns<E extends Entity> = E['fields'] & (E extends { unread: infer U } ? U : unknown)

/** Columns that a statement may set: neither derived, nor fixed by the kind of the entity. */
type Writable<E extends Entity> = {
  [K in keyof Columns<E> & string as Columns<E>[K] extends { computed: object } | { generated: true }
    ? never
    : K extends keyof E['fixed']
      ? never
      : K]: Columns<E>[K]
}

type Value<F> =
  | (F extends { kind: 'tags' } ? readonly string[] : F extends Field ? FieldValue<F> : never)
  | (F extends { nullable: true } ? null : never)

/** The keys that an insert may leave out: the id and what has a default. */
type OptionalKey<W> = {
  [K in keyof W]: K extends 'id' ? K : W[K] extends { defaulted: true } ? K : never
}[keyof W]

/** A row to insert. A nullable column is given as null, so that a new column is missed by the compiler. */
export type NewRow<E extends Entity, W = Writable<E>> = {
  [K in Exclude<keyof W, OptionalKey<W>>]: Value<W[K]>
} & { [K in OptionalKey<W> & keyof W]?: Value<W[K]> | undefined }

/** Changes of a row; a deleted row keeps its data. */
export type RowChange<E extends Entity, W = Writable<E>> = {
  [K in Exclude<keyof W, 'id' | 'created_at'>]?: Value<W[K]> | undefined
} & (E extends { soft_delete: false } ? unknown : { deleted_at?: string | null | undefined })

type Words<S extends string> = S extends `${infer First} ${infer Rest}` ? First | Words<Rest> : S

type ReadValue<F> =
  | (F extends { kind: 'day' } ? Day : F extends { kind: 'instant' } ? Instant : never)
  | (F extends { kind: 'day' | 'instant' } ? never : F extends Field ? FieldValue<F> : never)
  | (F extends { nullable: true } ? null : never)

/** Columns of a row as a statement reads them: `ReadRow<typeof invoice, 'id human_id due_date'>`. */
export type ReadRow<E extends Entity, N extends string> = {
  readonly [K in Words<N>]: K extends keyof Columns<E> ? ReadValue<Columns<E>[K]> : never
}

/** The columns of a new row as SQL expressions, for rows that the database makes from others. */
export type NewRowSql<E extends Entity> = { [K in keyof NewRow<E>]: string }

/** Closes `V` against keys that `Row` does not have, those of a spread object included. */
export type Exact<V, Row> = { [K in Exclude<keyof V, keyof Row>]: never }

/** SQL type of a kind: every parameter is cast to it, so that plans do not depend on the client's input. */
const sql_types = {
  uuid: 'uuid',
  human_id: 'text',
  text: 'text',
  code: 'text',
  choice: 'text',
  money: 'numeric',
  rate: 'numeric',
  units: 'numeric',
  percent: 'numeric',
  integer: 'bigint',
  day: 'date',
  instant: 'timestamptz',
  boolean: 'boolean',
  email: 'text',
  url: 'text',
  phone: 'text',
  tags: 'text[]',
  json: 'jsonb',
} as const satisfies Record<FieldKind, string>

export type SqlType = (typeof sql_types)[FieldKind]

export const sqlTypeOf = (kind: FieldKind): SqlType => sql_types[kind]

export type WrittenColumn = { readonly name: string; readonly type: string }

const written = new WeakMap<Entity, ReadonlyMap<string, WrittenColumn>>()

function columnsOf(entity: Entity): ReadonlyMap<string, WrittenColumn> {
  const known = written.get(entity)
  if (known) return known
  const columns = new Map<string, WrittenColumn>()
  for (const [name, field] of Object.entries({ ...entity.fields, ...entity.unread }))
    if (!field.computed && !field.generated && !Object.hasOwn(entity.fixed ?? {}, name))
      columns.set(name, { name, type: sql_types[field.kind] })
  if (entity.soft_delete !== false) columns.set('deleted_at', { name: 'deleted_at', type: 'timestamptz' })
  written.set(entity, columns)
  return columns
}

/** The columns of these names. @throws when the entity has no such column to write */
export function writtenColumns(entity: Entity, names: readonly string[]): WrittenColumn[] {
  const columns = columnsOf(entity)
  return names.map((name) => {
    const column = columns.get(name)
    assert(column, `${entity.module}.${entity.name} has a column ${name} to write`)
    return column
  })
}
