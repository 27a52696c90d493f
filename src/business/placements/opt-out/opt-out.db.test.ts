/** The opt-out of the Conduct Regulations: the notice, the client that hears of it, and the worker's money (decision 0119). */
import { beforeAll, expect, test } from 'vitest'
import type { Viewer } from '#entity/access.ts'
import { expectVerified } from '#test/fixtures/corrections.ts'
import { freshWorld } from '#test/fixtures/fresh-world.ts'
import { placementInput } from '#test/fixtures/placement-input.ts'
import { refusalOf } from '#test/fixtures/refusal.ts'
import {
  act,
  type SeededPlacement,
  seedApprovals,
  seedApprovedTimesheet,
  seedContractor,
  seedTimesheets,
  seedWeek,
} from '#test/fixtures/world.ts'
import { addedPaper, opt_out_notice, verifiedPapers } from '#test/server/paper-examples.ts'

/** 15/06/2025. */
const { database, world } = await freshWorld()
const { sql } = database
let placed: SeededPlacement
beforeAll(async () => {
  placed = await seedWeek(world, { placement: { ir35_determined_by: 'contractor' } })
  await act(world, placed.agency.provider.admin, 'business.business_feature.set', {
    agency_id: placed.agency.id,
    feature_code: 'compliance_documents',
    is_on: true,
  })
  await verifiedPapers(stage())
})

const stage = () => ({ ...world, database, agency: placed.agency, placed, txtOf: async () => [] })
const add = (change: object) => addedPaper(stage(), placed.agency.user, change as Record<string, unknown>)
const verify = (id: string) => act(world, placed.agency.admin, 'platform.compliance.verify', { id })
const notice = (change: object = {}) => add({ ...opt_out_notice, valid_from: '2025-06-10', ...change })

/** Paid when paid, agreed by all sides; it waits for the provider. */
async function agreed(start_date: string, title: string, change: object = {}): Promise<SeededPlacement> {
  const made = await act<{ id: string; human_id: string; group_ids: string[] }>(
    world,
    placed.agency.admin,
    'contract.temp_placement.create',
    {
      ...placementInput(placed),
      agency_id: placed.agency.id,
      start_date,
      title,
      funding_type: 'paid_when_paid',
      ir35_determined_by: 'contractor',
      ...change,
    },
  )
  await seedApprovals(world, placed, made.id)
  return { ...placed, ...made, group_id: made.group_ids[0] ?? '' }
}
const activate = ({ id }: SeededPlacement) =>
  act(world, placed.agency.provider.admin, 'contract.temp_placement.activate', { id })
type OptOut = { is_opted_out: boolean; told_on: string | null; gap: string | null }
const read = ({ id }: SeededPlacement, by: Viewer = placed.agency.admin) =>
  act<OptOut>(world, by, 'contract.temp_placement.read_opt_out', { contract_id: id })
const told = ({ id }: SeededPlacement) =>
  sql<{ to: string }>(
    `select payload ->> 'to' as "to" from platform.outbox where topic = 'opt_out_mail' and payload ->> 'contract_id' = $1`,
    id,
  )
const linkSays = async () =>
  (
    await sql<{ said: boolean }>(
      `select conduct_regs_opt_out as said from business.service where type = 'contractor-agency' and from_business_id = $1`,
      placed.contractor.id,
    )
  )[0]?.said
/** What a week of it raises for the worker. */
async function worked(placement: SeededPlacement) {
  const [sheet] = await seedTimesheets(world, placement)
  await seedApprovedTimesheet(world, placement, sheet)
  return sql(
    `select release_condition, is_debit from transaction.invoice where timesheet_id = $1 and type = 'contractor-agency'`,
    sheet?.id,
  )
}

test.each([
  [{ valid_from: '2025-06-16' }, { valid_from: 'Should be before 16/06/2025' }],
  [{ valid_to: '2025-12-31' }, { valid_to: 'An opt-out has no last day: it is withdrawn' }],
])('a notice with %j is refused under its field', async (change, errors) => {
  expect((await refusalOf(notice(change))).errors).toEqual(errors)
})

test('opt-out: a worker on PAYE cannot opt out', async () => {
  const contractor = await seedContractor(world, placed.agency, { payment_type: 'paye' })
  const paye = { ...stage(), placed: { ...placed, contractor } }
  const refusal = await refusalOf(addedPaper(paye, placed.agency.user, opt_out_notice))
  expect(refusal.errors).toEqual({ type: 'Only a worker of a limited or umbrella company can opt out' })
})

let opted: SeededPlacement
let inside: SeededPlacement
let pending: SeededPlacement
let vulnerable: SeededPlacement
test('opt-out: the notice counts once it is verified, and the client hears of it before the work begins', async () => {
  const id = await notice()
  expect([await linkSays(), (await refusalOf(read(placed, placed.client.manager))).code]).toEqual([
    false,
    'not_allowed',
  ])
  inside = await agreed('2025-06-23', 'Before the notice is verified')
  expect([await read(inside), await told(inside)]).toMatchObject([
    { is_opted_out: false, gap: 'The opt-out notice is not verified' },
    [],
  ])
  await verify(id)
  expect(await linkSays()).toBe(true)
  // Its client was asked without a word of it.
  expect(await read(inside)).toMatchObject({
    is_opted_out: false,
    gap: 'The client was not told of the opt-out',
  })
  opted = await agreed('2025-06-23', 'Opted out')
  pending = await agreed('2025-06-30', 'Withdrawn before the start')
  expect(await read(opted, placed.contractor.viewer)).toMatchObject({
    is_opted_out: true,
    told_on: '2025-06-15',
    gap: null,
  })
  expect((await told(opted)).length).toBeGreaterThan(0)
  vulnerable = await agreed('2025-06-23', 'With children', { is_vulnerable_work: true })
  expect([await read(vulnerable), await told(vulnerable)]).toMatchObject([
    { is_opted_out: false, gap: 'The work is with vulnerable people, for which no opt-out counts' },
    [],
  ])
  await activate(vulnerable)
  const late = await agreed('2025-06-10', 'Begun on the day of the notice')
  expect((await read(late)).gap).toBe(
    'The opt-out notice was given on 10/06/2025, which is not before the start',
  )
  await activate(opted)
  await activate(inside)
})

test('opt-out: a withdrawal holds for placements that begin later, and the one in force keeps its terms', async () => {
  const [held] = await sql<{ id: string }>(`select id from platform.document where type = 'conduct_opt_out'`)
  const withdraw = () =>
    act(world, placed.contractor.viewer, 'platform.compliance.withdraw', { id: held?.id })
  world.clock.advance({ days: 9 })
  expect(await withdraw()).toEqual({ id: held?.id, valid_to: '2025-06-24' })
  expect((await refusalOf(withdraw())).message).toBe('Conduct regulations opt-out is already withdrawn')
  expect(await linkSays()).toBe(false)
  expect(await read(pending)).toMatchObject({ gap: 'The opt-out notice ended on 24/06/2025' })
  await activate(pending)
  const flags = await sql(
    `select title, conduct_regs_opt_out as out from contract.contract where id = any ($1) order by title`,
    [opted.id, inside.id, pending.id],
  )
  expect(flags).toEqual([
    { title: 'Before the notice is verified', out: false },
    { title: 'Opted out', out: true },
    { title: 'Withdrawn before the start', out: false },
  ])
  expect(await read(opted)).toMatchObject({ is_opted_out: true, gap: null })
  expect((await read(placed)).gap).toBe(
    'The opt-out notice was given on 10/06/2025, which is not before the start',
  )
})

test('opt-out: pay waits for the client of the opted-out worker alone; else it falls due, and the agency bears it', async () => {
  world.clock.advance({ days: 14 })
  expect(await worked(opted)).toEqual([{ release_condition: 'client_receipt', is_debit: false }])
  for (const placement of [inside, pending, vulnerable])
    expect(await worked(placement)).toEqual([{ release_condition: 'due_date', is_debit: true }])
  await expectVerified(database)
})
