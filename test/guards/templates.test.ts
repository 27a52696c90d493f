/** CSV templates against the entities and the access declarations: whoever is offered one may read every column of it. */

import { describe, expect, it } from 'vitest'
import { entities, findEntity } from '#business/entities.ts'
import { templates } from '#business/templates.ts'
import { profiles } from '#data/profile.ts'
import { catalog } from '#data/registry.ts'
import { CATEGORIES } from '#entity/access.ts'
import { rootName } from '#entity/entity.ts'
import { findField } from '#entity/path.ts'
import { category_roles } from '#entity/roles.ts'
import { menuFor } from '#server/menu.server.ts'
import { refusal } from '#test/guards/readable.ts'
import { lists } from '#test/lists/registry.ts'
import { isFor } from '#web/list/model/list.ts'

const profileOf = profiles(catalog())

describe.each(templates)('$name', (template) => {
  const entity = findEntity(template.entity)
  if (!entity) throw new Error(`${template.name} is of no entity`)
  const { relation, days } = template.lines ?? {}

  it('names fields of its entity by their kinds, and no header twice', () => {
    for (const { field, kind } of template.columns)
      expect([field, findField(entities, entity, field)?.field.kind]).toEqual([field, kind])
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

it('has no name twice', () => {
  expect(new Set(templates.map(({ name }) => name)).size).toBe(templates.length)
})
