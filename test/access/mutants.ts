/** Access declarations broken in one place each: what the matrix must notice (quality.md S2). */
import { access } from '#business/access.ts'
import { type EntityAddress, entityAddresses } from '#business/entities.ts'
import { type Catalog, catalogOf } from '#data/catalog.ts'
import {
  CATEGORIES,
  type Category,
  type CategoryAccess,
  type RowRule,
  type Withheld,
} from '#entity/access.ts'
import type { Entity } from '#entity/entity.ts'

type Declared = CategoryAccess<Entity>

export interface Mutant {
  readonly address: EntityAddress
  readonly category: Category
  readonly what: string
  /** Which part of the matrix is to notice. */
  readonly by: 'rows' | 'hidden'
  readonly declared: Declared
}

/** The rule with each of its parts left out in turn: a condition, an alternative, a value of a list. */
function brokenRules(rule: RowRule): { what: string; rule: RowRule }[] {
  return Object.entries(rule).flatMap(([name, value]) => {
    const { [name]: _, ...rest } = rule as Record<string, RowRule>
    const without = { what: `without ${name}`, rule: rest as RowRule }
    const inside = (changed: { what: string; rule: unknown }[]) =>
      changed.map((one) => ({ what: `${name}: ${one.what}`, rule: { ...rule, [name]: one.rule } as RowRule }))
    if (name === '_or' || name === '_and') {
      const list = value as readonly RowRule[] // Typed so by RowRule.
      return inside([
        ...list.map((_one, i) => ({ what: `without part ${i + 1}`, rule: list.filter((_o, j) => j !== i) })),
        ...list.flatMap((one, i) =>
          brokenRules(one).map((broken) => ({
            what: `part ${i + 1} ${broken.what}`,
            rule: list.with(i, broken.rule),
          })),
        ),
      ])
    }
    const ops = value as {
      readonly _in?: readonly unknown[]
      readonly _eq?: unknown
      readonly _neq?: unknown
    }
    if (ops._in) {
      const list = ops._in
      return [
        without,
        ...inside(
          list.map((one, i) => ({ what: `without ${one}`, rule: { _in: list.filter((_o, j) => j !== i) } })),
        ),
      ]
    }
    const isLeaf = ['_eq', '_neq', '_is_null'].some((op) => Object.hasOwn(value as object, op))
    return isLeaf ? [without] : [without, ...inside(brokenRules(value as RowRule))]
  })
}

function rowMutants(declared: Declared): { what: string; declared: Declared }[] {
  const { rows, rows_by_role, roles } = declared
  const opened =
    rows === 'all' ? [] : [{ what: 'every row', declared: { ...declared, rows: 'all' as const } }]
  const broken =
    typeof rows === 'string'
      ? []
      : brokenRules(rows).map(({ what, rule }) => ({ what, declared: { ...declared, rows: rule } }))
  const byRole = Object.keys(rows_by_role ?? {}).map((role) => {
    const { [role]: _, ...rest } = rows_by_role as Record<string, RowRule>
    return { what: `all of it for ${role}`, declared: { ...declared, rows_by_role: rest } }
  })
  const { roles: _, ...forAll } = declared
  const told = Object.entries(declared.withheld ?? {}).flatMap(([name, less]) => {
    const withheld: Declared['withheld'] = declared.withheld
    const { [name]: _, ...rest } = withheld as Record<string, Withheld>
    return [
      { what: `tells all of ${name}`, declared: { ...declared, withheld: rest } },
      ...(less?.from ?? []).map((role) => ({
        what: `tells all of ${name} to ${role}`,
        declared: {
          ...declared,
          withheld: { ...rest, [name]: { ...less, from: less?.from?.filter((other) => other !== role) } },
        },
      })),
    ]
  }) as { what: string; declared: Declared }[] // Of the declaration's own parts.
  return [
    ...opened,
    ...told,
    ...broken,
    ...byRole,
    ...(roles ? [{ what: 'every role', declared: forAll }] : []),
  ]
}

function fieldMutants(declared: Declared): { what: string; declared: Declared }[] {
  const { fields, fields_by_role } = declared
  const shown =
    fields === 'all'
      ? []
      : fields.hidden.map((name) => ({
          what: `shows ${name}`,
          declared: { ...declared, fields: { ...fields, shown: [...fields.shown, name] } },
        }))
  const byRole = Object.keys(fields_by_role ?? {}).map((name) => {
    const { [name]: _, ...rest } = fields_by_role as Record<string, readonly never[]>
    return { what: `shows ${name} to every role`, declared: { ...declared, fields_by_role: rest } }
  })
  return [...shown, ...byRole]
}

/** Every mutant there is, in the order of the registry. */
export function allMutants(): Mutant[] {
  return entityAddresses.flatMap((address) =>
    CATEGORIES.flatMap((category): Mutant[] => {
      const declared = access[address].access[category]
      if (!declared) {
        const opened: Declared = { rows: 'all', fields: 'all' }
        return [{ address, category, what: 'given away', by: 'rows', declared: opened }]
      }
      return [
        ...rowMutants(declared).map((one): Mutant => ({ address, category, by: 'rows', ...one })),
        ...fieldMutants(declared).map((one): Mutant => ({ address, category, by: 'hidden', ...one })),
      ]
    }),
  )
}

/** The product's declarations with this one mistake in them. */
export function catalogWith({ address, category, declared }: Mutant): Catalog {
  return catalogOf(
    entityAddresses.map((other) => {
      const one = access[other]
      return other === address ? { ...one, access: { ...one.access, [category]: declared } } : one
    }),
  )
}
