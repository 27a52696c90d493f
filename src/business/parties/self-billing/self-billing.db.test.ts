/** Self-bills carry VAT while a self-billing agreement holds: it lapses, is renewed by two people, signed, and rejected. */
import { expect, test } from 'vitest'
import type { Viewer } from '#entity/access.ts'
import { present } from '#kernel/assert.ts'
import { addDays, day } from '#kernel/day.ts'
import { newUuid } from '#kernel/uuid.ts'
import { inTransaction } from '#server/tx.ts'
import { expectVerified } from '#test/fixtures/corrections.ts'
import { freshWorld } from '#test/fixtures/fresh-world.ts'
import { refusalOf } from '#test/fixtures/refusal.ts'
import {
  act,
  type SeededPlacement,
  seedAgency,
  seedApprovedTimesheet,
  seedContractor,
  seedPlacement,
  seedWeek,
} from '#test/fixtures/world.ts'
import { twoServers } from '#test/races/two-servers.ts'
import { tellPapersEnding } from '../../inbox/tell-papers-ending.server.ts'

const { database, world } = await freshWorld()
const { sql } = database
const { clock } = world
const placed = await seedWeek(world)
const { agency, client } = placed
const { provider } = agency

/** As the product writes, so that the rows keep their seals. */
const write = (text: string, ...params: unknown[]) => inTransaction(database, (tx) => tx.rows(text, params))

async function worker(self_billing_to: string | null): Promise<SeededPlacement> {
  const contractor = await seedContractor(world, agency, { self_billing_from: '2024-06-20' })
  await write(
    `update business.service set self_billing_to = $2 where type = 'contractor-agency' and from_business_id = $1`,
    contractor.id,
    self_billing_to,
  )
  return seedPlacement(world, { agency, client, contractor })
}
const linkOf = async ({ contractor }: SeededPlacement) =>
  present(
    (
      await sql<{ id: string; since: string | null; until: string | null }>(
        `select id, self_billing_from::text as since, self_billing_to::text as until from business.service
         where type = 'contractor-agency' and from_business_id = $1`,
        contractor.id,
      )
    )[0],
    'the link',
  )
/** VAT of the self-bill of a week approved now. */
async function vatNow(placement: SeededPlacement): Promise<string | undefined> {
  const { id } = await seedApprovedTimesheet(world, placement)
  return (
    await sql<{ tax_amount: string }>(
      `select tax_amount from transaction.invoice where timesheet_id = $1 and type = 'contractor-agency'`,
      id,
    )
  )[0]?.tax_amount
}
type Made = { id: string; valid_from: string; valid_to: string }
const renew = async (by: Viewer, placement: SeededPlacement, more: object = {}) =>
  act<Made>(world, by, 'business.service.renew_self_billing', { id: (await linkOf(placement)).id, ...more })
const attach = (id: string, by: Viewer) =>
  write(
    `insert into platform.attachment (id, business_id, parent_entity, parent_id, file_name, file_url, content_type,
       size_bytes, sha256, created_by, provider_id, agency_id)
     values ($1, $2, 'platform.document', $3, 'agreement.pdf', 'files/x', 'application/pdf', 900, 'a', $4, $5, $2)`,
    ...[newUuid(clock), agency.id, id, by.user_id, provider.id],
  )
const verify = (by: Viewer, id: string) => act(world, by, 'platform.compliance.verify', { id })
type Read = { agreements: { vat: string; renew_refusal: string | null; agency_name: string }[] }
const read = (by: Viewer, { contractor }: SeededPlacement) =>
  act<Read>(world, by, 'business.service.read_self_billing', { contractor_id: contractor.id })

test('an agreement that has ended takes VAT off, and its renewal brings it back once another person verified it', async () => {
  const lapsed = await worker(addDays(clock.today(), -1))
  expect((await read(agency.user, lapsed)).agreements).toMatchObject([
    { vat: 'Self-bills carry no VAT: the self-billing agreement ended on 14/06/2025', renew_refusal: null },
  ])
  expect(await vatNow(lapsed)).toBe('0.00')
  const made = await renew(agency.user, lapsed)
  expect(made).toMatchObject({ valid_from: clock.today(), valid_to: '2026-06-14' })
  await attach(made.id, agency.user)
  expect((await refusalOf(renew(agency.admin, lapsed))).message).toMatch(
    /^The self-billing agreement of The limited company \d+ from 15\/06\/2025 to 14\/06\/2026 waits for the provider$/,
  )
  expect((await refusalOf(verify(agency.user, made.id))).code).toBe('not_allowed')
  expect((await linkOf(lapsed)).until).toBe('2025-06-14')
  await verify(provider.approver, made.id)
  expect(await linkOf(lapsed)).toMatchObject({ since: '2024-06-20', until: '2026-06-14' })
  expect((await read(lapsed.contractor.viewer, lapsed)).agreements).toMatchObject([
    { vat: 'Self-bills carry VAT until 14/06/2026' },
  ])
  // An issued document never changes.
  expect(
    await sql(
      `select tax_amount from transaction.invoice where contract_id = $1 and type = 'contractor-agency'`,
      lapsed.id,
    ),
  ).toEqual([{ tax_amount: '0.00' }])
  expect(await vatNow(await seedPlacement(world, { agency, client, contractor: lapsed.contractor }))).toBe(
    '150.00',
  )
  await expectVerified(database)
})

test('the next agreement begins the day after the one in force, holds for twelve months, and can be rejected', async () => {
  const running = await worker('2025-06-30')
  const faults = async (input: object) => (await refusalOf(renew(agency.user, running, input))).errors
  expect(await faults({ valid_from: '2025-06-30' })).toEqual({ valid_from: 'Should be after 30/06/2025' })
  expect(await faults({ valid_from: '2025-07-02' })).toEqual({ valid_from: 'Should be before 02/07/2025' })
  expect(await faults({ valid_to: '2026-07-01' })).toEqual({ valid_to: 'Should be before 01/07/2026' })
  const provided = await renew(provider.admin, running)
  await attach(provided.id, provider.admin)
  expect((await refusalOf(verify(provider.admin, provided.id))).message).toBe(
    'You added this document, so somebody else checks it',
  )
  await verify(provider.approver, provided.id)
  expect(await linkOf(running)).toMatchObject({ since: '2024-06-20', until: '2026-06-30' })
  expect(await vatNow(running)).toBe('150.00')
  await act(world, provider.approver, 'platform.compliance.reject', {
    id: provided.id,
    comment: 'Not signed',
  })
  expect(await linkOf(running)).toMatchObject({ since: '2024-06-20', until: '2025-06-30' })
})

test('two renewals for one company by its two workers at once: one waits, the other is refused', async () => {
  const first = await worker('2025-06-30')
  const second = await worker('2025-06-30')
  await write(
    `update business.business set payment_company_id = (select payment_company_id from business.business where id = $1) where id = $2`,
    ...[first.contractor.id, second.contractor.id],
  )
  const action_id = 'business.service.renew_self_billing'
  const both = await twoServers(database, clock).beside(
    { viewer: agency.user, action_id, input: { id: (await linkOf(first)).id } },
    { viewer: agency.admin, action_id, input: { id: (await linkOf(second)).id } },
    'commit',
  )
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

test('an overlapping document that is rejected leaves the days of the one before', async () => {
  const running = await worker('2025-06-30')
  const company = (
    await sql<{ id: string }>(
      'select payment_company_id as id from business.business where id = $1',
      running.contractor.id,
    )
  )[0]?.id
  const upload = async (valid_from: string, valid_to: string) => {
    const { id } = await act<{ id: string }>(world, agency.user, 'platform.compliance.upload', {
      ...{ type: 'self_billing_agreement', business_id: company, valid_from, valid_to },
    })
    await attach(id, agency.user)
    await verify(provider.approver, id)
    return id
  }
  await upload('2025-01-01', '2025-12-31')
  const mistaken = await upload('2025-05-01', '2026-04-30')
  expect(await linkOf(running)).toMatchObject({ since: '2024-06-20', until: '2026-04-30' })
  await act(world, provider.approver, 'platform.compliance.reject', { id: mistaken, comment: 'Not signed' })
  expect(await linkOf(running)).toMatchObject({ since: '2024-06-20', until: '2025-12-31' })
})

test('another agency neither reads nor renews the agreement', async () => {
  const other = await seedAgency(world, provider)
  expect((await refusalOf(renew(other.admin, placed))).message).toBe('Service not found')
  expect((await refusalOf(read(other.admin, placed))).message).toBe('Business not found')
})

test('days that no document says: people are told before they end, and once', async () => {
  const ending = await worker('2025-08-14')
  const tell = async (on: string) => {
    await inTransaction(database, (tx) => tellPapersEnding(tx, clock.now(), on))
    return sql<{ title: string; business_id: string }>(
      `select distinct title, message, business_id from log.notification_log
       where kind = 'document_ends' and entity_id = $1 order by business_id`,
      (await linkOf(ending)).id,
    )
  }
  await write(
    `update business.service set created_at = $2 where id = $1`,
    (await linkOf(ending)).id,
    '2025-01-01T00:00:00Z',
  )
  expect(await tell(addDays(day('2025-08-14'), -61))).toEqual([])
  const told = await tell(addDays(day('2025-08-14'), -60))
  expect(new Set(told.map((one) => one.business_id))).toEqual(
    new Set([agency.id, provider.id, ending.contractor.id]),
  )
  expect(told[0]).toMatchObject({
    title: expect.stringMatching(/^Self-billing agreement of The limited company \d+ ends on 14 Aug 2025$/),
    message: 'Renew it in time: self-bills carry no VAT after it',
  })
  const count = async () =>
    sql(
      `select count(*)::int as n from log.notification_log where kind = 'document_ends' and entity_id = $1`,
      (await linkOf(ending)).id,
    )
  const before = await count()
  await tell(addDays(day('2025-08-14'), -59))
  expect(await count()).toEqual(before)
})
