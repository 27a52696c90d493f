/**
 * What an action on many rows asks of each is read for every row, not for those alone whose columns are shown: after
 * "Select all" most rows come from `allRequest`. A row that lacks what a rule reads would be refused, or let pass, wrongly.
 */
import { expect, test } from 'vitest'
import { entities } from '#business/entities.ts'
import { empty_list_state } from '#entity/url-codec.ts'
import { day } from '#kernel/day.ts'
import type { ShapedList } from '#web/list/model/list.ts'
import { type BulkAction, isFor, type ListRow } from '#web/list/model/list.ts'
import { allRequest } from '#web/list/model/request.ts'
import { everyList, sessionOf } from './registry.ts'

/** Fields of the row itself that its rules look at, whatever state it is in. */
function readBy(action: BulkAction, shaped: ShapedList, session: ReturnType<typeof sessionOf>): Set<string> {
  const read = new Set<string>()
  const states = shaped.list.entity.fields.status?.choices?.map(({ value }) => value) ?? ['open']
  for (const status of states) {
    const row = new Proxy({} as ListRow, {
      get: (_row, name) => {
        read.add(String(name))
        return name === 'status' ? status : null
      },
      ownKeys: () => [],
    })
    action.offered?.([row], session)
    action.allowed(row, session)
  }
  return read
}

/** Fields that come with every row, by name; of a relation its name. */
function askedFor(shaped: ShapedList): Set<string> {
  const asked = { entities, shaped, state: empty_list_state, base: {}, today: day('2026-01-05') }
  const selected = /records: [^{]*\{(.*)\}\s*\}$/s.exec(allRequest(asked).query)?.[1] ?? ''
  // What stands in braces belongs to a relation, and its own relations in braces of their own.
  const own = selected.replace(/\{[^{}]*\}/g, '').replace(/\{[^{}]*\}/g, '')
  return new Set(own.trim().split(/\s+/))
}

const listed = (await everyList()).filter(({ list }) => (list.bulk ?? []).length > 0)

test.each(listed.map((one) => ({ one, name: `${one.category}/${one.at}` })))('$name', ({ one }) => {
  const { category, list, shaped } = one
  const session = { ...sessionOf(category), today: day('2026-01-05') }
  const asked = askedFor(shaped)
  const his = (list.bulk ?? []).filter((action) => isFor(action, session))
  const missing = his.flatMap((action) =>
    [...readBy(action, shaped, session)]
      .filter((name) => !asked.has(name))
      .map((name) => `${action.label}: ${name}`),
  )
  expect(missing).toEqual([])
})

test('there are lists with actions on many rows', () => {
  expect(listed.length).toBeGreaterThan(15)
})
