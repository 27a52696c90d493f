/** Rules of the access declarations that types cannot hold. */
import { describe, expect, test } from 'vitest'
import { access } from '#business/access.ts'
import { type EntityAddress, entities, entityAddresses } from '#business/entities.ts'
import {
  CATEGORIES,
  type Category,
  type CategoryAccess,
  type RowRule,
  viewer,
  type WriteRule,
} from '#entity/access.ts'
import type { Entity } from '#entity/entity.ts'
import { category_roles } from '#entity/roles.ts'

const operators = new Set(['_eq', '_neq', '_in', '_is_null'])

function faultsOfRule(rule: RowRule, entity: Entity, at: string): string[] {
  return Object.entries(rule).flatMap(([name, value]): string[] => {
    if (value === undefined) return [`${at}: ${name} is undefined, which would drop a condition`]
    if (name === '_and' || name === '_or') {
      const list = value as readonly RowRule[] // Typed so by RowRule.
      if (list.length === 0) return [`${at}: empty ${name}`]
      return list.flatMap((one, i) => faultsOfRule(one, entity, `${at}.${name}[${i}]`))
    }
    if (name === '_not') return faultsOfRule(value as RowRule, entity, `${at}._not`)
    const relation = entity.relations?.[name]
    if (relation) {
      const target: Entity = entities[relation.to as EntityAddress] // Relations are checked by the schema guard.
      return faultsOfRule(value as RowRule, target, `${at}.${name}`)
    }
    const field = entity.fields[name]
    if (!field) return [`${at}: ${name} is neither field nor relation`]
    if (field.computed) return [`${at}: ${name} is derived`]
    const strange = Object.keys(value).filter((key) => !operators.has(key))
    if (strange.length > 0 || Object.keys(value).length === 0)
      return [`${at}.${name}: ${strange} is no operator`]
    const offered = field.choices?.map((one) => one.value)
    const asked = [value].flatMap((ops) => {
      const { _eq, _neq, _in = [] } = ops as { _eq?: unknown; _neq?: unknown; _in?: readonly unknown[] }
      return [_eq, _neq, ..._in].filter((one) => typeof one === 'string')
    })
    return asked
      .filter((one) => offered && !offered.includes(String(one)))
      .map((one) => `${at}.${name}: ${one} is no choice`)
  })
}

const writes = (declared: CategoryAccess<Entity>): [string, WriteRule<Entity>][] =>
  [
    ['insert', declared.insert],
    ['update', declared.update],
    ['delete', declared.delete && { ...declared.delete, fields: [] }],
  ].filter((one): one is [string, WriteRule<Entity>] => one[1] !== undefined)

const owner_claims: Readonly<Record<Category, readonly string[]>> = {
  agency: ['agency_id', 'business_id', 'chain_id', 'id', 'user_id'],
  client: ['user_id'],
  contractor: ['user_id'],
  funder: ['business_id', 'id', 'limiter_id', 'principal_id', 'user_id'],
  provider: [],
}

/** True where a condition of the rule names the viewer's business or user as owner of the row. */
function isOwner(category: Category, rows: CategoryAccess<Entity>['rows'], entity: Entity): boolean {
  if (typeof rows === 'string') return false
  if (category === 'provider') return true
  if (rows._or) return rows._or.every((one) => isOwner(category, one, entity))
  return Object.entries(rows).some(([name, ops]) => {
    const asked = (ops as { _eq?: { claim?: string } })._eq?.claim // Conditions and rules both are objects.
    const isUser = entity.name === 'user' && name === 'id' && asked === 'user_id'
    return (
      isUser || (owner_claims[category].includes(name) && ['business_id', 'user_id'].includes(asked ?? ''))
    )
  })
}

/** Fields that a category's listed access neither shows nor hides, or lists twice. */
function undecided(
  address: string,
  { fields }: Entity,
  category: Category,
  declared: CategoryAccess<Entity>,
) {
  if (declared.fields === 'all') return []
  const listed = [...declared.fields.shown, ...declared.fields.hidden]
  return Object.keys(fields)
    .filter((name) => listed.filter((other) => other === name).length !== 1)
    .map((name) => `${address}.${name} has no decision for ${category}`)
}

const declarations = entityAddresses.flatMap((address) =>
  CATEGORIES.map((category): [EntityAddress, Category, CategoryAccess<Entity> | null] => [
    address,
    category,
    access[address].access[category],
  ]),
)
const given = declarations.filter(
  (one): one is [EntityAddress, Category, CategoryAccess<Entity>] => one[2] !== null,
)

describe('access declarations', () => {
  test('name only fields, relations and choices that exist', () => {
    const faults = given.flatMap(([address, category, declared]) => {
      const entity: Entity = entities[address]
      const at = `${address} for ${category}`
      const rules = [
        ...(typeof declared.rows === 'string' ? [] : [declared.rows]),
        ...Object.values(declared.rows_by_role ?? {}),
        ...writes(declared).map(([, rule]) => rule.rows),
      ]
      return rules.flatMap((rule) => faultsOfRule(rule, entity, at))
    })
    expect(faults).toEqual([])
  })

  test('fields: each has one decision for each category', () => {
    const faults = given.flatMap(([address, category, declared]) =>
      undecided(address, entities[address], category, declared),
    )
    expect(faults).toEqual([])
  })

  test('fields: a new one without a decision is named with its entity and category', () => {
    const colour = { kind: 'text', label: 'Colour' } as const
    const faults = given
      .filter(([address]) => address === 'transaction.timesheet' || address === 'business.client')
      .flatMap(([address, category, declared]) => {
        const entity: Entity = entities[address]
        return undecided(address, { ...entity, fields: { ...entity.fields, colour } }, category, declared)
      })
    expect(faults.sort()).toEqual([
      'business.client.colour has no decision for agency',
      'business.client.colour has no decision for client',
      'business.client.colour has no decision for contractor',
      'business.client.colour has no decision for funder',
      'transaction.timesheet.colour has no decision for client',
      'transaction.timesheet.colour has no decision for contractor',
      'transaction.timesheet.colour has no decision for funder',
    ])
  })

  test('fields: only the owner of the rows sees all of them', () => {
    const strangers = given
      .filter(
        ([address, category, { rows, fields }]) =>
          fields === 'all' && !isOwner(category, rows, entities[address]),
      )
      .map(([address, category]) => `${address} for ${category}`)
    expect(strangers).toEqual([])
    expect(
      isOwner('client', { client_id: { _eq: viewer.business_id } }, entities['transaction.invoice']),
    ).toBe(false)
    expect(isOwner('agency', { id: { _eq: viewer.provider_id } }, entities['business.provider'])).toBe(false)
    expect(isOwner('provider', 'parent', entities['business.party'])).toBe(false)
  })

  test('name only roles of their category', () => {
    const faults = given.flatMap(([address, category, declared]) => {
      const possible: readonly string[] = category_roles[category]
      const named = [
        ...(declared.roles ?? []),
        ...Object.keys(declared.rows_by_role ?? {}),
        ...Object.values(declared.fields_by_role ?? {}).flatMap((roles) => roles ?? []),
        ...Object.values(declared.withheld ?? {}).flatMap((less) => less?.from ?? []),
        ...writes(declared).flatMap(([, rule]) => rule.roles ?? []),
      ]
      return named
        .filter((role) => !possible.includes(role))
        .map((role) => `${address} for ${category}: ${role}`)
    })
    expect(faults).toEqual([])
  })

  test('show every row to nobody but of public facts', () => {
    const all = given.filter(([, , declared]) => declared.rows === 'all').map(([address]) => address)
    expect([...new Set(all)].sort()).toEqual(['config.business_tax', 'platform.currency'])
  })

  test('reach names, printed parties and printed accounts from rows only', () => {
    const parents = given.filter(([, , declared]) => declared.rows === 'parent').map(([address]) => address)
    expect([...new Set(parents)].sort()).toEqual([
      'business.party',
      'business.payable_bank_account',
      'transaction.invoice_entity',
    ])
    // Whoever could write the column of such a relation could read any row by it.
    for (const [address, category, declared] of given) {
      const entity: Entity = entities[address]
      for (const relation of Object.values(entity.relations ?? {})) {
        if (!parents.includes(relation.to as EntityAddress)) continue
        const written = writes(declared).flatMap(([, rule]) => rule.fields)
        expect(written, `${address} for ${category}`).not.toContain(relation.from)
      }
    }
  })

  test('let only plain facts be written', () => {
    const kinds = new Set(['text', 'phone', 'code'])
    const identity = /^(id|human_id|status|type|roles|email|.*_by)$/
    const faults = given.flatMap(([address, category, declared]) => {
      const entity: Entity = entities[address]
      return writes(declared).flatMap(([operation, rule]) => {
        const at = `${operation} ${address} for ${category}`
        const strange = rule.fields.filter((name) => {
          const kind = entity.fields[name]?.kind ?? ''
          // What a note is about is given once, when it is made.
          const isSubject = operation === 'insert' && name === 'parent_id'
          return identity.test(name) || !(kinds.has(kind) || isSubject)
        })
        const isScoped = Object.keys(rule.rows).includes('business_id')
        return [
          ...strange.map((name) => `${at}: ${name}`),
          ...(isScoped ? [] : [`${at} is not of a business`]),
        ]
      })
    })
    expect(faults).toEqual([])
    const writable = given.filter(([, , declared]) => writes(declared).length > 0).map(([address]) => address)
    expect([...new Set(writable)].sort()).toEqual([
      'business.business_contact',
      'platform.note',
      'platform.saved_view',
    ])
  })

  test('never show the notification log or the audit log as something to write', () => {
    for (const address of ['log.notification_log', 'log.audit', 'log.mail'] as const) {
      for (const category of CATEGORIES) {
        const declared = access[address].access[category]
        if (declared) expect(writes(declared)).toEqual([])
      }
    }
  })
})
