/** A placement through a limited company waits for the client's statement, at agencies that ask for papers (decision 0101). */
import { beforeAll, expect, test } from 'vitest'
import type { Viewer } from '#entity/access.ts'
import { instant } from '#kernel/instant.ts'
import { inTransaction } from '#server/tx.ts'
import { freshWorld } from '#test/fixtures/fresh-world.ts'
import { refusalOf } from '#test/fixtures/refusal.ts'
import { act, type SeededPlacement, seedWeek } from '#test/fixtures/world.ts'
import { addedStatement } from '#test/server/determination-examples.ts'
import { readChecks } from '../checks/placement-checks.server.ts'

const { database, world } = await freshWorld()
let placed: SeededPlacement
beforeAll(async () => {
  placed = await seedWeek(world)
})

const checks = async () =>
  (await inTransaction(database, (tx) => readChecks({ tx, clock: world.clock }, placed.id))).filter(
    (name) => name === 'determination',
  )
const set = (column: string, value: string | null) =>
  database.owner.query(`update contract.contract set ${column} = $2 where id = $1`, [placed.id, value])
const add = (by: Viewer, change: object = {}) =>
  addedStatement({ ...world, database, agency: placed.agency }, by, { contract_id: placed.id, ...change })
const step = (by: Viewer, action: string, id: string, more: object = {}) =>
  act<{ status: string; answer_due_on: string }>(world, by, `contract.status_determination.${action}`, {
    id,
    ...more,
  })

test('only agencies that ask for papers wait for it, and a small client gives none', async () => {
  expect(await checks()).toEqual([])
  await act(world, placed.agency.provider.admin, 'business.business_feature.set', {
    agency_id: placed.agency.id,
    feature_code: 'compliance_documents',
    is_on: true,
  })
  expect(await checks()).toEqual(['determination'])
  await set('ir35_determined_by', 'contractor')
  expect(await checks()).toEqual([])
  await set('ir35_determined_by', 'client')
  expect(await checks()).toEqual(['determination'])
})

test('a statement that says outside clears it once a second person verified it; a later one that says inside leaves it to payroll', async () => {
  const own = await add(placed.agency.admin)
  expect((await refusalOf(step(placed.agency.admin, 'verify', own))).message).toBe(
    'You added this statement, so somebody else checks it',
  )
  const id = await add(placed.client.manager)
  expect(await checks()).toEqual(['determination'])
  await step(placed.agency.provider.approver, 'verify', id)
  expect(await checks()).toEqual([])
  const inside = await add(placed.agency.user, { decision: 'inside' })
  await step(placed.agency.admin, 'verify', inside)
  // Tax on the fee is a check of its own.
  expect(await checks()).toEqual([])
})

test('without its file, or of a day to come, it is refused', async () => {
  const { id } = await act<{ id: string }>(world, placed.agency.user, 'contract.status_determination.add', {
    contract_id: placed.id,
    decision: 'outside',
    reasons: 'As agreed',
    determined_by: 'Ada Byron',
    determined_on: '2025-06-02',
  })
  expect((await refusalOf(step(placed.agency.admin, 'verify', id))).message).toBe('Attach the file first')
  expect((await refusalOf(add(placed.agency.user, { determined_on: '2099-01-01' }))).errors).toHaveProperty(
    'determined_on',
  )
  await step(placed.agency.admin, 'reject', id, { comment: 'No file' })
})

test('the contractor disagrees, and a changed decision withdraws the statement', async () => {
  world.clock.set(instant('2026-11-22T10:00:00Z'))
  const id = await add(placed.agency.user, { determined_on: '2026-11-20' })
  const worker = placed.contractor.viewer
  expect((await refusalOf(step(worker, 'disagree', id, { disagreement: 'No' }))).code).toBe('precondition')
  await step(placed.agency.admin, 'verify', id)
  expect(await checks()).toEqual([])
  expect(await step(worker, 'disagree', id, { disagreement: 'I cannot send another' })).toEqual({
    id,
    answer_due_on: '2027-01-06',
  })
  expect((await refusalOf(step(worker, 'disagree', id, { disagreement: 'Again' }))).code).toBe('conflict')
  const answered = await step(placed.agency.user, 'answer', id, {
    answer_outcome: 'changed',
    answer: 'Agreed',
  })
  expect(answered.status).toBe('withdrawn')
  // The statement before it counts again.
  expect(await checks()).toEqual([])
})
