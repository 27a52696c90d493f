/**
 * Each value that a filter or a group offers can be found: no list offers a value that its reader's rows never have, such as
 * drafts to whoever is shown what has been issued (spec §6, visibility).
 */
import { expect, test } from 'vitest'
import { access } from '#business/access.ts'
import type { EntityAddress } from '#business/entities.ts'
import type { Category } from '#entity/access.ts'
import type { Entity } from '#entity/entity.ts'
import { everyList } from './registry.ts'

type Condition = Readonly<Record<string, unknown>>

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value])

/** Whether a row with this value can meet the condition; what else it asks is not looked at. */
function canBe(value: string, condition: Condition | undefined): boolean {
  if (!condition) return true
  const { _eq, _in, _neq, _nin } = condition
  if (_eq !== undefined && typeof _eq === 'string' && _eq !== value) return false
  if (_in !== undefined && !listOf(_in).includes(value)) return false
  if (_neq === value) return false
  return _nin === undefined || !listOf(_nin).includes(value)
}

/** What is asked of every row that the category sees of the entity, of one field. */
function ruleOf(entity: Entity, category: Category, field: string): Condition | undefined {
  const rows = access[`${entity.module}.${entity.name}` as EntityAddress]?.access[category]?.rows // A listed entity is declared.
  return typeof rows === 'object' ? (rows[field] as Condition | undefined) : undefined
}

function idle(
  offered: readonly string[],
  field: string,
  { entity, category, where }: { entity: Entity; category: Category; where: unknown },
): string[] {
  const own =
    typeof where === 'object' && where !== null ? (where as Record<string, Condition>)[field] : undefined
  const rule = ruleOf(entity, category, field)
  return offered.filter((value) => !(canBe(value, own) && canBe(value, rule)))
}

const listed = await everyList()

test('no filter or group offers values without rows for its reader', () => {
  const found = listed.flatMap(({ at, category, list, shaped }) => {
    const rows = { entity: list.entity, category, where: list.where }
    return [...shaped.filters, ...shaped.groups].flatMap(({ field, shape }) => {
      const values = idle(
        (shape.choices ?? []).map((one) => one.value),
        field,
        rows,
      )
      return values.length > 0 ? [`${category}/${at} ${field}: ${values.join(', ')}`] : []
    })
  })
  expect([...new Set(found)]).toEqual([])
})

test('a value outside a category is detected', () => {
  const invoices = listed.find(({ at, category }) => at === 'transaction/invoice' && category === 'funder')
  if (!invoices) throw new Error('no invoices')
  const rows = { entity: invoices.list.entity, category: 'funder', where: undefined } as const
  expect(idle(['open', 'closed', 'draft'], 'status', rows)).toEqual(['draft'])
  expect(idle(['provider-client', 'platform_fee'], 'type', rows)).toEqual(['platform_fee'])
})
