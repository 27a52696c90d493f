/** A disagreement with a status determination statement is answered by its client within its days (onboarding: compliance). */
import { beforeAll, expect, test } from 'vitest'
import { instant } from '#kernel/instant.ts'
import { inTransaction } from '#server/tx.ts'
import { freshWorld } from '#test/fixtures/fresh-world.ts'
import { act, type SeededPlacement, seedWeek } from '#test/fixtures/world.ts'
import { addedStatement } from '#test/server/determination-examples.ts'
import { tellAnswersDue } from './determination-tasks.server.ts'
import { followAll } from './open-tasks.server.ts'

const { database, world } = await freshWorld()
let placed: SeededPlacement
let id: string

const { sql } = database
const people = async (kind: string) =>
  (
    await sql<{ contact: string }>(
      `select business_contact_id as contact from log.notification_log
       where kind = $1 and entity_id = $2 and state <> 'done' order by 1`,
      kind,
      id,
    )
  ).map(({ contact }) => contact)
const night = () => inTransaction(database, (tx) => followAll(tx, world.clock.now()))
const contacts = (...viewers: readonly { business_contact_id: string }[]) =>
  viewers.map(({ business_contact_id }) => business_contact_id).sort()

beforeAll(async () => {
  placed = await seedWeek(world)
  world.clock.set(instant('2026-11-22T10:00:00Z'))
  id = await addedStatement({ ...world, database, agency: placed.agency }, placed.agency.user, {
    contract_id: placed.id,
  })
  await act(world, placed.agency.admin, 'contract.status_determination.verify', { id })
  await act(world, placed.contractor.viewer, 'contract.status_determination.disagree', {
    id,
    disagreement: 'I cannot send another',
  })
})

test('the client is asked, with the day; its agency where the client cannot answer', async () => {
  const asked = () =>
    sql<{ title: string; link: string }>(
      `select title, link from log.notification_log where kind = 'determination_to_answer' and entity_id = $1 and state = 'open'`,
      id,
    )
  expect(await people('determination_to_answer')).toEqual(contacts(placed.client.manager))
  expect(await asked()).toEqual([
    { title: 'Answer the disagreement by 06 Jan 2027', link: `contract/temp_placement/${placed.id}` },
  ])
  // A recalled placement is the agency's alone.
  await sql(`update contract.contract set status = 'draft' where id = $1`, placed.id)
  await night()
  expect(await people('determination_to_answer')).toEqual(contacts(placed.agency.admin))
  await sql(`update contract.contract set status = 'pending_approval_contractor' where id = $1`, placed.id)
  await night()
  expect(await people('determination_to_answer')).toEqual(contacts(placed.client.manager))
  await sql(`update contract.contract set status = 'cancelled' where id = $1`, placed.id)
  await night()
  expect(await people('determination_to_answer')).toEqual([])
  await sql(`update contract.contract set status = 'expired' where id = $1`, placed.id)
  await night()
  expect(await people('determination_to_answer')).toEqual(contacts(placed.client.manager))
})

const toldOn = async (today: string) => {
  const before = await told()
  for (const _ of ['once', 'again'])
    await inTransaction(database, (tx) => tellAnswersDue(tx, world.clock.now(), today))
  return (await told()).slice(before.length)
}
const told = () =>
  sql<{ title: string; contact: string }>(
    `select title, business_contact_id as contact from log.notification_log where kind = 'determination_answer_due'
     order by created_at, id`,
  )
const forget = () => sql(`delete from log.notification_log where kind = 'determination_answer_due'`)
const due = 'The answer to a disagreement is due on 06 Jan 2027'
const overdue = 'The answer to a disagreement was due on 06 Jan 2027'
const toBoth = (title: string | null) =>
  title === null
    ? []
    : contacts(placed.client.manager, placed.agency.admin).map((contact) => ({ title, contact }))
const byContact = (rows: readonly { contact: string }[]) =>
  rows.toSorted((a, b) => a.contact.localeCompare(b.contact))

test.each([
  ['2026-12-22', null],
  ['2026-12-23', due],
  ['2026-12-24', null],
  ['2026-12-30', due],
  ['2027-01-04', null],
  ['2027-01-05', due],
  ['2027-01-06', null],
  ['2027-01-07', overdue],
  ['2027-01-08', null],
])('night by night: on %s people are told: %s', async (today, title) => {
  expect(byContact(await toldOn(today))).toEqual(toBoth(title))
})

test.each([
  ['2027-01-02', due, 'a missed night is made up'],
  ['2027-01-10', overdue, 'the latest of several alone'],
  ['2027-01-20', null, 'not after a week'],
])('after missed nights, on %s people are told: %s, %s', async (today, title, _why) => {
  await forget()
  expect(byContact(await toldOn(today))).toEqual(toBoth(title))
})

test('an answer ends the task, and nobody is told any more', async () => {
  await act(world, placed.client.manager, 'contract.status_determination.answer', {
    id,
    answer_outcome: 'upheld',
    answer: 'The contract says so',
  })
  expect(await people('determination_to_answer')).toEqual([])
  await sql(`delete from log.notification_log where kind = 'determination_answer_due'`)
  await inTransaction(database, (tx) => tellAnswersDue(tx, world.clock.now(), '2027-01-05'))
  expect(await people('determination_answer_due')).toEqual([])
})
