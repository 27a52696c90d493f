import type { RowRule, RuleValue, WriteRule } from '#entity/access.ts'
import type { Entity } from '#entity/entity.ts'
import { isSeen } from './catalog.ts'
import { type ColumnView, columnView, type Profile, type RelationView, type TableView } from './profile.ts'

/** What a viewer may write of an entity (architecture.md, "A write": plain facts only). */
export interface WriteView {
  /** Fields he may name. He need not be able to read them. */
  readonly columns: ReadonlyMap<string, ColumnView>
  /** Values that are forced, whatever he sends. */
  readonly presets: ReadonlyMap<string, RuleValue>
  /** Rows he may write, and that what is written must still meet. */
  readonly rows: RowRule
}

export interface WriteViews {
  readonly insert: WriteView | null
  readonly update: WriteView | null
  readonly delete: WriteView | null
}

type Rule = Omit<WriteRule<Entity>, 'fields'> & { readonly fields?: readonly string[] }

function writeView(table: TableView, profile: Profile, rule: Rule | undefined): WriteView | null {
  if (!rule || !isSeen(rule.roles, profile)) return null
  const columns = new Map<string, ColumnView>()
  for (const name of rule.fields ?? []) {
    const field = table.source.entity.fields[name]
    if (field && !field.computed) columns.set(name, columnView(name, field))
  }
  const presets = Object.entries(rule.presets ?? {}).filter(([, value]) => value !== undefined)
  return { columns, presets: new Map(presets as [string, RuleValue][]), rows: rule.rows } // Undefined was left out.
}

export function writeViews(table: TableView, profile: Profile): WriteViews {
  const access = table.source.access[profile.category]
  if (!access || !table.is_root || table.function) return { insert: null, update: null, delete: null }
  return {
    insert: writeView(table, profile, access.insert),
    update: writeView(table, profile, access.update),
    delete: writeView(table, profile, access.delete),
  }
}

/**
 * Relations whose rows this viewer may insert together with a row of the table: the column that ties the two is his to
 * write on the side that holds it, and the other side is tied by its key.
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
