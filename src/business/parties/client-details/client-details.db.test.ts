import { expect, test } from 'vitest'
import type { Viewer } from '#entity/access.ts'
import { freshWorld } from '#test/fixtures/fresh-world.ts'
import { outcomesOf, refusalOf } from '#test/fixtures/refusal.ts'
import { act, seedAgency, seedClient, seedContact, seedProvider } from '#test/fixtures/world.ts'

const { database, world } = await freshWorld()
const provider = await seedProvider(world)
const agency = await seedAgency(world, provider)
const client = await seedClient(world, agency)
const person = await seedContact(world, agency.admin, client.id, 'Ivy', 'invoice_contact')

const set = (viewer: Viewer, details: object, client_id = client.id) =>
  act(world, viewer, 'business.client.set_details', { client_id, ...details })
const details = async () =>
  (
    await database.owner.query(
      `select k.phone, k.website from business.company k join business.business b on b.company_id = k.id where b.id = $1`,
      [client.id],
    )
  ).rows[0]

test('phone and website of a client: changed by its people, its agency and the provider, each time both', async () => {
  await set(person, { phone: '+441132000000', website: 'harbour.example' })
  expect(await details()).toEqual({ phone: '+441132000000', website: 'https://harbour.example' })
  await set(agency.user, { website: 'http://harbour.example/jobs' })
  expect(await details()).toEqual({ phone: null, website: 'http://harbour.example/jobs' })
  await set(provider.operations, { phone: '+441132000001' })
  expect(await details()).toEqual({ phone: '+441132000001', website: null })
  const { rows } = await database.owner.query(
    `select old_values, new_values from log.audit where action_id = 'business.client.set_details' order by id desc limit 1`,
  )
  expect(rows).toEqual([
    {
      old_values: { phone: null, website: 'http://harbour.example/jobs', industries: [] },
      new_values: { phone: '+441132000001', website: null, industries: [] },
    },
  ])
})

test('industries of a client: set, emptied, and kept where they are absent', async () => {
  const industries = async () =>
    (
      await database.owner.query(
        `select k.industries from business.company k join business.business b on b.company_id = k.id where b.id = $1`,
        [client.id],
      )
    ).rows[0]?.industries
  await set(person, { industries: ['Ship building', '30110'] })
  expect(await industries()).toEqual(['Ship building', '30110'])
  await set(agency.user, { phone: '+441132000001' })
  expect(await industries()).toEqual(['Ship building', '30110'])
  await set(provider.operations, { industries: [] })
  expect(await industries()).toEqual([])
  expect((await refusalOf(set(person, { industries: Array.from({ length: 51 }, String) }))).errors).toEqual({
    industries: 'Max number is reached',
  })
})

type Profile = {
  readonly name: string
  readonly brn: string
  readonly is_vat_registered: boolean
  readonly vat_registration_no: string
  readonly address: Readonly<Record<string, string | null>>
}

test('industries of a client: the provider changes them with the profile, which keeps them where they are absent', async () => {
  const { rows } = await database.owner.query<Profile>(
    `select k.name, k.brn, k.is_vat_registered, k.vat_registration_no, to_jsonb(a) as address from business.company k
     join business.business b on b.company_id = k.id join business.address a on a.id = k.address_id where b.id = $1`,
    [client.id],
  )
  const [{ address, ...company }] = rows as [Profile] // The client has a company.
  const { line_1, line_2, city, zipcode, country_code } = address
  const profile = {
    business_id: client.id,
    ...company,
    address: Object.fromEntries(
      Object.entries({ line_1, line_2, city, zipcode, country_code }).filter(([, text]) => text !== null),
    ),
  }
  const update = (more: object) =>
    act(world, provider.operations, 'business.company.update', { ...profile, ...more })
  const industries = async () =>
    (
      await database.owner.query(
        `select k.industries from business.company k join business.business b on b.company_id = k.id where b.id = $1`,
        [client.id],
      )
    ).rows[0]?.industries
  await update({ industries: ['Construction', '41201'] })
  expect(await industries()).toEqual(['Construction', '41201'])
  await update({})
  expect(await industries()).toEqual(['Construction', '41201'])
  await update({ industries: [] })
})

test('phone and website: a second click and two writers at once leave one value', async () => {
  const both = { phone: '+441132000002', website: 'https://harbour.example' }
  expect(await outcomesOf([set(person, both), set(person, both), set(agency.user, both)])).toEqual({
    done: 3,
    refused: [],
  })
  expect(await details()).toEqual(both)
})

test.each(['javascript:alert(1)', 'ftp://harbour.example', 'harbour'])(
  'website %s is refused',
  async (website) => {
    expect((await refusalOf(set(person, { website }))).errors).toEqual({
      website: 'Please enter a valid URL',
    })
  },
)

test.each(['abc', '0113 496', '0113 496 0000 ext 4'])('phone %s is refused', async (phone) => {
  expect((await refusalOf(set(person, { phone }))).errors).toEqual({ phone: 'Please enter a valid number' })
})

test('an odd phone of an older row stays while the website changes', async () => {
  await database.owner.query(
    `update business.company set phone = 'ask Ivy' where id = (select company_id from business.business where id = $1)`,
    [client.id],
  )
  await set(person, { phone: 'ask Ivy', website: 'harbour.example' })
  expect(await details()).toEqual({ phone: 'ask Ivy', website: 'https://harbour.example' })
  await set(person, { phone: '0113 496 0001', website: 'harbour.example' })
  expect((await details()).phone).toBe('+441134960001')
})

test('phone and website are not changed by a timesheet approver, a reader, another client or another agency', async () => {
  const approver = await seedContact(world, agency.admin, client.id, 'Tim', 'timesheet_approver')
  for (const viewer of [approver, agency.reader])
    expect((await refusalOf(set(viewer, {}))).code).toBe('not_allowed')
  const other = await seedAgency(world, provider)
  const elsewhere = await seedClient(world, other)
  const stranger = await seedContact(world, other.admin, elsewhere.id, 'Sue', 'invoice_contact')
  for (const viewer of [stranger, other.admin])
    expect((await refusalOf(set(viewer, {}))).code).toBe('not_found')
  expect((await refusalOf(set(person, {}, agency.id))).code).toBe('not_found')
})
