/** A decision on values that somebody else changed since its sender read them is refused, and one on those is not. */
import { expect, test } from 'vitest'
import type { Viewer } from '#entity/access.ts'
import { present } from '#kernel/assert.ts'
import { seedBatch } from '#test/fixtures/cash.ts'
import { seedPerm, seedPermFeature } from '#test/fixtures/documents.ts'
import { freshWorld } from '#test/fixtures/fresh-world.ts'
import { placementInput } from '#test/fixtures/placement-input.ts'
import { messageOf } from '#test/fixtures/refusal.ts'
import {
  act,
  companyInput,
  seedApprovedTimesheet,
  seedContact,
  seedParties,
  seedPlacement,
  seedSubmittedTimesheet,
  seedTimesheets,
} from '#test/fixtures/world.ts'

const { database, world } = await freshWorld('2025-06-15T11:00:00.000Z')
const { sql } = database
const parties = await seedParties(world)
const { agency, client } = parties
const placement = await seedPlacement(world, parties)
const sheets = await seedTimesheets(world, placement)
const later = () => world.clock.advance({ seconds: 1 })

async function momentOf(table: string, column: string, id: string): Promise<string> {
  const [row] = await sql<{ at: string }>(`select ${column} as at from ${table} where id = $1`, id)
  return present(row, 'the record').at
}

test('a timesheet that a colleague rejected and that was submitted again with other hours', async () => {
  const { approver } = client
  const colleague = await seedContact(world, agency.admin, client.id, 'Olive', 'timesheet_approver')
  const sheet = await seedSubmittedTimesheet(world, placement, sheets.shift())
  const newest = () => momentOf('transaction.timesheet', 'submitted_date', sheet.id)
  const seen = await newest()
  later()
  await act(world, colleague, 'transaction.timesheet.reject', { ids: [sheet.id], comment: 'Friday was off' })
  await act(world, placement.contractor.viewer, 'transaction.timesheet.submit', {
    id: sheet.id,
    details: [{ date: sheet.start_date, group_id: placement.group_id, units: '12' }],
  })
  const ids = [sheet.id]
  const hold = { ids, decision: 'approve' }
  const again = `${sheet.human_id} was submitted again meanwhile. Reload it.`
  const approve = (submitted_until: string) =>
    act(world, approver, 'transaction.timesheet.approve', { ids, submitted_until })
  expect(await messageOf(approve(seen))).toBe(again)
  expect(
    await messageOf(
      act(world, approver, 'transaction.timesheet.hold_decision', { ...hold, submitted_until: seen }),
    ),
  ).toBe(again)
  await approve(await newest())
})

test.each(['temp_placement', 'perm_placement'] as const)(
  '%s: recalled, changed and submitted again',
  async (kind) => {
    if (kind === 'perm_placement') await seedPermFeature(world, agency)
    const { id } =
      kind === 'perm_placement'
        ? await seedPerm(world, parties)
        : await act<{ id: string }>(world, agency.admin, 'contract.temp_placement.create', {
            ...placementInput(parties),
            is_unsupervised: true,
          })
    const step = (action: string, by: Viewer, more: object = {}) =>
      act(world, by, `contract.${kind}.${action}`, { id, ...more })
    const read = async () => ({ updated_at: await momentOf('contract.contract', 'updated_at', id) })
    const changed = 'Somebody else changed this placement. Reload it.'
    const comment = 'Another price was agreed'
    await step('submit', agency.admin)
    const first = await read()
    later()
    if (kind === 'temp_placement') await step('recall', agency.admin, { comment })
    else await step('reject', client.manager, { comment })
    await step('submit', agency.admin)
    expect(await messageOf(step('approve', client.manager, first))).toBe(changed)
    await step('approve', client.manager, await read())
    if (kind === 'temp_placement') await step('approve', placement.contractor.viewer, await read())

    const agreed = await read()
    later()
    await step('return', agency.provider.admin, { comment })
    await step('submit', agency.admin)
    await step('approve', client.manager)
    if (kind === 'temp_placement') await step('approve', placement.contractor.viewer)
    expect(await messageOf(step('activate', agency.provider.approver, agreed))).toBe(changed)
  },
)

test('a batch into which its maker took a document in meanwhile', async () => {
  const { operations, approver } = agency.provider
  await seedApprovedTimesheet(world, placement, sheets.shift())
  const batch = await seedBatch(world, agency.provider, '2025-06-25')
  const [item] = await sql<{ id: string }>(
    `select id from payment.payment_batch_item where payment_batch_id = $1 and status = 'included'`,
    batch.id,
  )
  const move = (action: string) =>
    act(world, operations, `payment.payment_batch.${action}`, {
      item_id: present(item, 'an item').id,
      reason: 'Asked again',
    })
  const review = (updated_at: string) =>
    act(world, approver, 'payment.payment_batch.review', { id: batch.id, updated_at })
  const read = () => momentOf('payment.payment_batch', 'updated_at', batch.id)
  await move('hold_item')
  await act(world, operations, 'payment.payment_batch.submit', { id: batch.id })
  const seen = await read()
  later()
  await move('release_item')
  expect(await messageOf(review(seen))).toBe('Somebody else changed this batch. Reload it.')
  await review(await read())
})

test('a client that was withdrawn and submitted again with other values', async () => {
  const { approver } = agency.provider
  const step = <T>(by: Viewer, action: string, input: object) =>
    act<T>(world, by, `business.party.${action}`, input)
  const values = {
    kind: 'client',
    legal_form: 'limited_company',
    company: companyInput('Larch'),
    temp_payment_terms: 14,
  }
  const { id } = await step<{ id: string }>(agency.user, 'submit', values)
  const read = () => step<{ updated_at: string; draft_id: string }>(agency.user, 'read', { id })
  const { updated_at, draft_id } = await read()
  later()
  await step(agency.user, 'withdraw', { draft_id, comment: 'Other terms' })
  await step(agency.user, 'submit', { ...values, draft_id, temp_payment_terms: 90 })
  expect(await messageOf(step(approver, 'approve', { id, updated_at }))).toBe(
    'Somebody else changed this party. Reload it.',
  )
  const seen = await step<{ updated_at: string }>(approver, 'read', { id })
  await step(approver, 'approve', { id, updated_at: seen.updated_at })
})
