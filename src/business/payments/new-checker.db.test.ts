/** Nobody checks the payments of the person who brought them in, for seven days. */
import { expect, test } from 'vitest'
import type { Viewer } from '#entity/access.ts'
import { newUuid } from '#kernel/uuid.ts'
import { freshDatabase } from '#test/database.ts'
import { sterling } from '#test/fixtures/cash.ts'
import { refusalOf } from '#test/fixtures/refusal.ts'
import {
  act,
  seedApprovedTimesheet,
  seedContact,
  seedWeek,
  viewerOf,
  type World,
  worldOn,
} from '#test/fixtures/world.ts'
import { makeToken } from '#test/server/program.ts'

const database = await freshDatabase()

type Story = {
  readonly part?: 'asked_by' | 'decided_by'
  /** Since the approval. */
  readonly age: string
  /** The person who brought the checker in; else the maker of the batch. */
  readonly by?: 'operations' | 'approver'
  /** The batch is made by a program of theirs. */
  readonly hasProgram?: boolean
}

/** A batch under review, and a checker whose role somebody asked for or approved a while ago. */
async function story({ part = 'asked_by', age, by = 'operations', hasProgram = false }: Story) {
  const world = worldOn(database)
  const placement = await seedWeek(world)
  await seedApprovedTimesheet(world, placement)
  const { provider } = placement.agency
  const checker = await seedContact(world, provider.admin, provider.id, 'Nia', 'provider_approver')
  const other = part === 'asked_by' ? 'decided_by' : 'asked_by'
  const brought_in_by = hasProgram ? provider.admin : provider[by]
  await database.app.query(
    `insert into request.role_change (id, status, kind, business_id, provider_id, business_contact_id, user_id, name, email,
       roles, reactivates, invites, ${part}, ${other}, asked_by_name, decided_at, expires_at, created_at, updated_at)
     values ($1, 'approved', 'roles', $2, $2, $3, $4, 'Nia', $5, '{provider_approver}', false, false, $6, $7, 'Somebody',
       $8::timestamptz - $9::interval, $8, $8, $8)`,
    [
      newUuid(world.clock),
      provider.id,
      checker.business_contact_id,
      checker.user_id,
      checker.email,
      brought_in_by.user_id,
      hasProgram ? provider.operations.user_id : provider.admin.user_id,
      world.clock.now(),
      age,
    ],
  )
  const maker = hasProgram ? await programOf(world, provider.admin) : provider.operations
  const batch = await act<{ id: string }>(world, maker, 'payment.payment_batch.create', {
    run_date: '2025-06-22',
    currency_id: sterling,
  })
  await act(world, maker, 'payment.payment_batch.submit', { id: batch.id })
  const step = (viewer: Viewer, action: 'review' | 'complete') =>
    act(world, viewer, `payment.payment_batch.${action}`, { id: batch.id })
  const tasks = await database.sql<{ user_id: string }>(
    `select user_id from log.notification_log where entity_id = $1 and state = 'open'`,
    batch.id,
  )
  return { provider, checker, step, asked: tasks.map(({ user_id }) => user_id) }
}

async function programOf(world: World, maker: Viewer): Promise<Viewer> {
  const token = await makeToken(world, maker, {
    roles: ['provider_admin'],
    actions: ['payment.payment_batch.*'],
  })
  const { rows } = await database.owner.query<{ contact_id: string }>(
    'select contact_id from platform.api_token where id = $1',
    [token.id],
  )
  return viewerOf(world, rows[0]?.contact_id ?? '')
}

const words = 'A person you brought in cannot check your payments for 7 days'

test.each(['asked_by', 'decided_by'] as const)(
  'role %s the maker of the batch: the checker is refused, another one is not',
  async (part) => {
    const { checker, provider, step, asked } = await story({ part, age: '6 days 23 hours' })
    // The administrator set the client's limit.
    expect(asked).toEqual([provider.approver.user_id])
    const refused = { code: 'not_allowed', message: words }
    expect(await refusalOf(step(checker, 'review'))).toMatchObject(refused)
    await step(provider.approver, 'review')
    expect(await refusalOf(step(checker, 'complete'))).toMatchObject(refused)
    await step(provider.approver, 'complete')
  },
)

test('a role of seven days ago: the checker reviews', async () => {
  const { checker, step, asked } = await story({ age: '7 days' })
  expect(asked).toContain(checker.user_id)
  await step(checker, 'review')
})

test('a batch of another maker: the checker reviews at once', async () => {
  const { checker, step } = await story({ age: '1 hour', by: 'approver' })
  await step(checker, 'review')
})

test('a batch of a program: its maker counts', async () => {
  const { checker, provider, step, asked } = await story({ age: '1 hour', hasProgram: true })
  expect(asked).toEqual([provider.approver.user_id])
  expect(await refusalOf(step(checker, 'review'))).toMatchObject({ message: words })
})
