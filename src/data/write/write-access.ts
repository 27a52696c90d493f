import type { RowRule, RuleValue, WriteRule } from '#entity/access.ts'
import type { Entity } from '#entity/entity.ts'
import { isSeen } from '../catalog.ts'
import { type ColumnView, columnView, type Profile, type RelationView, type TableView } from '../profile.ts'

/** A viewer's writable part of an entity (docs/architecture.md: plain facts only). */
export interface WriteView {
  /** Fields that the viewer may name. They need not be able to read them. */
  readonly columns: ReadonlyMap<string, ColumnView>
  readonly long_texts: readonly string[]
  readonly printed_texts: readonly string[]
  /** Values that are forced over the values sent. */
  readonly presets: ReadonlyMap<string, RuleValue>
  /** Further ones, by the action id under which the change is made. */
  readonly by_action: ReadonlyMap<string, ReadonlyMap<string, RuleValue>>
  /** Rows the viewer may write; the written row must still match. */
  readonly rows: RowRule
  /** Rows are changed for so long after the instant in this column; null: at any time. */
  readonly within: Within | null
  /** Columns that name the record a new row belongs to, by entity and id. */
  readonly parent: ParentColumns | null
}

export interface Within {
  readonly since: string
  readonly minutes: number
}

export interface ParentColumns {
  readonly entity: string
  readonly id: string
}

export interface WriteViews {
  readonly insert: WriteView | null
  readonly update: WriteView | null
  readonly delete: WriteView | null
}

type Rule = Omit<WriteRule<Entity>, 'fields' | 'long_texts' | 'printed_texts' | 'parent'> & {
  readonly fields?: readonly string[]
  readonly long_texts?: readonly string[]
  readonly printed_texts?: readonly string[]
  readonly within?: Within
  readonly parent?: ParentColumns
}

function presetsOf(presets: Rule['presets']): Map<string, RuleValue> {
  const given = Object.entries(presets ?? {}).filter(([, value]) => value !== undefined)
  return new Map(given as [string, RuleValue][]) // Undefined was left out.
}

function writeView(table: TableView, profile: Profile, rule: Rule | undefined): WriteView | null {
  if (!rule || !isSeen(rule.roles, profile)) return null
  const columns = new Map<string, ColumnView>()
  for (const name of rule.fields ?? []) {
    const field = table.source.entity.fields[name]
    if (field && !field.computed) columns.set(name, columnView(name, field))
  }
  const by_action = Object.entries(rule.presets_by_action ?? {}).map(
    ([action_id, presets]) => [action_id, presetsOf(presets)] as const,
  )
  return {
    columns,
    long_texts: rule.long_texts ?? [],
    printed_texts: rule.printed_texts ?? [],
    presets: presetsOf(rule.presets),
    by_action: new Map(by_action),
    rows: rule.rows,
    within: rule.within ?? null,
    parent: rule.parent ?? null,
  }
}

/** A table's inserts, updates and deletes for the viewer; null is none. */
export function writeViews(table: TableView, profile: Profile): WriteViews {
  const access = table.source.access[profile.category]
  if (!access || !table.is_root || table.function) return { insert: null, update: null, delete: null }
  return {
    insert: writeView(table, profile, access.insert),
    update: writeView(table, profile, access.update),
    delete: writeView(table, profile, access.delete),
  }
}

/** Is this an action id under which the viewer may write something? */
export function hasAction(profile: Profile, action_id: string): boolean {
  return [...profile.tables.values()].some((table) => {
    const { insert, update } = writeViews(table, profile)
    return insert?.by_action.has(action_id) === true || update?.by_action.has(action_id) === true
  })
}

/**
 * Relations whose rows this viewer may insert with a row of the table: the linking column is writable on its side,
 * and the other side is linked by its key.
 */
export function nestedRelations(table: TableView, profile: Profile): RelationView[] {
  const own = writeViews(table, profile).insert
  if (!own) return []
  return [...table.relations.values()].filter(({ relation, target }) => {
    const other = writeViews(target, profile).insert
    if (!other || relation.where) return false
    return relation.kind === 'array'
      ? relation.from === table.source.key && other.columns.has(relation.key)
      : relation.key === target.source.key && own.columns.has(relation.from)
  })
}
