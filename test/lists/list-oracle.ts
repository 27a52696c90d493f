/**
 * What a list must show, as SQL that the owner of the database runs: the rows a viewer may see by the rules written a
 * second time by hand (test/access/oracle-*), and of these the ones that the list, its tab, a filter, a group or a
 * search are about, put into SQL here and nowhere else.
 */
import { type EntityAddress, entities } from '#business/entities.ts'
import type { Entity, Field, Relation } from '#entity/entity.ts'
import { rootName, tableOf } from '#entity/entity.ts'
import type { Condition, Where } from '#entity/filter.ts'
import { toldSql } from '#test/access/oracle-fields.ts'
import { expectedRows } from '#test/access/oracle-rows.ts'
import type { Looking } from '#test/access/world.ts'
import { uid } from '#test/access/world.ts'

/** The day of the product in these tests. */
export const today = '2026-04-01'

const text = (value: unknown): string => `'${String(value).replaceAll("'", "''")}'`

/** Rows that functions make, called for this viewer by hand (spec §6: each for its own business). */
const functions: Readonly<Record<string, string>> = {
  get_client_statement: 'report.get_client_statement(agency_id => :me, today => :today)',
  get_agency_sales_ledger: 'report.get_agency_sales_ledger(agency_id => :me, today => :today)',
  get_agency_sales_ledger_detail: 'report.get_agency_sales_ledger_detail(agency_id => :me, today => :today)',
  get_agency_commission: 'report.get_agency_commission(agency_id => :me)',
  get_agency_commission_summary: 'report.get_agency_commission_summary(agency_id => :me)',
  get_funder_sales_ledger_summary: 'report.get_sales_ledger_summary(funder_id => :me, today => :today)',
  get_provider_sales_ledger_summary: 'report.get_sales_ledger_summary(provider_id => :me, today => :today)',
  get_client_sales_ledger: 'report.get_client_sales_ledger(provider_id => :me, today => :today)',
  get_own_sales_ledger: 'report.get_client_sales_ledger(client_id => :me, today => :today)',
  get_agency_retrospective_ledger: 'report.get_retrospective_sales_ledger(agency_id => :me, today => :today)',
  get_provider_retrospective_ledger:
    'report.get_retrospective_sales_ledger(provider_id => :me, today => :today)',
  get_agency_retrospective_invoices: 'report.get_retrospective_invoices(agency_id => :me, today => :today)',
  get_provider_retrospective_invoices:
    'report.get_retrospective_invoices(provider_id => :me, today => :today)',
  get_funding_documents: 'report.get_funding_documents(principal_id => :me, today => :today)',
}

export class ListOracle {
  readonly #looking: Looking
  readonly #today: string
  #next = 0

  constructor(looking: Looking, on = today) {
    this.#looking = looking
    this.#today = on
  }

  /** `from … where …` of all rows of the entity that are the viewer's, under the alias `t`. */
  rows(entity: Entity): string {
    const made = functions[rootName(entity)]
    if (made) {
      const me = `'${uid(`business.business ${this.#looking.business}`)}'::uuid`
      return `from ${made.replace(':me', me).replace(':today', `date '${this.#today}'`)} t where true`
    }
    const address = `${entity.module}.${entity.name}` as EntityAddress // A list's entity is registered.
    const expected = expectedRows(address, this.#looking)
    if (!expected) throw new Error(`${address} is not for ${this.#looking.label}`)
    return `from ${tableOf(entity)} t where ${expected.sql}`
  }

  /** A condition in the dialect of lists (`where`, tabs, scopes), over the alias. */
  where(entity: Entity, alias: string, where: Where): string {
    const parts = Object.entries(where).map(([name, value]) => {
      if (name === '_and' || name === '_or') {
        const all = (value as readonly Where[]).map((one) => this.where(entity, alias, one)) // By the dialect.
        return `(${all.join(name === '_and' ? ' and ' : ' or ')})`
      }
      if (name === '_not') return `not coalesce(${this.where(entity, alias, value as Where)}, false)`
      const relation = entity.relations?.[name]
      if (relation)
        return this.#through(relation, alias, (other, to) => this.where(to, other, value as Where))
      return this.#ops(this.column(entity, alias, name), value as Readonly<Record<string, unknown>>)
    })
    return parts.length > 0 ? `(${parts.join(' and ')})` : 'true'
  }

  #ops(column: string, ops: Readonly<Record<string, unknown>>): string {
    const each = Object.entries(ops).map(([name, value]) => {
      if (name === '_is_null') return `${column} is ${value ? '' : 'not '}null`
      if (name === '_in' || name === '_nin') {
        const list = (value as readonly unknown[]).map(text).join(', ')
        return `${column} ${name === '_in' ? 'in' : 'not in'} (${list})`
      }
      const sign = { _eq: '=', _neq: '<>', _gt: '>', _lt: '<', _gte: '>=', _lte: '<=' }[name]
      if (!sign) throw new Error(`no such operator: ${name}`)
      return `${column} ${sign} ${text(value)}`
    })
    return each.join(' and ')
  }

  /** Some related row that the viewer may see and that meets the condition. */
  #through(relation: Relation, alias: string, inner: (alias: string, to: Entity) => string): string {
    const to: Entity = entities[relation.to as EntityAddress] // Relations are checked by the schema guard.
    const other = `r${this.#next++}`
    return `exists (select 1 from ${tableOf(to)} ${other} where ${this.#joined(relation, to, alias, other)} and ${inner(other, to)})`
  }

  #joined(relation: Relation, to: Entity, alias: string, other: string): string {
    const expected = expectedRows(relation.to as EntityAddress, this.#looking)
    const fixed = Object.entries(relation.where ?? {}).map(
      ([name, value]) => ` and ${other}.${name} = ${text(value)}`,
    )
    // A party is reached from each row that names it; everything else only as far as the viewer sees it.
    const mine =
      expected && !expected.isReached
        ? ` and ${other}.id in (select t.id from ${tableOf(to)} t where ${expected.sql})`
        : ''
    return `${other}.${relation.key} = ${alias}.${relation.from}${fixed.join('')}${mine}`
  }

  /** The value of a field: a column, or what a function makes of columns. */
  column(entity: Entity, alias: string, name: string): string {
    const field = entity.fields[name]
    if (!field) throw new Error(`${entity.name} has no field ${name}`)
    if (!field.computed) return toldSql(`${entity.module}.${entity.name}`, this.#looking, alias, name)
    const args = field.computed.args.map((arg) =>
      arg === '$today' ? `date '${this.#today}'` : `${alias}."${arg}"`,
    )
    return `${field.computed.fn}(${args.join(', ')})`
  }

  /** What a path leads to, for showing and sorting: through relations to one. */
  value(entity: Entity, alias: string, path: string): string {
    const [step = '', ...rest] = path.split('.')
    if (rest.length === 0) return this.column(entity, alias, step)
    const relation = entity.relations?.[step]
    if (!relation) throw new Error(`${entity.name} has no relation ${step}`)
    const to: Entity = entities[relation.to as EntityAddress]
    const other = `r${this.#next++}`
    const inner = this.value(to, other, rest.join('.'))
    return `(select ${inner} from ${tableOf(to)} ${other} where ${this.#joined(relation, to, alias, other)} limit 1)`
  }

  /** A condition of a filter on a path: any row at its end. */
  filter(entity: Entity, alias: string, path: string, field: Field, condition: Condition): string {
    const [step = '', ...rest] = path.split('.')
    const relation = rest.length > 0 ? entity.relations?.[step] : undefined
    if (relation)
      return this.#through(relation, alias, (other, to) =>
        this.filter(to, other, rest.join('.'), field, condition),
      )
    return conditionSql(this.column(entity, alias, step), field, condition)
  }
}

/** Text with blanks as wildcards, as the box says; signs of LIKE mean themselves. */
export function likeSql(column: string, wanted: string): string {
  const pieces = wanted.trim().split(/\s+/)
  const pattern = pieces.map((piece) => piece.replace(/([\\%_])/g, '\\$1')).join('%')
  return `lower(${column}) like lower(${text(`%${pattern}%`)})`
}

function conditionSql(column: string, field: Field, condition: Condition): string {
  if ('contains' in condition) return likeSql(column, condition.contains)
  if ('is' in condition) return `${column} = ${condition.is}`
  if ('in' in condition)
    return field.kind === 'tags'
      ? `${column} && array[${condition.in.map(text).join(', ')}]`
      : `${column}::text in (${condition.in.map(text).join(', ')})`
  // The day of a moment is London's, and the last day is in.
  const of = field.kind === 'instant' ? `(${column} at time zone 'Europe/London')::date` : column
  const from = condition.from === undefined ? [] : [`${of} >= ${text(condition.from)}`]
  const to = condition.to === undefined ? [] : [`${of} <= ${text(condition.to)}`]
  return [...from, ...to].join(' and ')
}
