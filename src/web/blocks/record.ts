/**
 * The page of one record as data: cards of facts, small tables, tabs of related lists. Anything else is a page written
 * by hand.
 */
import type { ReactNode } from 'react'
import type { Category } from '#entity/access.ts'
import type { Entity } from '#entity/entity.ts'
import type { Entities } from '#entity/path.ts'
import { findField, selectionOf, valueAt } from '#entity/path.ts'
import { pathOf } from '#web/core/place.ts'
import type { Session } from '#web/core/session.ts'
import type { Column, FieldPath, ListRow, Only, ShapedColumn } from '#web/list/model/list.ts'
import { isFor } from '#web/list/model/list.ts'
import { shapeColumn } from '#web/list/model/shape.ts'
import type { RelatedTab } from './RelatedTabs.tsx'

export interface Fact<P extends string = string> extends Only {
  readonly field: P
  readonly label?: string
  readonly wide?: boolean
  /** Replaces the rendering of the kind, as in a list. */
  readonly cell?: (row: ListRow) => ReactNode
  readonly link?: (row: ListRow, category: Category) => string | null
  /** Explanation of the amount, as in a list. */
  readonly why?: (row: ListRow) => readonly string[]
  /** Left out while it has no value, such as the reason of a step that nobody took. */
  readonly when_set?: true
}

export interface FactCard<E extends Entity = Entity> extends Only {
  readonly title: string
  /** Left out of the page of a row for which this is false. */
  readonly when?: (row: ListRow) => boolean
  readonly facts: readonly Fact<FieldPath<E>>[]
}

/** All rows of an array relation with few rows. */
export interface FactTable<E extends Entity = Entity> extends Only {
  readonly title: string
  readonly relation: keyof E['relations'] & string
  readonly columns: readonly Column[]
  /** Amounts take the currency of the record. */
  readonly in_its_currency?: boolean
  /** Read besides the columns, for links. */
  readonly fields?: readonly string[]
  /** Arguments of the relation, as GraphQL text: `order_by: { effective_from: desc }`. */
  readonly args?: string
  /** Sorts the rows where the order is a rule of ours; equal rows keep the order of the arguments. */
  readonly compare?: (a: ListRow, b: ListRow) => number
  readonly empty: string
  /** The part of the page that shows the table; without one, its details do. */
  readonly part?: string
}

export interface RecordScreen<E extends Entity = Entity> {
  readonly entity: E
  readonly what: string
  readonly title: FieldPath<E>
  /** Formats the value of a field without choices. */
  readonly title_text?: (value: string) => string
  readonly meta?: readonly Fact<FieldPath<E>>[]
  readonly badge?: FieldPath<E>
  readonly cards: readonly FactCard<E>[]
  readonly tables?: readonly FactTable<E>[]
  readonly tabs?: (id: string) => readonly RelatedTab[]
  readonly currency?: FieldPath<E>
  /** Read besides the facts, for links and actions. */
  readonly fields?: readonly (FieldPath<E> | ({ readonly field: FieldPath<E> } & Only))[]
}

export function record<const E extends Entity>(screen: RecordScreen<E>): RecordScreen {
  // Paths were checked against E; below this line a record is read by path text alone.
  return screen as unknown as RecordScreen
}

export interface ShapedCard extends Pick<FactCard, 'title' | 'when'> {
  readonly facts: readonly (ShapedColumn & {
    readonly wide?: boolean
    readonly id_path?: string
    readonly when_set?: true
  })[]
}
export interface ShapedTable {
  readonly table: FactTable
  readonly columns: readonly ShapedColumn[]
  readonly paths: readonly string[]
}
export interface ShapedRecord {
  readonly screen: RecordScreen
  readonly cards: readonly ShapedCard[]
  readonly meta: readonly ShapedColumn[]
  readonly tables: readonly ShapedTable[]
  /** Paths read from the record itself. */
  readonly paths: readonly string[]
}

/** A named record links to its page for the categories that have one. A fact with its own link keeps it. */
const leads_to: Readonly<Record<string, { readonly path: string; readonly only: readonly Category[] }>> = {
  'agency.name': { path: 'business/agency', only: ['funder', 'provider'] },
  'client.name': { path: 'business/client', only: ['agency', 'funder', 'provider'] },
  'contractor.name': { path: 'business/contractor', only: ['agency', 'provider'] },
  'funder.name': { path: 'business/funder', only: ['provider'] },
  'payment_batch.human_id': { path: 'payment/payment_batch', only: ['provider'] },
}

/** The fact with its link for this viewer, and the id path that the link needs. */
function linked<F extends Fact>(fact: F, { category }: Session): F & { readonly id_path?: string } {
  const target = leads_to[fact.field]
  if (!target?.only.includes(category) || fact.link || fact.cell) return fact
  const id_path = `${fact.field.slice(0, fact.field.lastIndexOf('.'))}.id`
  const link = (row: ListRow) => {
    const id = valueAt(row, id_path)
    return typeof id === 'string' ? pathOf({ category, path: target.path, id }) : null
  }
  return { ...fact, link, id_path }
}

/** The screen as one viewer has it. Throws on a path that does not exist. */
export function shapeRecord(entities: Entities, screen: RecordScreen, session: Session): ShapedRecord {
  const currency = screen.currency ?? 'currency.alpha_code'
  const shape = <F extends { readonly field: string; readonly label?: string }>(from: Entity, fact: F) => {
    const found = findField(entities, from, fact.field)
    if (!found) throw new Error(`${from.module}.${from.name} has no field ${fact.field}`)
    return { ...fact, ...shapeColumn(fact, found.field, currency) }
  }
  const cards = screen.cards
    .filter((card) => isFor(card, session))
    .map(({ facts, ...card }) => ({
      ...card,
      facts: facts
        .filter((fact) => isFor(fact, session))
        .map((fact) => shape(screen.entity, linked(fact, session))),
    }))
  const meta = (screen.meta ?? [])
    .filter((fact) => isFor(fact, session))
    .map((fact) => shape(screen.entity, fact))
  const tables = (screen.tables ?? [])
    .filter((table) => isFor(table, session))
    .map((table) => {
      const target = entities[screen.entity.relations?.[table.relation]?.to ?? '']
      if (!target) throw new Error(`${screen.entity.name} has no relation ${table.relation}`)
      const columns = table.columns
        .filter((column) => isFor(column, session))
        .map((column) => shape(target, column))
      const own = columns.flatMap((column) => (table.in_its_currency ? [column.field] : pathsOf(column)))
      return { table, columns, paths: ['id', ...own, ...(table.fields ?? [])] }
    })
  return {
    screen,
    cards,
    meta,
    tables,
    paths: [
      ...new Set([
        'id',
        screen.title,
        ...(screen.badge ? [screen.badge] : []),
        ...(screen.fields ?? []).flatMap((one) => {
          if (typeof one === 'string') return one
          return isFor(one, session) ? one.field : []
        }),
        ...meta.flatMap(pathsOf),
        ...cards.flatMap((card) =>
          card.facts.flatMap((fact) => [...pathsOf(fact), ...(fact.id_path ? [fact.id_path] : [])]),
        ),
      ]),
    ],
  }
}

function pathsOf(column: ShapedColumn): string[] {
  return column.currency_path ? [column.field, column.currency_path] : [column.field]
}

export function recordQuery(shaped: ShapedRecord): string {
  const { entity } = shaped.screen
  const root = `${entity.module}_${entity.name}`
  const tables = shaped.tables.map(
    ({ table, paths }) => `${table.relation}${table.args ? `(${table.args})` : ''} { ${selectionOf(paths)} }`,
  )
  return `query record($id: uuid!) { record: ${root}_by_pk(id: $id) { ${selectionOf(shaped.paths)} ${tables.join(' ')} } }`
}
