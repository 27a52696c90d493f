import { expect, test } from 'vitest'
import { freshDatabase } from '#test/database.ts'
import { refusalOf } from '#test/fixtures/refusal.ts'
import { act, seedAgency, seedProvider, worldOn } from '#test/fixtures/world.ts'

const database = await freshDatabase()
const world = worldOn(database)
const provider = await seedProvider(world)
const agency = await seedAgency(world, provider)

let count = 0

const references = () => {
  count += 1
  return {
    employer_reference: `123/ab${count}`,
    accounts_office_reference: '123pa00012345',
    payment_frequency: 'monthly',
    levy_charge: 'none',
  }
}

const newScheme = () =>
  act<{ id: string; employer_reference: string }>(
    world,
    agency.admin,
    'business.paye_scheme.create',
    references(),
  )

test('PAYE scheme: an agency enters its own, in HMRC’s spelling, once', async () => {
  const input = references()
  const { id, employer_reference } = await act<{ id: string; employer_reference: string }>(
    world,
    agency.admin,
    'business.paye_scheme.create',
    input,
  )
  expect(employer_reference).toBe(input.employer_reference.toUpperCase())
  const { rows } = await database.owner.query(
    'select business_id, agency_id, provider_id, accounts_office_reference from business.paye_scheme where id = $1',
    [id],
  )
  expect(rows).toEqual([
    {
      business_id: agency.id,
      agency_id: agency.id,
      provider_id: provider.id,
      accounts_office_reference: '123PA00012345',
    },
  ])
  const again = act(world, provider.admin, 'business.paye_scheme.create', {
    business_id: provider.id,
    ...input,
  })
  expect(await refusalOf(again)).toMatchObject({ errors: { employer_reference: 'Already Existing' } })
})

test('PAYE scheme: all faults of a form in one answer, in the words of the specification', async () => {
  const bad = act(world, agency.admin, 'business.paye_scheme.create', {
    employer_reference: '12/AB',
    accounts_office_reference: '',
    corporation_tax_reference: '1234567890',
    payment_frequency: 'monthly',
    levy_charge: 'none',
  })
  expect((await refusalOf(bad)).errors).toEqual({
    employer_reference: 'Please enter a valid Input',
    accounts_office_reference: 'Mandatory',
    corporation_tax_reference: 'Please enter a valid Input',
  })
})

test('PAYE scheme: another agency neither enters one for it, nor changes its scheme', async () => {
  const other = await seedAgency(world, provider)
  const { id } = await newScheme()
  const entered = act(world, other.admin, 'business.paye_scheme.create', {
    business_id: agency.id,
    ...references(),
  })
  expect((await refusalOf(entered)).errors).toEqual({ business_id: 'Employer not found' })
  const changed = act(world, other.admin, 'business.paye_scheme.update', { id, ...references() })
  expect(await refusalOf(changed)).toMatchObject({ code: 'not_found' })
})

test('tax years of a scheme: later years stay, the same year is replaced and kept as history', async () => {
  const { id: paye_scheme_id } = await newScheme()
  const set = (tax_year: string, levy_allowance: string) =>
    act(world, agency.admin, 'business.paye_scheme_year.set', { paye_scheme_id, tax_year, levy_allowance })
  await set('2026-27', '15000.00')
  await set('2025-26', '9000.00')
  await set('2025-26', '8000.00')
  const { rows } = await database.owner.query(
    `select effective_from::text as "from", effective_to::text as "to", levy_allowance as levy,
       deleted_at is not null as replaced
     from business.paye_scheme_year where paye_scheme_id = $1 order by effective_from, created_at, id`,
    [paye_scheme_id],
  )
  expect(rows).toEqual([
    { from: '2025-04-06', to: '2026-04-05', levy: '9000.00', replaced: true },
    { from: '2025-04-06', to: '2026-04-05', levy: '8000.00', replaced: false },
    { from: '2026-04-06', to: null, levy: '15000.00', replaced: false },
  ])
})

test.each([
  [{ tax_year: '2027-28' }, { tax_year: 'There are no rates for the tax year 2027-28 yet' }],
  [{ claims_employment_allowance: true }, { allowance_declared_by: 'Mandatory' }],
  [{ levy_allowance: '15000.01' }, { levy_allowance: 'Max number is reached' }],
  [{ levy_allowance: '-1' }, { levy_allowance: 'Needs Positive Number' }],
])('tax years of a scheme: %j is refused', async (change, errors) => {
  const { id } = await newScheme()
  const input = { paye_scheme_id: id, tax_year: '2025-26', ...change }
  const call = act(world, agency.admin, 'business.paye_scheme_year.set', input)
  expect((await refusalOf(call)).errors).toEqual(errors)
})
