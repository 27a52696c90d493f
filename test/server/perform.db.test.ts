import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { anybody } from '#business/shared/who-may.rules.ts'
import type { Viewer } from '#entity/access.ts'
import { precondition } from '#kernel/errors.ts'
import { verifyAudit } from '#server/audit-verify.server.ts'
import { type PerformDeps, perform, performIn } from '#server/perform.server.ts'
import { inSavepoint, inTransaction } from '#server/tx.ts'
import { type AnyVerb, verb } from '#server/verb.ts'
import { freshDatabase } from '../database.ts'
import { sampleBusinesses, samplePerson, testClock, viewerOf } from './sample.ts'

const database = await freshDatabase()
const clock = testClock()
let viewer: Viewer
let other: Viewer
let deps: PerformDeps

/** Renames the acting business's client, and says so to audit and to the world: small, and whole. */
const rename = verb({
  action_id: 'test.business.rename',
  since: '0.1.0',
  summary: 'Renames a business',
  machine: 'allowed',
  impersonator: 'allowed',
  who: anybody,
  input: z.object({
    id: z.uuid(),
    name: z.string().min(1).max(40),
    fail: z.enum(['refuse', 'bug']).optional(),
  }),
  output: z.unknown(),
  run: async ({ tx, audit, enqueue, clock: at }, { id, name, fail }) => {
    const row = await tx.row<{ old: string }>(
      `update business.business b set name = $2 from (select id, name as old from business.business where id = $1 for update) o
       where b.id = o.id returning o.old`,
      [id, name],
    )
    audit({
      entity: 'business.business',
      entity_id: id,
      old_values: { name: row?.old },
      new_values: { name },
    })
    enqueue('test', `renamed:${id}:${name}`, { id })
    if (fail === 'refuse') throw precondition('Not on a Wednesday')
    if (fail === 'bug') throw new Error('a bug')
    return { name, at: at.now(), nothing: undefined }
  },
})

const brn = verb({
  action_id: 'test.company.create',
  since: '0.1.0',
  summary: 'Creates a company',
  machine: 'allowed',
  impersonator: 'allowed',
  who: anybody,
  input: z.object({ brn: z.string() }),
  output: z.strictObject({}),
  run: async ({ tx }, { brn: number }) => {
    await tx.run(`insert into business.company (name, brn) values ('Some Company', $1)`, [number])
    return {}
  },
})

const swallow = verb({
  action_id: 'test.swallow',
  since: '0.1.0',
  summary: 'Swallows a fault',
  machine: 'allowed',
  impersonator: 'allowed',
  who: anybody,
  input: z.object({}),
  output: z.strictObject({}),
  run: async ({ tx }) => {
    await tx.run(`update business.business set name = 'swallowed' where id = $1`, [viewer.business_id])
    await tx.run('select 1 / 0').catch(() => 0)
    return {}
  },
})

const payOut = verb({
  action_id: 'test.pay_out',
  since: '0.1.0',
  summary: 'Pays out',
  machine: 'allowed',
  impersonator: 'refused',
  who: anybody,
  input: z.object({}),
  output: z.strictObject({ paid: z.boolean() }),
  run: () => Promise.resolve({ paid: true }),
})

const verbs = new Map<string, AnyVerb>(
  [rename, brn, swallow, payOut].map((one) => [one.action_id, one as AnyVerb]),
)

beforeAll(async () => {
  const sample = await sampleBusinesses(database)
  viewer = await viewerOf(database, await samplePerson(database, clock, sample.agency_id, ['agency_admin']))
  other = await viewerOf(database, await samplePerson(database, clock, sample.agency_id, ['agency_user']))
  deps = { database, clock, verbs }
})

async function count(sql: string, params: unknown[] = []): Promise<number> {
  const { rows } = await database.owner.query<{ n: number }>(`select count(*)::int as n from ${sql}`, params)
  return rows[0]?.n ?? -1
}
const nameNow = async (): Promise<string | undefined> => {
  const { rows } = await database.owner.query<{ name: string }>(
    'select name from business.business where id = $1',
    [viewer.business_id],
  )
  return rows[0]?.name
}
const toName = (name: string, fail?: 'refuse' | 'bug') => ({
  id: viewer.business_id,
  name,
  ...(fail ? { fail } : {}),
})

describe('an action', () => {
  test('leaves its effect, one audit row, outbox rows with a job, and the answer under its key', async () => {
    const answer = await perform(deps, viewer, rename.action_id, toName('One'), 'key-one')
    expect(answer).toEqual({ name: 'One', at: clock.now() })
    expect(await nameNow()).toBe('One')
    expect(
      await count(`log.audit where action_id = $1 and user_id = $2`, [rename.action_id, viewer.user_id]),
    ).toBe(1)
    expect(await count(`platform.outbox where fact_key = $1`, [`renamed:${viewer.business_id}:One`])).toBe(1)
    expect(
      await count(
        `graphile_worker.jobs j join platform.outbox o on j.key = 'outbox:' || o.id where o.fact_key = $1`,
        [`renamed:${viewer.business_id}:One`],
      ),
    ).toBe(1)
    expect(await count(`platform.idempotency where key = 'key-one' and answer is not null`)).toBe(1)
  })

  test('repeated with its key gives the first answer and does nothing', async () => {
    const first = await perform(deps, viewer, rename.action_id, toName('Two'), 'key-two')
    clock.advance({ hours: 1 })
    const audits = await count('log.audit')
    await perform(deps, viewer, rename.action_id, toName('Three'), 'key-three')
    expect(await perform(deps, viewer, rename.action_id, toName('Two'), 'key-two')).toEqual(first)
    expect(await nameNow()).toBe('Three')
    expect(await count('log.audit')).toBe(audits + 1)
  })

  test('with the same key and other input, or another action, is a conflict', async () => {
    await perform(deps, viewer, rename.action_id, toName('Four'), 'key-four')
    const conflict = { code: 'conflict', message: 'This request was already used with different data' }
    await expect(perform(deps, viewer, rename.action_id, toName('Five'), 'key-four')).rejects.toMatchObject(
      conflict,
    )
    await expect(perform(deps, viewer, swallow.action_id, {}, 'key-four')).rejects.toMatchObject(conflict)
    expect(await nameNow()).toBe('Four')
  })

  test("does not know another user's key", async () => {
    await perform(deps, viewer, rename.action_id, toName('Mine'), 'key-shared')
    await perform(deps, other, rename.action_id, toName('His'), 'key-shared')
    expect(await nameNow()).toBe('His')
  })

  test('sent 16 times at once happens once, and all get one answer', async () => {
    const audits = await count('log.audit')
    const answers = await Promise.all(
      Array.from({ length: 16 }, () => perform(deps, viewer, rename.action_id, toName('Sixteen'), 'key-16')),
    )
    expect(new Set(answers.map((one) => JSON.stringify(one))).size).toBe(1)
    expect(await count('log.audit')).toBe(audits + 1)
  })

  test('that is refused leaves nothing, and may be tried again with its key', async () => {
    const before = await nameNow()
    const audits = await count('log.audit')
    for (const fail of ['refuse', 'bug'] as const)
      await expect(
        perform(deps, viewer, rename.action_id, toName('Gone', fail), `key-${fail}`),
      ).rejects.toThrow()
    expect([await nameNow(), await count('log.audit')]).toEqual([before, audits])
    expect(await count(`platform.outbox where fact_key like '%:Gone'`)).toBe(0)
    expect(await count(`platform.idempotency where key in ('key-refuse', 'key-bug')`)).toBe(0)
    await perform(deps, viewer, rename.action_id, toName('Come'), 'key-refuse')
    expect(await nameNow()).toBe('Come')
  })

  test('that overlooks an error of the database does not pass for done', async () => {
    const before = await nameNow()
    await expect(perform(deps, viewer, swallow.action_id, {}, null)).rejects.toMatchObject({ code: '22012' })
    expect(await nameNow()).toBe(before)
  })

  test('unknown action: not found', async () => {
    await expect(perform(deps, viewer, 'test.nothing', {}, null)).rejects.toMatchObject({ code: 'not_found' })
  })

  test('closed to impersonators: refused', async () => {
    const posing = { ...viewer, impersonator_user_id: other.user_id }
    await expect(perform(deps, posing, payOut.action_id, {}, null)).rejects.toMatchObject({
      code: 'not_allowed',
    })
    expect(await perform(deps, viewer, payOut.action_id, {}, null)).toEqual({ paid: true })
  })

  test('bad input: a message under each field', async () => {
    await expect(perform(deps, viewer, rename.action_id, { name: '' }, null)).rejects.toMatchObject({
      code: 'invalid',
      errors: { id: 'Mandatory', name: 'Mandatory' },
    })
  })

  test('with a registration number that exists is refused in the words of the specification', async () => {
    await perform(deps, viewer, brn.action_id, { brn: '01234567' }, null)
    await expect(perform(deps, viewer, brn.action_id, { brn: '01234567' }, null)).rejects.toMatchObject({
      message: 'Registration Number already exists',
      errors: { brn: 'Registration Number already exists' },
    })
  })
})

test('64 people changing one record at once all get through, in some order', async () => {
  const audits = await count('log.audit')
  await Promise.all(
    Array.from({ length: 64 }, (_, i) =>
      perform(deps, i % 2 ? viewer : other, rename.action_id, toName(`R${i}`), `race-${i}`),
    ),
  )
  expect(await count('log.audit')).toBe(audits + 64)
  expect(await inTransaction(database, verifyAudit)).toEqual([])
})

test('batch in one transaction: one unit, and a savepoint undoes one step', async () => {
  const audits = await count('log.audit')
  await inTransaction(database, async (tx) => {
    await performIn({ tx, clock, verbs }, viewer, rename.action_id, toName('Batch 1'))
    await expect(
      inSavepoint(tx, () =>
        performIn({ tx, clock, verbs }, viewer, rename.action_id, toName('Batch 2', 'refuse')),
      ),
    ).rejects.toMatchObject({ code: 'precondition' })
    await performIn({ tx, clock, verbs }, viewer, rename.action_id, toName('Batch 3'))
  })
  expect([await nameNow(), await count('log.audit')]).toEqual(['Batch 3', audits + 2])
})

describe('the audit chain', () => {
  const broken = async (sql: string) => {
    const client = await database.owner.connect()
    try {
      await client.query('begin')
      await client.query('alter table log.audit disable trigger audit_kept')
      await client.query(sql)
      const rows = async <R>(text: string, params: readonly unknown[] = []) =>
        (await client.query(text, [...params])).rows as R[]
      return await verifyAudit({ rows, row: async () => undefined, run: async () => 0 })
    } finally {
      await client.query('rollback')
      client.release()
    }
  }

  test('holds after all of that', async () => {
    expect(await inTransaction(database, verifyAudit)).toEqual([])
  })

  test.each([
    ['a changed value', `update log.audit set new_values = '{"name":"forged"}' where chain_no = 2`],
    ['another author', `update log.audit set user_id = 'somebody' where chain_no = 3`],
    ['a removed row', 'delete from log.audit where chain_no = 4'],
    ['a removed last row', 'delete from log.audit a where chain_no = (select max(chain_no) from log.audit)'],
    ['a removed head', 'delete from log.audit_head'],
  ])('shows %s', async (_what, sql) => {
    expect(await broken(sql)).not.toEqual([])
  })

  test('cannot be changed by the roles that write it', async () => {
    await expect(database.app.query(`update log.audit set user_id = 'x'`)).rejects.toThrow()
    await expect(database.app.query('delete from log.audit')).rejects.toThrow()
  })
})
