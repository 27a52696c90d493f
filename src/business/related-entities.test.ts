import { expect, test } from 'vitest'
import type { Entity } from '#entity/entity.ts'
import { entities } from './entities.ts'
import { related_entities } from './related-entities.ts'

test('the browser knows every entity that a relation leads to, and is sent no other', () => {
  const all: readonly Entity[] = Object.values(entities)
  const targets = all.flatMap(({ relations }) => Object.values(relations ?? {}).map(({ to }) => to))
  expect(Object.keys(related_entities).toSorted()).toEqual([...new Set(targets)].toSorted())
  expect(entities).toMatchObject(related_entities)
})
