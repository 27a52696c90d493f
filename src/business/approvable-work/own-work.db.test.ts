/** One person in several businesses approves no work that they entered, and none that pays them (spec §6). */
import { beforeAll, expect, test } from 'vitest'
import type { Viewer } from '#entity/access.ts'
import { present } from '#kernel/assert.ts'
import { inTransaction } from '#server/tx.ts'
import { alsoAt as alsoAtBusiness } from '#test/fixtures/also-at.ts'
import { freshWorld } from '#test/fixtures/fresh-world.ts'
import { refusalOf } from '#test/fixtures/refusal.ts'
import { act, type SeededPlacement, seedContact, seedTimesheets, seedWeek } from '#test/fixtures/world.ts'
import { approversOf } from '../decisions/work-to-approve.mail.ts'

const { database, world } = await freshWorld('2025-10-20T11:00:00.000Z')
const { clock } = world
const { sql } = database
let placement: SeededPlacement
let sheets: Awaited<ReturnType<typeof seedTimesheets>>

beforeAll(async () => {
  placement = await seedWeek(world, { placement: { timesheet_submit: 'agency' } })
  sheets = await seedTimesheets(world, placement)
})

const nextSheet = () => present(sheets.shift(), 'a draft')

const alsoAt = (person: Viewer, business_id: string, role: string) =>
  alsoAtBusiness(world, placement.agency.provider.admin, person, business_id, role)

const tasksOf = async ({ business_contact_id }: Viewer, id: string) =>
  (
    await sql<{ kind: string }>(
      `select kind from log.notification_log where business_contact_id = $1 and entity_id = $2 and class = 'task'`,
      business_contact_id,
      id,
    )
  ).map(({ kind }) => kind)
const mailed = (id: string) =>
  inTransaction(database, async (tx) =>
    (await approversOf({ tx, clock }, 'transaction.timesheet', id, placement.client.id)).map(
      ({ viewer }) => viewer.business_contact_id,
    ),
  )
const approve = (by: Viewer, id: string) => act(world, by, 'transaction.timesheet.approve', { ids: [id] })
const statusOf = async (id: string) =>
  (await sql<{ status: string }>('select status from transaction.timesheet where id = $1', id))[0]?.status

test('the agency’s person who entered a week does not approve it at the client', async () => {
  const both = await alsoAt(placement.agency.admin, placement.client.id, 'timesheet_approver')
  const draft = nextSheet()
  await act(world, placement.agency.admin, 'transaction.timesheet.submit', {
    id: draft.id,
    details: [{ date: draft.start_date, group_id: placement.group_id, units: '7.5' }],
  })
  const own = { code: 'not_allowed', message: 'You entered these hours, so somebody else approves them' }
  expect(await refusalOf(approve(both, draft.id))).toMatchObject(own)
  const held = act(world, both, 'transaction.timesheet.hold_decision', {
    ids: [draft.id],
    decision: 'approve',
  })
  expect(await refusalOf(held)).toMatchObject(own)
  expect(await tasksOf(both, draft.id)).toEqual([])
  expect(await mailed(draft.id)).toEqual([placement.client.approver.business_contact_id])
  await approve(placement.client.approver, draft.id)
  expect(await statusOf(draft.id)).toBe('approved')
})

test('a person of the payee approves no pay of their own, also through the payment company', async () => {
  const { contractor, client } = placement
  const pays = { code: 'not_allowed', message: 'This pays a business of yours, so somebody else approves it' }
  for (const business_id of [contractor.id, contractor.payment_company_id]) {
    const approver = await seedContact(world, placement.agency.admin, client.id, 'Paid', 'timesheet_approver')
    const paid = await alsoAt(approver, contractor.id, 'contractor')
    await sql(
      'update business.business_contact set business_id = $2 where id = $1',
      paid.business_contact_id,
      business_id,
    )
    const draft = nextSheet()
    await act(world, placement.agency.admin, 'transaction.timesheet.submit', {
      id: draft.id,
      details: [{ date: draft.start_date, group_id: placement.group_id, units: '7.5' }],
    })
    expect(await refusalOf(approve(approver, draft.id))).toMatchObject(pays)
    expect(await tasksOf(approver, draft.id)).toEqual([])
    expect(await mailed(draft.id)).not.toContain(approver.business_contact_id)
    // Nothing is paid by a rejection.
    await act(world, approver, 'transaction.timesheet.reject', { ids: [draft.id], comment: 'Friday' })
    expect(await statusOf(draft.id)).toBe('rejected')
  }
})
