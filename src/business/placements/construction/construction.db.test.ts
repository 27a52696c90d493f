/** Construction work outside PAYE needs gross payment status, and a self-employed worker a declaration (payroll-run §5.3). */
import { expect, test } from 'vitest'
import type { Viewer } from '#entity/access.ts'
import { instant } from '#kernel/instant.ts'
import { freshWorld } from '#test/fixtures/fresh-world.ts'
import { refusalOf } from '#test/fixtures/refusal.ts'
import {
  act,
  type PaymentType,
  seedAgency,
  seedApprovals,
  seedContractor,
  seedParties,
  seedPlacement,
} from '#test/fixtures/world.ts'

const { database, world } = await freshWorld('2026-06-14T11:00:00.000Z')
const { sql } = database
const { agency, client } = await seedParties(world)
const start_date = '2026-06-01'
const refused =
  'Construction work that is not paid through PAYE needs the Construction Industry Scheme, which this version does not operate. Pay this worker through PAYE.'

const verify = (by: Viewer, business_id: string, change: Record<string, unknown> = {}) =>
  act<{ id: string }>(world, by, 'business.cis_verification.add', {
    business_id,
    verification_number: 'v1234567890',
    verified_on: '2026-06-10',
    result: 'gross_payment',
    ...change,
  })

const placed = (
  contractor: Awaited<ReturnType<typeof seedContractor>>,
  change: Record<string, unknown> = {},
) => seedPlacement(world, { agency, client, contractor }, { start_date, is_construction: true, ...change })

test.each<PaymentType>(['limited', 'umbrella', 'selfemployed'])(
  'construction through %s: refused at submission until gross payment status is verified',
  async (payment_type) => {
    const contractor = await seedContractor(world, agency, { payment_type })
    const payee = contractor.payment_company_id
    expect((await refusalOf(placed(contractor))).errors).toEqual({ is_construction: refused })
    await placed(contractor, { is_construction: false })
    // A verification of another agency does not count, and a deduction status is no gross payment status.
    const other = await seedAgency(world, agency.provider)
    await verify(agency.provider.operations, payee, { agency_id: other.id })
    await verify(agency.user, payee, { result: 'deduct_20' })
    expect((await refusalOf(placed(contractor))).errors).toEqual({ is_construction: refused })
    await verify(agency.user, payee)
    const { id } = await placed(contractor)
    expect(await sql('select status, is_construction from contract.contract where id = $1', id)).toEqual([
      { status: 'active', is_construction: true },
    ])
  },
)

test('construction through PAYE: needs no verification', async () => {
  await placed(await seedContractor(world, agency, { payment_type: 'paye' }))
})

test('verification that is taken away after the submission: activation is refused until a new one', async () => {
  const contractor = await seedContractor(world, agency)
  await verify(agency.user, contractor.payment_company_id)
  const { id } = await act<{ id: string }>(world, agency.admin, 'contract.temp_placement.create', {
    client_id: client.id,
    contractor_id: contractor.id,
    title: 'Bricklayer',
    start_date,
    funding_type: 'funded',
    contractor_payment_terms: 7,
    is_construction: true,
    rates: [{ name: 'Standard', contractor_rate: '20.00', client_rate: '25.00' }],
  })
  await seedApprovals(world, { agency, client, contractor }, id)
  const activate = () => act(world, agency.provider.operations, 'contract.temp_placement.activate', { id })
  const open = async () =>
    (await sql('select status, open_checks from contract.contract where id = $1', id))[0]
  expect(await open()).toEqual({ status: 'pending_raise_approval', open_checks: [] })
  await verify(agency.user, contractor.payment_company_id, { verified_on: '2026-06-14', result: 'deduct_30' })
  expect(await open()).toEqual({ status: 'awaiting_raise_approval', open_checks: ['construction'] })
  expect(await refusalOf(activate())).toMatchObject({ code: 'precondition', message: refused })
  await verify(agency.user, contractor.payment_company_id, { verified_on: '2026-06-14' })
  await activate()
})

test('a verification: counts in its tax year and the next two', async () => {
  const contractor = await seedContractor(world, agency)
  const { payment_company_id } = contractor
  expect(
    (await refusalOf(verify(agency.user, payment_company_id, { verified_on: '2024-04-05' }))).errors,
  ).toEqual({
    verified_on: 'Should be after 06/04/2024',
  })
  await verify(agency.user, payment_company_id, { verified_on: '2024-04-06' })
  await placed(contractor)
  world.clock.set(instant('2027-04-06T09:00:00Z'))
  expect((await refusalOf(placed(contractor, { start_date: '2027-04-05' }))).errors).toEqual({
    is_construction: refused,
  })
  world.clock.set(instant('2026-06-14T11:00:00.000Z'))
})

test('a verification: checked in its fields, and entered and read by its agency and the provider alone', async () => {
  const contractor = await seedContractor(world, agency)
  const payee = contractor.payment_company_id
  const errorsOf = async (by: Viewer, change: Record<string, unknown>) =>
    (await refusalOf(verify(by, payee, change))).errors
  expect(await errorsOf(agency.user, { verification_number: 'V12' })).toEqual({
    verification_number: 'Please enter a valid Input',
  })
  expect(await errorsOf(agency.user, { verified_on: '2026-06-15' })).toHaveProperty('verified_on')
  expect(await errorsOf(agency.provider.operations, {})).toEqual({ agency_id: 'Mandatory' })
  expect((await refusalOf(verify(contractor.viewer, payee))).code).toBe('not_allowed')
  const other = await seedAgency(world, agency.provider)
  expect((await refusalOf(verify(other.admin, payee))).code).toBe('not_found')
})

test('self-employed worker: the declaration is asked for at submission, and kept of nobody else', async () => {
  const worker = await seedContractor(world, agency, { payment_type: 'selfemployed' })
  const undeclared = { is_construction: false, is_unsupervised: false }
  expect((await refusalOf(placed(worker, undeclared))).errors).toEqual({
    is_unsupervised:
      'Declare that the client does not supervise, direct or control the work, or pay this worker through PAYE',
  })
  const declared = { is_construction: false, is_unsupervised: true }
  const kept = async (id: string) =>
    (
      await sql<{ is_unsupervised: boolean }>(
        'select is_unsupervised from contract.contract where id = $1',
        id,
      )
    )[0]
  expect(await kept((await placed(worker, declared)).id)).toEqual({ is_unsupervised: true })
  const limited = await seedContractor(world, agency)
  expect(await kept((await placed(limited, declared)).id)).toEqual({ is_unsupervised: false })
})
