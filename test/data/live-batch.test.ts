import { expect, it } from 'vitest'
import { batchOf } from '#data/live/live-batch.server.ts'

it('parameters become columns of a list, each of its type; claims bound once are one column', () => {
  const { text, types } = batchOf(
    `select (select count(*) from a t1 where t1.x = $1::uuid and t1.y = any($2::text[]) and t1.z = $1::uuid)::text, ('$3')::text`,
    2,
  )
  expect(types).toEqual(['uuid', 'text[]'])
  expect(text).toContain('json_to_recordset($1::json) as live(k integer, h text, p1 uuid, p2 text[])')
  expect(text).toContain('t1.x = live.p1 and t1.y = any(live.p2) and t1.z = live.p1')
  expect(text).toContain('select live.k, digest.h, answer.c0, answer.c1 from')
})

it('a parameter that stands there with two types is a column of the first', () => {
  const { text, types } = batchOf('select ($1::text || $1::varchar)::text', 1)
  expect(types).toEqual(['text'])
  expect(text).toContain('(live.p1 || live.p1::varchar)')
})

it('a value that the planner may not know is a column like any other, read without a sub-select', () => {
  const { text } = batchOf(
    'select (a ~~ (select $1::text) and b = any((select $2::numeric[])::numeric[]))::text',
    1,
  )
  expect(text).toContain('(a ~~ live.p1 and b = any(live.p2::numeric[]))')
})
