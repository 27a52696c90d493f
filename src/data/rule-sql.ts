import type { Claim, RowRule, RuleOps, RuleValue } from '#entity/access.ts'
import {
  type Catalog,
  fieldSql,
  joinSql,
  type Looker,
  ownRowsSql,
  rowsOf,
  type Source,
  sourceAt,
} from './catalog.ts'
import { ident, literal } from './sql.ts'

/** Gives the parameter that carries a claim of the viewer, e.g. `$3::uuid`. */
export type BindClaim = (claim: Claim['claim']) => string

/** Users are known by the sign-in library's text ids; everything else by uuids. */
export const CLAIM_TYPES = {
  business_id: 'uuid',
  user_id: 'text',
  user_name: 'text',
  business_contact_id: 'uuid',
  email: 'text',
  provider_id: 'uuid',
} as const satisfies Record<Claim['claim'], string>

interface RuleContext {
  readonly catalog: Catalog
  readonly bind: BindClaim
  /** Numbers the aliases inside one rule, so that none hides another. */
  depth: number
}

const OPERATORS: ReadonlySet<string> = new Set(['_eq', '_neq', '_in', '_is_null'])

function valueSql(context: RuleContext, value: RuleValue): string {
  return typeof value === 'object' ? context.bind(value.claim) : literal(value)
}

function opsSql(context: RuleContext, column: string, ops: RuleOps): string[] {
  const conditions: string[] = []
  if (ops._eq !== undefined) conditions.push(`${column} = ${valueSql(context, ops._eq)}`)
  if (ops._neq !== undefined) conditions.push(`${column} <> ${valueSql(context, ops._neq)}`)
  if (ops._in !== undefined) {
    const list = ops._in.map((value) => valueSql(context, value))
    conditions.push(list.length === 0 ? 'false' : `${column} in (${list.join(', ')})`)
  }
  if (ops._is_null !== undefined) conditions.push(`${column} is ${ops._is_null ? '' : 'not '}null`)
  return conditions
}

const refuseToday = (): string => {
  throw new Error('A row rule cannot depend on today.')
}

/** "Some related row": the related entity's own rule is not asked, or rules could go in circles. */
function relatedSql(
  context: RuleContext,
  source: Source,
  name: string,
  rule: RowRule,
  alias: string,
): string {
  const relation = source.entity.relations?.[name]
  if (!relation) throw new Error(`The row rule of ${source.path} names ${name}, which is no relation.`)
  const target = sourceAt(context.catalog, relation.to)
  context.depth += 1
  const other = `${alias}_${context.depth}`
  const conditions = [
    ...joinSql(relation, alias, other),
    ...ownRowsSql(target, other),
    ruleSql(context, target, rule, other),
  ]
  return `exists (select 1 from ${target.table} ${other} where ${conditions.join(' and ')})`
}

function entrySql(context: RuleContext, source: Source, name: string, value: object, alias: string): string {
  if (Object.hasOwn(source.entity.relations ?? {}, name)) {
    return relatedSql(context, source, name, value as RowRule, alias) // A relation's value is a rule by its type.
  }
  const strange = Object.keys(value).find((key) => !OPERATORS.has(key))
  if (strange) throw new Error(`The row rule of ${source.path} uses ${strange} on ${name}.`)
  const field = source.entity.fields[name]
  // Party columns need not be fields: nobody reads them, yet rows are told apart by them.
  const column = field ? fieldSql(alias, name, field, refuseToday) : `${alias}.${ident(name)}`
  return opsSql(context, column, value as RuleOps).join(' and ') || 'true' // Keys were checked right above.
}

/** A row condition of an access declaration as SQL over `alias`. Always one closed expression. */
function ruleSql(context: RuleContext, source: Source, rule: RowRule, alias: string): string {
  const all = (rules: readonly RowRule[]) => rules.map((one) => ruleSql(context, source, one, alias))
  const conditions = Object.entries(rule).flatMap(([name, value]) => {
    if (value === undefined) return []
    if (name === '_and') return all(value as readonly RowRule[]) // Typed so by RowRule.
    if (name === '_or') return [`(${all(value as readonly RowRule[]).join(' or ') || 'false'})`]
    if (name === '_not') return [`not coalesce(${ruleSql(context, source, value as RowRule, alias)}, false)`]
    return [entrySql(context, source, name, value, alias)]
  })
  if (conditions.length === 0) return 'true'
  return conditions.length === 1 ? String(conditions[0]) : `(${conditions.join(' and ')})`
}

/** Any row condition (of a write, say) over the source's rows, without the entity's own. */
export function conditionSql(
  catalog: Catalog,
  source: Source,
  rule: RowRule,
  alias: string,
  bind: BindClaim,
): string {
  return ruleSql({ catalog, bind, depth: 0 }, source, rule, alias)
}

/**
 * The rows of an entity that exist for this viewer: its own rows, not deleted, and the viewer's by the row rule.
 * @param reached true where a relation of a visible row leads here
 */
export function visibleRowsSql(
  catalog: Catalog,
  source: Source,
  viewer: Looker,
  alias: string,
  bind: BindClaim,
  reached: boolean,
): string[] {
  const rows = rowsOf(source, viewer)
  if (rows === null || !(rows.is_root || reached)) return ['false']
  const own = ownRowsSql(source, alias)
  return rows.rule === null ? own : [...own, conditionSql(catalog, source, rows.rule, alias, bind)]
}

/** Columns, by entity path, that a rule reads: the category's login role must be able to. */
export function ruleColumns(
  catalog: Catalog,
  source: Source,
  rule: RowRule,
): [path: string, column: string][] {
  return Object.entries(rule).flatMap(([name, value]): [string, string][] => {
    if (value === undefined) return []
    if (name === '_and' || name === '_or') {
      return (value as readonly RowRule[]).flatMap((one) => ruleColumns(catalog, source, one)) // Typed so by RowRule.
    }
    if (name === '_not') return ruleColumns(catalog, source, value as RowRule) // Typed so by RowRule.
    const relation = source.entity.relations?.[name]
    if (relation) {
      const target = sourceAt(catalog, relation.to)
      return [
        [source.path, relation.from],
        [target.path, relation.key],
        ...Object.keys(relation.where ?? {}).map((column): [string, string] => [target.path, column]),
        ...ruleColumns(catalog, target, value as RowRule), // A relation holds a rule of its target.
      ]
    }
    const computed = source.entity.fields[name]?.computed
    return (computed ? computed.args : [name]).map((column): [string, string] => [source.path, column])
  })
}

/** Columns that a change signal uses to name the changed rows' parties (migration 0010). */
const PARTIES: ReadonlySet<string> = new Set([
  'provider_id',
  'agency_id',
  'client_id',
  'contractor_id',
  'funder_id',
  'business_id',
])

/** Do all rows of the rule name the viewer's business in a party column? Then others' changes do not concern them. */
export function isByParty(rule: RowRule): boolean {
  return Object.entries(rule).some(([name, value]) => {
    if (name === '_and') return (value as readonly RowRule[]).some(isByParty) // Typed so by RowRule.
    if (!PARTIES.has(name) || typeof value !== 'object' || !('_eq' in value)) return false
    const { _eq: equal } = value
    return typeof equal === 'object' && 'claim' in equal && equal.claim === 'business_id'
  })
}
