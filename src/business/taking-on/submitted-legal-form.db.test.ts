/** The legal form of a client in its first form, and the registration number that it asks for (onboarding §2.2). */
import { beforeAll, expect, test } from 'vitest'
import { freshDatabase } from '#test/database.ts'
import { partyActions } from '#test/fixtures/party-actions.ts'
import { refusalOf } from '#test/fixtures/refusal.ts'
import {
  act,
  companyInput,
  type SeededAgency,
  seedAgency,
  seedProvider,
  worldOn,
} from '#test/fixtures/world.ts'

const database = await freshDatabase()
const world = worldOn(database)
let agency: SeededAgency
beforeAll(async () => {
  agency = await seedAgency(world, await seedProvider(world))
})

const { party } = partyActions(world, database)
const { brn: _, ...unnumbered } = companyInput('Unnumbered')
const newClient = (change: object = {}) => ({
  kind: 'client',
  company: companyInput('Client'),
  temp_payment_terms: 30,
  ...change,
})
const submit = (change: object) =>
  party<{ id: string; draft_id: string }>(agency.user, 'submit', newClient(change))
const formOf = (id: string) =>
  database.sql(
    'select c.legal_form from business.company c join business.business b on b.company_id = c.id where b.id = $1',
    id,
  )

test('legal form: a submitted client has one, and its draft shows it again', async () => {
  expect((await refusalOf(submit({}))).errors).toEqual({ legal_form: 'Mandatory' })
  // With the other faults, in one answer.
  expect((await refusalOf(submit({ temp_payment_terms: -1 }))).errors).toEqual({
    legal_form: 'Mandatory',
    temp_payment_terms: 'Needs Positive Number',
  })
  expect(Object.keys((await refusalOf(submit({ legal_form: 'cooperative' }))).errors ?? {})).toEqual([
    'legal_form',
  ])
  const { id, draft_id } = await submit({ legal_form: 'plc' })
  expect(await formOf(id)).toEqual([{ legal_form: 'plc' }])
  await party(agency.provider.admin, 'reject', { id, comment: 'It is another form' })
  expect(await party(agency.user, 'read_draft', { id: draft_id })).toMatchObject({
    values: { legal_form: 'plc' },
  })
  await submit({ draft_id, legal_form: 'overseas' })
  expect(await formOf(id)).toEqual([{ legal_form: 'overseas' }])
})

test.each(['limited_company', 'llp', 'plc'])(
  'legal form: a %s has a registration number',
  async (legal_form) => {
    const errors = { 'company.brn': 'Mandatory' }
    expect((await refusalOf(submit({ legal_form, company: unnumbered }))).errors).toEqual(errors)
    const { kind: __, ...client } = newClient({ legal_form, company: unnumbered })
    expect((await refusalOf(act(world, agency.user, 'business.client.create', client))).errors).toEqual(
      errors,
    )
  },
)

test('legal form: other forms need no number, and a client of the API needs no form', async () => {
  const { id } = await submit({ legal_form: 'sole_trader', company: unnumbered })
  expect(await formOf(id)).toEqual([{ legal_form: 'sole_trader' }])
  const { kind: __, ...client } = newClient()
  const made = await act<{ id: string }>(world, agency.user, 'business.client.create', client)
  expect(await formOf(made.id)).toEqual([{ legal_form: null }])
})
