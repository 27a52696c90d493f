/** The size of a client in its first form, with the tax year it holds for (onboarding §2.6, decision 0103). */
import { beforeAll, expect, test } from 'vitest'
import { freshDatabase } from '#test/database.ts'
import { partyActions } from '#test/fixtures/party-actions.ts'
import { refusalOf } from '#test/fixtures/refusal.ts'
import { companyInput, type SeededAgency, seedAgency, seedProvider, worldOn } from '#test/fixtures/world.ts'

const database = await freshDatabase()
const world = worldOn(database)
let agency: SeededAgency
beforeAll(async () => {
  agency = await seedAgency(world, await seedProvider(world))
})

const { party } = partyActions(world, database)
const newClient = (change: object = {}) => ({
  kind: 'client',
  legal_form: 'limited_company',
  company: companyInput('Client'),
  temp_payment_terms: 30,
  ...change,
})
const sizesOf = (id: string) =>
  database.sql(
    `select tax_year, size, stated_by, stated_on::text as stated_on from business.client_size
     where client_id = $1 and deleted_at is null order by tax_year`,
    id,
  )
const year = Number(world.clock.today().slice(0, 4))
const stated = (tax_year: number, size: string) => ({
  tax_year,
  size,
  stated_by: agency.user.user_name,
  stated_on: world.clock.today(),
})

test('client size: a new client has the size of its form, and a correction replaces it', async () => {
  const first = newClient({ size: 'small', size_tax_year: year })
  const { id, draft_id } = await party<{ id: string; draft_id: string }>(agency.user, 'submit', first)
  expect(await sizesOf(id)).toEqual([stated(year, 'small')])
  await party(agency.provider.admin, 'reject', { id, comment: 'It is larger' })
  // The form shows the typed size again.
  expect(await party(agency.user, 'read_draft', { id: draft_id })).toMatchObject({
    values: { size: 'small', size_tax_year: String(year) },
  })
  const again = { ...first, draft_id, size: 'medium_large', size_tax_year: year - 1 }
  await party(agency.user, 'submit', again)
  expect(await sizesOf(id)).toEqual([stated(year - 1, 'medium_large')])
  await party(agency.user, 'withdraw', { draft_id, comment: 'Not known after all' })
  const { size: _, size_tax_year: __, ...unknown } = again
  await party(agency.user, 'submit', unknown)
  expect(await sizesOf(id)).toEqual([])
  await party(agency.user, 'withdraw', { draft_id, comment: 'It is small' })
  await party(agency.user, 'submit', { ...first, draft_id })
  expect(await sizesOf(id)).toEqual([stated(year, 'small')])
})

test.each([
  [{ size: 'small' }, { size_tax_year: 'Mandatory' }],
  [{ size_tax_year: year }, { size: 'Mandatory' }],
  [{ size: 'small', size_tax_year: year + 5 }, { size_tax_year: 'Please enter a valid Input' }],
  [{ size: 'tiny', size_tax_year: year }, { size: 'Mandatory' }],
])('%j is refused with its fault', async (change, errors) => {
  expect((await refusalOf(party(agency.user, 'submit', newClient(change)))).errors).toEqual(errors)
})

test('client size: nobody states a size in the name of another person, nor a program', async () => {
  const asked = newClient({ size: 'small', size_tax_year: year })
  const by = { ...agency.user, impersonator_user_id: agency.provider.admin.user_id }
  expect((await refusalOf(party(by, 'submit', asked))).code).toBe('not_allowed')
})
