/** Leases of slots over servers. */
import { beforeEach, expect, test } from 'vitest'
import { systemClock } from '#kernel/clock.ts'
import { newUuid } from '#kernel/uuid.ts'
import { giveBackLease, renewLease, takeLease } from '#server/turns/lease.server.ts'
import { countNodes } from '#server/turns/live-nodes.server.ts'
import { SharedTurns } from '#server/turns/shared-turns.ts'
import { TURN_CLASSES } from '#server/turns/turn-classes.ts'
import { Turns } from '#server/turns/turns.ts'
import { freshDatabase } from '../database.ts'

const database = await freshDatabase()
const { pool } = database.session
const node = () => newUuid(systemClock)
const asker = { session_id: 's', business_id: 'b', category: 'agency' }
const slotOf = (node_id: string) => ({ class: 'pdf', key: 'b', node_id }) as const

beforeEach(() => database.owner.query('truncate platform.lease, platform.node'))

test('40 servers that take at once: exactly 4 leases of 4 slots', async () => {
  const taken = await Promise.all(Array.from({ length: 40 }, () => takeLease(pool, slotOf(node()), 4)))
  expect(taken.filter((slot) => slot !== null).sort()).toEqual([1, 2, 3, 4])
})

test('a lease: given back or ended it is free, renewed it stays; only its holder may do so', async () => {
  const [mine, other] = [slotOf(node()), slotOf(node())]
  expect(await takeLease(pool, mine, 1)).toBe(1)
  expect(await takeLease(pool, other, 1)).toBeNull()
  await giveBackLease(pool, other, 1)
  expect(await renewLease(pool, other, 1)).toBe(false)
  expect(await renewLease(pool, mine, 1)).toBe(true)
  expect(await takeLease(pool, other, 1)).toBeNull()
  await database.owner.query('update platform.lease set until = now()')
  expect(await renewLease(pool, mine, 1)).toBe(false)
  expect(await takeLease(pool, other, 1)).toBe(1)
  await giveBackLease(pool, other, 1)
  expect(await takeLease(pool, mine, 1)).toBe(1)
})

test('two servers: the uploads of a business are limited over both, another business goes on', async () => {
  const open = () =>
    new SharedTurns({
      name: 'upload',
      turns: new Turns(TURN_CLASSES.upload),
      pool,
      node_id: node(),
      nodes: () => 2,
    })
  const [left, right] = [open(), open()]
  const ends: (() => void)[] = []
  const hold = () => new Promise<void>((resolve) => ends.push(resolve))
  const of = (session_id: string) => ({ ...asker, session_id })
  const all = [
    left.take(of('1'), hold),
    left.take(of('2'), hold),
    right.take(of('3'), hold),
    right.take(of('4'), hold),
  ]
  await expect.poll(() => ends.length).toBe(4)
  const fifth = right.take(of('5'), hold)
  await left.take({ ...asker, business_id: 'c' }, () => Promise.resolve())
  expect(ends).toHaveLength(4)
  ends.shift()?.()
  await expect.poll(() => ends.length).toBe(4)
  for (const end of ends) end()
  await Promise.all([...all, fifth])
  const { rows } = await database.owner.query('select from platform.lease where until > now()')
  expect(rows).toHaveLength(0)
})

test('nodes: live servers count, workers and dead ones do not', async () => {
  const nodes = countNodes(pool)
  await nodes.look()
  expect(nodes.count()).toBe(1)
  await database.owner.query(
    `insert into platform.node (id, kind, version, started_at, seen_at)
     select platform.new_id(), kind, '1', now(), now() - make_interval(secs => s)
     from (values ('all', 0), ('serve', 30), ('serve', 90), ('worker', 0)) v (kind, s)`,
  )
  await nodes.look()
  expect(nodes.count()).toBe(2)
  nodes.close()
})
