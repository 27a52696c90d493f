/** A worker with employments under two PAYE schemes is paid by the scheme that the placement names. */
import { expect, test } from 'vitest'
import { freshDatabase } from '#test/database.ts'
import { seedPayePlacement } from '#test/fixtures/documents.ts'
import { freshWorld } from '#test/fixtures/fresh-world.ts'
import { offPayrollOn } from '#test/fixtures/off-payroll.ts'
import { payRunsOn, weeks } from '#test/fixtures/pay-runs.ts'
import { placementInput } from '#test/fixtures/placement-input.ts'
import { messageOf, refusalOf } from '#test/fixtures/refusal.ts'
import { act, seedAgency, seedContractor, seedPlacement } from '#test/fixtures/world.ts'

const database = await freshDatabase()
const { world, provider, agency, client, sql, ...steps } = await payRunsOn(database)
const { employed, week, open, calculate } = steps
const first = steps.paye_scheme_id
const schemeOf = (admin: typeof agency.admin, reference: string) =>
  act<{ id: string }>(world, admin, 'business.paye_scheme.create', {
    employer_reference: reference,
    accounts_office_reference: '123PA00012345',
    payment_frequency: 'monthly',
    levy_charge: 'none',
  })
const { id: second } = await schemeOf(agency.admin, '321/CD7')
await act(world, provider.admin, 'business.paye_scheme.set_source', { id: second, source: 'engine' })

async function employedUnder(contractor_id: string, paye_scheme_id: string, payroll_id: string) {
  const { id: employment_id } = await act<{ id: string }>(world, agency.admin, 'business.employment.start', {
    ...{ contractor_id, paye_scheme_id, payroll_id },
    ...{ start_date: '2025-06-02', pay_frequency: 'week', starter_declaration: 'B' },
  })
  await act(world, agency.admin, 'business.ni_category.add', {
    ...{ employment_id, letter: 'A', effective_from: '2025-06-02', reason: 'Certificate seen' },
  })
}

const name = (id: string, paye_scheme_id: string | null, by = agency.admin) =>
  act(world, by, 'contract.temp_placement.set_paye_scheme', { id, paye_scheme_id })
const errorsOf = async (call: Promise<unknown>) => (await refusalOf(call)).errors
const paidBy = (pay_run_id: string) =>
  sql<{ contractor_id: string; gross_pay: string }>(
    'select contractor_id, gross_pay from transaction.pay_run_payslip where pay_run_id = $1 and withdrawn_as is null',
    pay_run_id,
  )
const runOf = (paye_scheme_id: string) =>
  act<{ id: string }>(world, provider.operations, 'transaction.pay_run.open', {
    ...{ paye_scheme_id, frequency: 'week', pay_day: '2025-06-20' },
  })

test('scheme of a placement: its run alone takes the work, and it is fixed once a timesheet is approved', async () => {
  const ann = await employed()
  const bob = await employed()
  await employedUnder(ann.contractor_id, second, 'S1')
  const { contractor } = bob.placement
  const other = await seedPlacement(world, { agency, client, contractor }, { title: 'Night work' })
  const before = await sql('select told_updated_at from contract.contract where id = $1', ann.placement.id)
  world.clock.advance({ minutes: 1 })
  await name(ann.placement.id, second)
  await name(other.id, second, provider.operations)
  // Clients, workers and funders do not read it.
  expect(await sql('select told_updated_at from contract.contract where id = $1', ann.placement.id)).toEqual(
    before,
  )
  await week(ann.placement, weeks.first)
  await week(bob.placement, weeks.first)
  await week(other, weeks.first)
  expect(await messageOf(name(ann.placement.id, null))).toMatch(
    /^The PAYE scheme of placement TMP\d+ is fixed: timesheet TMS\d+ is approved$/,
  )

  const run = await open('2025-06-20')
  await calculate(run.id)
  expect(await paidBy(run.id)).toEqual([{ contractor_id: bob.contractor_id, gross_pay: '896.56' }])
  expect(
    await sql(
      `select sentence from transaction.pay_run_check where pay_run_id = $1 and code = 'N07'`,
      run.id,
    ),
  ).toEqual([
    {
      sentence:
        '1 approved timesheet is not in this run: its worker has no employment here, or was paid in this period',
    },
  ])
  const named = await runOf(second)
  await calculate(named.id)
  expect(await paidBy(named.id)).toEqual([{ contractor_id: ann.contractor_id, gross_pay: '896.56' }])
})

test('scheme of a placement: refuses schemes of other agencies, ended ones, and workers outside payroll', async () => {
  const { id } = await seedPayePlacement(world, { agency, client })
  const stranger = await seedAgency(world, provider)
  const { id: foreign } = await schemeOf(stranger.admin, '555/ZZ1')
  const { id: ended } = await schemeOf(agency.admin, '444/EE1')
  await act(world, agency.admin, 'business.paye_scheme.end', { id: ended, ended_on: '2025-06-01' })
  expect(await errorsOf(name(id, foreign))).toEqual({ paye_scheme_id: 'PAYE scheme not found' })
  expect(await errorsOf(name(id, ended))).toEqual({
    paye_scheme_id: 'PAYE scheme 444/EE1 ended on 01/06/2025',
  })
  const contractor = await seedContractor(world, agency)
  const limited = placementInput({ client, contractor }, { paye_scheme_id: first })
  expect(await errorsOf(act(world, agency.admin, 'contract.temp_placement.create', limited))).toMatchObject({
    paye_scheme_id: 'Only workers on payroll are paid under a PAYE scheme',
  })
})

test('scheme of a placement: the form of a draft names it, and takes it back', async () => {
  const contractor = await seedContractor(world, agency, { payment_type: 'paye' })
  const typed = placementInput({ client, contractor }, { paye_scheme_id: second })
  const { id } = await act<{ id: string }>(world, agency.admin, 'contract.temp_placement.create', typed)
  const stored = () => sql('select paye_scheme_id from contract.contract where id = $1', id)
  expect(await stored()).toEqual([{ paye_scheme_id: second }])
  await act(world, agency.admin, 'contract.temp_placement.update', {
    id,
    ...placementInput({ client, contractor }),
  })
  expect(await stored()).toEqual([{ paye_scheme_id: null }])
})

test('scheme of a placement: fees inside IR35 are deducted from by its runs alone', async () => {
  const { world: april, database: other } = await freshWorld('2026-04-07T11:00:00.000Z')
  const stage = await offPayrollOn(other, april)
  const { id } = await act<{ id: string }>(april, stage.agency.admin, 'business.paye_scheme.create', {
    ...{ employer_reference: '321/CD7', accounts_office_reference: '123PA00012345' },
    ...{ payment_frequency: 'monthly', levy_charge: 'none' },
  })
  await act(april, stage.provider.admin, 'business.paye_scheme.set_source', { id, source: 'engine' })
  await stage.employ()
  // Payroll deducts under the other scheme.
  expect(await errorsOf(stage.draft({ paye_scheme_id: id }))).toMatchObject({
    paye_scheme_id: 'Only workers on payroll are paid under a PAYE scheme',
  })
  await stage.employ({ paye_scheme_id: id, payroll_id: 'S1' })
  const placement = await stage.placed({ paye_scheme_id: id })
  await stage.week(placement)
  expect(await stage.calculated('2026-04-10')).toMatchObject({ payslips: 0 })
  const opened = { paye_scheme_id: id, frequency: 'week', pay_day: '2026-04-10' }
  const run = await stage.operate<{ id: string }>('transaction.pay_run.open', opened)
  expect(await stage.operate('transaction.pay_run.calculate', { id: run.id })).toMatchObject({ payslips: 1 })
})
