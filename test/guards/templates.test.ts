/** CSV templates against the entities and the access declarations: whoever is offered one may read every column of it. */

import { describe, expect, it } from 'vitest'
import { entities, findEntity } from '#business/entities.ts'
import { importers } from '#business/importers.ts'
import type { ImportShape } from '#business/imports/import-kind.rules.ts'
import { shapeOfTemplate } from '#business/imports/import-shape.rules.ts'
import { requireAllRead } from '#business/imports/importer.server.ts'
import { columnsByInput } from '#business/imports/made-business.server.ts'
import { client_template } from '#business/parties/lists/client.template.ts'
import { createClient } from '#business/parties/new-party/create-client.server.ts'
import { requireFields, templates } from '#business/templates.ts'
import { profiles } from '#data/profile.ts'
import { catalog } from '#data/registry.ts'
import { CATEGORIES } from '#entity/access.ts'
import { rootName } from '#entity/entity.ts'
import { findField } from '#entity/path.ts'
import { category_roles } from '#entity/roles.ts'
import { present } from '#kernel/assert.ts'
import { menuFor } from '#server/menu.server.ts'
import { refusal } from '#test/guards/readable.ts'
import { lists } from '#test/lists/registry.ts'
import { isFor } from '#web/list/model/list.ts'

const profileOf = profiles(catalog())

describe.each(templates)('$name', (template) => {
  const entity = findEntity(template.entity)
  if (!entity) throw new Error(`${template.name} is of no entity`)
  const { relation, days } = template.lines ?? {}

  it('names a list, relations and days of its entity, and no header twice', () => {
    expect(new Set(template.columns.map(({ header }) => header)).size).toBe(template.columns.length)
    expect(Object.keys(lists)).toContain(template.list)
    if (relation !== undefined) expect(entity.relations?.[relation]?.kind).toBe('array')
    for (const path of days ? Object.values(days) : [])
      expect(findField(entities, entity, path)?.field.kind).toBe('day')
  })

  const viewers = CATEGORIES.flatMap((category) =>
    category_roles[category].map((role) => ({ category, roles: [role] })),
  )
  it.each(viewers)('$category $roles may read all of it where the list is his', (viewer) => {
    const features = { features: ['perm_placement', 'vat_liability'], has_perm_placements: true }
    const isHis = menuFor({ ...viewer, ...features }).some(({ key }) => key === template.list)
    if (!isHis || !isFor(template, viewer)) return
    const table = profileOf(viewer).tables.get(rootName(entity))
    expect(template.columns.flatMap(({ field }) => refusal(table, field) ?? [])).toEqual([])
  })
})

describe('a column that nobody reads', () => {
  const column = { header: 'Colour', field: 'from_business.company.colour', kind: 'text' } as const
  const withColumn = (shape: ImportShape): ImportShape => ({
    ...shape,
    template: { ...shape.template, columns: [...shape.template.columns, column] },
  })

  it.each([...importers.values()])('import of $shape.template.name: names the column', ({ shape, reads }) => {
    expect(() => requireAllRead({ shape, reads })).not.toThrow()
    expect(() => requireAllRead({ shape: withColumn(shape), reads })).toThrow(
      'does not read the column Colour (from_business.company.colour)',
    )
    expect(() => requireAllRead({ shape, reads: [...reads, 'colour'] })).toThrow(
      'reads colour, which is no column',
    )
  })

  it('import of clients: names a column without a field of the verb', () => {
    const clients = present(shapeOfTemplate('clients'), 'the shape')
    expect(() => columnsByInput(withColumn(clients), createClient, {})).toThrow(
      'business.client.create has no field for the columns from_party.human_id, from_party.name, currency.alpha_code, from_business.company.colour',
    )
  })

  it.each([...importers.values()])('import of $shape.template.name: every column is a field', ({ shape }) => {
    expect(() => requireFields(shape.template)).not.toThrow()
  })

  it('export: names a column without a field', () => {
    expect(() => requireFields({ ...client_template, columns: [column] })).toThrow('Colour')
  })
})

it('has no name twice', () => {
  expect(new Set(templates.map(({ name }) => name)).size).toBe(templates.length)
})
