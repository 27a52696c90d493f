/** Insurance of limited companies: the agency says for how much, and a lower sum does not count (decision 0110). */
import { beforeAll, expect, test } from 'vitest'
import type { Viewer } from '#entity/access.ts'
import { inTransaction } from '#server/tx.ts'
import { freshWorld } from '#test/fixtures/fresh-world.ts'
import { refusalOf } from '#test/fixtures/refusal.ts'
import { act, type SeededPlacement, seedAgency, seedPlacement, seedWeek } from '#test/fixtures/world.ts'
import { addedPaper } from '#test/server/paper-examples.ts'
import { readChecks } from '../../placements/checks/placement-checks.server.ts'

const { database, world } = await freshWorld()
let placed: SeededPlacement
let company_id: string
beforeAll(async () => {
  placed = await seedWeek(world, { placement: { end_date: '2025-12-31', ir35_determined_by: 'contractor' } })
  const [one] = await database.sql<{ id: string }>(
    'select payment_company_id as id from contract.contract where id = $1',
    placed.id,
  )
  company_id = one?.id ?? ''
})

const setSums = (by: Viewer, sums: object) => act(world, by, 'business.agency.set_insurance_sums', sums)
const stage = () => ({ ...world, database, agency: placed.agency, placed, txtOf: async () => [] })
/** Added by the agency, verified by the provider. */
async function insured(sum_insured: string, change: object = {}): Promise<void> {
  const id = await addedPaper(stage(), placed.agency.user, {
    type: 'professional_indemnity',
    service_id: undefined,
    method: undefined,
    business_id: company_id,
    reference: 'PI-1',
    valid_from: '2025-01-01',
    sum_insured,
    ...change,
  })
  await act(world, placed.agency.provider.admin, 'platform.compliance.verify', { id })
}
const gaps = async (by: Viewer = placed.agency.admin) =>
  (await act<{ gaps: string[] }>(world, by, 'platform.compliance.read_insurance', { contract_id: placed.id }))
    .gaps
const waits = async () =>
  (await inTransaction(database, (tx) => readChecks({ tx, clock: world.clock }, placed.id))).includes(
    'insurance',
  )
const linkStatus = async () => {
  const [one] = await database.sql<{ compliance_status: string }>(
    `select compliance_status from business.service where type = 'contractor-company' and to_business_id = $1`,
    company_id,
  )
  return one?.compliance_status
}
type Read = {
  services: {
    papers: { type: string; sums_asked: { agency_name: string | null; gap: string | null }[] }[]
  }[]
}
const sumsRead = async (by: Viewer) =>
  (await act<Read>(world, by, 'platform.compliance.read', { business_id: company_id })).services
    .flatMap(({ papers }) => papers)
    .find(({ type }) => type === 'professional_indemnity')?.sums_asked

const low = (sum: string) =>
  `Professional indemnity of ${name} is for ${sum}: the agency asks for £1,000,000.00`
let name = ''

test('insurance: nothing is asked by default, nor of an agency without compliance documents', async () => {
  const [one] = await database.sql<{ name: string }>(
    'select name from business.business where id = $1',
    company_id,
  )
  name = one?.name ?? ''
  expect([await gaps(), await waits()]).toEqual([[], false])
  await setSums(placed.agency.admin, { professional_indemnity_sum: '1000000.00' })
  expect([await gaps(), await waits(), await sumsRead(placed.agency.admin)]).toEqual([[], false, []])
})

test('insurance: a missing, unverified, too low or foreign sum does not count; a sufficient one does', async () => {
  const { agency } = placed
  await act(world, agency.provider.admin, 'business.business_feature.set', {
    agency_id: agency.id,
    feature_code: 'compliance_documents',
    is_on: true,
  })
  // The self-billing agreement is there, so that the insurance alone decides on the link.
  await insured('', {
    type: 'self_billing_agreement',
    sum_insured: undefined,
    valid_from: '2025-06-01',
  })
  expect(await linkStatus()).toBe('pending')
  expect(await gaps()).toEqual([
    `Professional indemnity of ${name} is not verified and in force: the agency asks for £1,000,000.00`,
  ])
  await insured('999999.99')
  expect([await gaps(), await waits(), await linkStatus()]).toEqual([[low('£999,999.99')], true, 'pending'])
  await insured('5000000.00', { currency: 'EUR' })
  expect([(await gaps()).length, await linkStatus()]).toEqual([1, 'pending'])
  await insured('1000000.00')
  expect([await gaps(), await waits(), await linkStatus()]).toEqual([[], false, 'compliant'])
  // One that has ended.
  await setSums(agency.admin, { professional_indemnity_sum: '2000000.00' })
  expect(await linkStatus()).toBe('pending')
  await insured('2000000.00', { valid_to: world.clock.today() })
  expect([await gaps(), await linkStatus()]).toEqual([[], 'compliant'])
  await setSums(agency.admin, {})
  expect([await gaps(), await linkStatus()]).toEqual([[], 'compliant'])
})

test('insurance: a new placement is refused with the sentence, and a live one goes on with it as a warning', async () => {
  const { agency, client, contractor } = placed
  await setSums(agency.admin, { public_liability_sum: '1000000.00' })
  const sentence = `Public liability of ${name} is not verified and in force: the agency asks for £1,000,000.00`
  expect((await refusalOf(seedPlacement(world, { agency, client, contractor }))).message).toBe(sentence)
  expect(await gaps(agency.provider.admin)).toEqual([sentence])
})

test('insurance: an agency reads its own policy, the provider all by name, and another agency nothing', async () => {
  const { agency } = placed
  await setSums(agency.provider.admin, {
    agency_id: agency.id,
    professional_indemnity_sum: '9000000.00',
  })
  expect(await sumsRead(agency.admin)).toMatchObject([
    { agency_name: null, currency: 'GBP', amount: '9000000.00' },
  ])
  expect(await sumsRead(agency.provider.admin)).toMatchObject([{ amount: '9000000.00' }])
  const other = await seedAgency(world, agency.provider)
  expect((await refusalOf(gaps(other.admin))).code).toBe('not_found')
  expect((await refusalOf(setSums(other.admin, { agency_id: agency.id }))).code).toBe('invalid')
})

test.each([
  [{ professional_indemnity_sum: '0.00' }, 'professional_indemnity_sum'],
  [{ public_liability_sum: '-5.00' }, 'public_liability_sum'],
  [{ public_liability_sum: '200000000.00' }, 'public_liability_sum'],
  [{ public_liability_sum: 'a lot' }, 'public_liability_sum'],
])('a policy of %j is refused under its field', async (sums, field) => {
  expect((await refusalOf(setSums(placed.agency.admin, sums))).errors).toHaveProperty(field)
})

test('insurance: a sum belongs to an insurance', async () => {
  const asked = { service_id: undefined, method: undefined, business_id: company_id, type: 'vat_certificate' }
  const refused = await refusalOf(addedPaper(stage(), placed.agency.user, { ...asked, sum_insured: '1.00' }))
  expect(refused.errors).toHaveProperty('sum_insured')
})
