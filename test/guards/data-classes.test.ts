/** Each field has a class, and the class decides how it is protected (docs/data-classes.md). */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { entities } from '#business/entities.ts'
import {
  classed_fields,
  classed_names,
  classOf,
  type DataClass,
} from '#business/platform/data-classes.rules.ts'
import { isPersonal } from '#business/platform/personal-data.rules.ts'
import { logged_fields } from '#data/logged-fields.ts'
import type { Entity } from '#entity/entity.ts'
import { root } from '../../scripts/steps.ts'

type Classed = {
  readonly entity: string
  readonly name: string
  readonly class: DataClass
  readonly is_read: boolean
}

const all: readonly Classed[] = Object.entries(entities as Readonly<Record<string, Entity>>).flatMap(
  ([entity, { fields, unread }]) =>
    Object.entries({ ...fields, ...unread }).map(([name, { kind }]) => ({
      entity,
      name,
      class: classOf(entity, name, kind),
      is_read: name in fields,
    })),
)
const pathsOf = (wanted: DataClass) =>
  all.filter((one) => one.class === wanted).map(({ entity, name }) => `${entity}.${name}`)

test('secret: no secret is a field that anybody reads', () => {
  expect(all.filter((one) => one.class === 'secret').length).toBeGreaterThan(0)
  expect(all.filter((one) => one.class === 'secret' && one.is_read)).toEqual([])
})

test('special: an export of any of them is confirmed and noted', () => {
  const special = all.filter((one) => one.class === 'special' && one.is_read)
  expect(special.filter(({ entity, name }) => !isPersonal(entity, [name]))).toEqual([])
})

test('special: each field whose readings are noted is of this class', () => {
  const types = pathsOf('special').map((path) => path.replace('.', '_'))
  const own = new Set(['transaction_payroll_override.tax_code', 'transaction_tax_form.tax_code'])
  expect([...logged_fields].filter((field) => !types.includes(field) && !own.has(field))).toEqual([])
})

test('lists of classes: each name belongs to a field', () => {
  const names = new Set(all.map(({ name }) => name))
  const paths = new Set(all.map(({ entity, name }) => `${entity}.${name}`))
  expect(classed_names.filter((name) => !names.has(name))).toEqual([])
  expect(classed_fields.filter((path) => !paths.has(path))).toEqual([])
})

test('page: counts each class, and names each secret and special field', () => {
  const page = readFileSync(join(root, 'docs/data-classes.md'), 'utf8')
  const missing = [...pathsOf('secret'), ...pathsOf('special')].filter(
    (path) => !page.includes(`\`${path}\``),
  )
  expect(missing).toEqual([])
  const named = [...page.matchAll(/`([a-z_]+\.[a-z_0-9]+\.[a-z_0-9]+)`/g)].map(([, path = '']) => path)
  const known = new Set([...pathsOf('secret'), ...pathsOf('special')])
  expect(named.filter((path) => !known.has(path))).toEqual([])
})
