/** How live queries are run: together, each with its own viewer's rights, and again when the database was away. */
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { LIMITS } from '#data/limits.ts'
import { type LiveOptions, LiveQueries } from '#data/live/live.server.ts'
import type { Viewer } from '#entity/access.ts'
import { fixedClock } from '#kernel/clock.ts'
import { instant } from '#kernel/instant.ts'
import { openYard } from './endpoint.ts'
import { ids, viewers } from './world.ts'

const { database, endpoint, ask } = await openYard()
const clock = fixedClock(instant('2026-03-01T12:00:00.000Z'))
const never = 3_600_000

beforeAll(async () => {
  for (const table of ['firm', 'bill', 'line', 'memo'])
    await database.owner.query(`call platform.watch_changes('yard.${table}')`)
})

const opened: LiveQueries[] = []
afterEach(() => {
  for (const live of opened.splice(0)) live.close()
})

/** Live queries of which none is run unless something says so: the sweep comes never. */
async function openLive(options: Partial<LiveOptions> = {}): Promise<LiveQueries> {
  const live = new LiveQueries({ database, clock, window_ms: 5, sweep_ms: never, ...options })
  opened.push(live)
  await live.start()
  return live
}

interface Heard {
  readonly next: () => Promise<unknown>
  readonly stop: () => void
  readonly count: () => number
}

function listen(live: LiveQueries, viewer: Viewer, query: string, variables: object = {}): Heard {
  const heard: unknown[] = []
  let read = 0
  let wake: () => void = () => undefined
  const prepared = endpoint.prepareRequest(viewer, { query, variables: { ...variables } })
  const stop = live.subscribe(viewer, prepared, (body) => {
    heard.push(JSON.parse(body))
    wake()
  })
  const next = async () => {
    while (heard.length === read)
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    read += 1
    return heard[read - 1]
  }
  return { next, stop, count: () => heard.length }
}

/** Statements that the login role of a category is asked while something happens. */
async function statementsOf(work: () => Promise<unknown>): Promise<number> {
  const pool = database.reader('agency')
  let count = 0
  const note = () => {
    count += 1
  }
  pool.on('acquire', note)
  await work()
  pool.off('acquire', note)
  return count
}

const CODES =
  'subscription($w: yard_bill_bool_exp!) { yard_bill(where: $w, order_by: {human_id: asc}) { human_id } }'
const named = (human_id: string) => ({ w: { human_id: { _eq: human_id } } })
const bills = (...names: string[]) => ({ data: { yard_bill: names.map((human_id) => ({ human_id })) } })

describe('live queries of one plan', () => {
  it('share a statement, and each viewer gets their own rows', async () => {
    const live = await openLive()
    const all = { w: {} }
    const north = listen(live, viewers.north, CODES, all)
    const south = listen(live, viewers.south, CODES, all)
    const client = listen(live, viewers.acme, CODES, all)
    expect(await north.next()).toEqual(bills('FEE1', 'INV1', 'INV2', 'INV3', 'INV4'))
    expect(await south.next()).toEqual(bills('INV5'))
    const { data } = await ask(CODES.replace('subscription', 'query'), all, viewers.acme)
    expect(await client.next()).toEqual({ data })
    // Clients read by a login role of their own.
    expect([live.plans, live.size]).toEqual([2, 3])
  })
  it('share an answer where viewer and values are equal, whoever of the business asks', async () => {
    const live = await openLive()
    const heard = [viewers.north, { ...viewers.north, user_id: 'another', session_id: 'another' }].map(
      (viewer) => listen(live, viewer, CODES, named('INV1')),
    )
    for (const one of heard) expect(await one.next()).toEqual(bills('INV1'))
    expect([live.plans, live.size]).toEqual([1, 1])
    heard[0]?.stop()
    expect(live.size).toBe(1)
    heard[1]?.stop()
    expect([live.plans, live.size]).toEqual([0, 0])
  })
  it('are run by hundreds in a few statements, and all again after a change of each', async () => {
    const live = await openLive()
    const many = LIMITS.live_batch * 2 + 50
    const start = () =>
      Array.from({ length: many }, (_, n) =>
        listen(live, viewers.north, CODES, {
          w: { human_id: { _neq: `none ${n}` }, note: { _is_null: false } },
        }),
      )
    let heard: Heard[] = []
    const first = await statementsOf(async () => {
      heard = start()
      for (const one of heard) expect(await one.next()).toEqual(bills('INV1', 'INV3', 'INV4'))
    })
    expect(first).toBe(3)
    const again = await statementsOf(async () => {
      await database.owner.query(`update yard.bill set note = 'now' where human_id = 'INV2'`)
      for (const one of heard) expect(await one.next()).toEqual(bills('INV1', 'INV2', 'INV3', 'INV4'))
    })
    expect(again).toBe(3)
    await database.owner.query(`update yard.bill set note = null where human_id = 'INV2'`)
  })
  it('are parted where their values are long', async () => {
    const live = await openLive()
    // Two of them fill a statement.
    const long = 'x'.repeat(LIMITS.live_batch_bytes * 0.4)
    let heard: Heard[] = []
    const statements = await statementsOf(async () => {
      heard = [1, 2, 3, 4, 5].map((n) =>
        listen(live, viewers.south, CODES, { w: { human_id: { _neq: `${long}${n}` } } }),
      )
      for (const one of heard) expect(await one.next()).toEqual(bills('INV5'))
    })
    expect(statements).toBe(3)
  })
  it('say what queries say, whatever the values are', async () => {
    const live = await openLive()
    const query = `($w: yard_firm_bool_exp!, $b: yard_bill_bool_exp!, $n: Int) {
      yard_firm(where: $w, order_by: {name: asc}) { name facts industries bills(where: $b, order_by: {amount: desc}, offset: $n) { human_id amount } } }`
    const values = [
      {
        w: { facts: { _contains: { tags: ['x'] } } },
        b: { amount: { _gte: '75.250000000000000001' } },
        n: 1,
      },
      { w: { facts: { _has_keys_any: ['size', '\ud800'] } }, b: { amount: { _in: [100, 250.5] } }, n: 0 },
      { w: { industries: { _contains: ['rail'] } }, b: { due_date: { _gt: '2026-02-01' } }, n: 2 },
      { w: { name: { _ilike: '%"\\\\\'$1::uuid%' } }, b: { is_late: { _eq: true } }, n: 1 },
      { w: { facts: { _eq: 'text' } }, b: { firm_id: { _in: [] } }, n: 1 },
      {
        w: { facts: { _in: [{}, { size: 9 }] } },
        b: { updated_at: { _lt: '2026-02-03T10:00:00+01:00' } },
        n: 1,
      },
      { w: { name: { _similar: '(A|B)%' } }, b: { note: { _nin: ['é💷', 'first'] } }, n: 1 },
    ]
    const heard = values.map((one) => listen(live, viewers.north, `subscription${query}`, one))
    for (const [n, one] of heard.entries())
      expect(await one.next()).toEqual(await ask(`query${query}`, values[n] as Record<string, unknown>)) // As above.
  })
  it('do not spoil each other: a value that cannot be used refuses its own query alone', async () => {
    const live = await openLive()
    const zoneOf = (n: number) => (n === 4 ? '+99:00' : '+00:00')
    const matching = (n: number) => ({
      w: { human_id: { _regex: `^INV[${n}]` }, updated_at: { _gt: `2020-01-01T00:00:00${zoneOf(n)}` } },
    })
    const heard = [1, 2, 3, 4, 5].map((n) => listen(live, viewers.north, CODES, matching(n)))
    const answers = await Promise.all(heard.map((one) => one.next()))
    expect(answers.slice(0, 3)).toEqual([bills('INV1'), bills('INV2'), bills('INV3')])
    expect(answers[3]).toMatchObject({ errors: [{ message: 'a value in the request cannot be used here' }] })
    expect(answers[4]).toEqual(bills())
  })
})

describe('an answer', () => {
  it('is sent when it differs, and not otherwise', async () => {
    const live = await openLive()
    const one = listen(live, viewers.north, CODES, named('INV1'))
    await one.next()
    await database.owner.query(`update yard.bill set position = position + 1 where human_id = 'INV1'`)
    await database.owner.query(`update yard.bill set human_id = 'INV1b' where human_id = 'INV1'`)
    expect(await one.next()).toEqual(bills())
    await database.owner.query(`update yard.bill set human_id = 'INV1' where human_id = 'INV1b'`)
    expect(await one.next()).toEqual(bills('INV1'))
    expect(one.count()).toBe(3)
  })
  it('is given at once to a joining viewer, and run for them where memory kept none', async () => {
    const live = await openLive()
    const wide = 'subscription($w: yard_bill_bool_exp!) { yard_bill(where: $w) { note } }'
    // More than is kept: a text of its own for every answer.
    const long = 'x'.repeat(LIMITS.live_kept / 4)
    await database.owner.query('update yard.bill set note = $1 where human_id = any($2)', [
      long,
      ['INV1', 'INV3', 'INV4'],
    ])
    const of = (human_id: string) => listen(live, viewers.north, wide, named(human_id))
    const answer = { data: { yard_bill: [{ note: long }] } }
    const heard = ['INV1', 'INV3', 'INV4'].map(of)
    for (const one of heard) expect(await one.next()).toEqual(answer)
    const both = listen(live, viewers.north, wide, { w: { note: { _is_null: false } } })
    expect(await both.next()).toEqual({
      data: { yard_bill: [{ note: long }, { note: long }, { note: long }] },
    })
    const joined = listen(live, viewers.north, wide, { w: { note: { _is_null: false } } })
    expect(await joined.next()).toEqual({
      data: { yard_bill: [{ note: long }, { note: long }, { note: long }] },
    })
    // Who had it already does not hear it twice.
    expect(both.count()).toBe(1)
    await database.owner.query(`update yard.bill set note = null where length(note) > 1000`)
  }, 120_000)
  it('comes for a change that no signal told of, with the sweep', async () => {
    const live = await openLive({ sweep_ms: 50 })
    const one = listen(live, viewers.north, CODES, named('INV4'))
    expect(await one.next()).toEqual(bills('INV4'))
    await database.owner.query('alter table yard.bill disable trigger user')
    await database.owner.query(`update yard.bill set deleted_at = now() where human_id = 'INV4'`)
    expect(await one.next()).toEqual(bills())
    await database.owner.query('alter table yard.bill enable trigger user')
    await database.owner.query(`update yard.bill set deleted_at = null where human_id = 'INV4'`)
    expect(await one.next()).toEqual(bills('INV4'))
  })
  it('comes for what changed while nobody was listening to the database', async () => {
    const live = await openLive()
    const one = listen(live, viewers.south, CODES, { w: {} })
    expect(await one.next()).toEqual(bills('INV5'))
    await database.owner.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query = 'listen stint_live'`)
    await database.owner.query(`update yard.bill set human_id = 'INV5b' where id = '${ids.c1}'`)
    expect(await one.next()).toEqual(bills('INV5b'))
    await database.owner.query(`update yard.bill set human_id = 'INV5' where id = '${ids.c1}'`)
    expect(await one.next()).toEqual(bills('INV5'))
  })
})
