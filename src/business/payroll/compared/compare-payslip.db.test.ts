/** A bureau's payslip is compared with the engine once the employment has its facts; nothing is changed. */
import { expect, test } from 'vitest'
import { endpointOf } from '#data/execute.server.ts'
import type { Viewer } from '#entity/access.ts'
import { present } from '#kernel/assert.ts'
import { hoursOf, seedFigures, seedPayePlacement } from '#test/fixtures/documents.ts'
import { freshWorld } from '#test/fixtures/fresh-world.ts'
import { refusalOf } from '#test/fixtures/refusal.ts'
import { act, seedAgency, seedClient, seedProvider, seedTimesheets } from '#test/fixtures/world.ts'
import type { AnsweredComparison } from './compared-figures.rules.ts'

const { database, world } = await freshWorld()
const provider = await seedProvider(world)
const agency = await seedAgency(world, provider)
const stranger = await seedAgency(world, provider)
const client = await seedClient(world, agency)

type ComparedPeriod = {
  readonly payslip_count: number
  readonly agreeing_count: number
  readonly slips: readonly ({ readonly worker: string; readonly difference: string } & Pick<
    AnsweredComparison,
    'causes'
  >)[]
}

const compare = (viewer: Viewer, id: string) =>
  act<AnsweredComparison>(world, viewer, 'transaction.payslip.compare', { id })

const endpoint = endpointOf({ database, clock: world.clock })
const answerOf = (viewer: Viewer, query: string) => endpoint.execute(viewer, { query })

const comparePeriod = (viewer: Viewer, id: string) =>
  act<ComparedPeriod>(world, viewer, 'transaction.payslip_period.compare', { id })

test('a bureau’s payslip: names the missing fact, then shows each figure beside the engine’s', async () => {
  const placement = await seedPayePlacement(world, { agency, client })
  const sheet = present((await seedTimesheets(world, placement))[0], 'the week')
  const days = ['2025-06-02', '2025-06-03', '2025-06-04', '2025-06-05', '2025-06-06']
  await act(world, placement.contractor.viewer, 'transaction.timesheet.submit', {
    id: sheet.id,
    details: hoursOf(placement, days, '8'),
  })
  await act(world, client.approver, 'transaction.timesheet.approve', { ids: [sheet.id] })
  const figures = await seedFigures(world, agency, sheet.id, {
    pay_day: '2025-06-20',
    period_number: 11,
    tax_code: '1257l w1',
    ni_letter: 'a',
  })
  const { payslips } = await act<{ payslips: { id: string }[] }>(
    world,
    provider.operations,
    'transaction.payslip.issue',
    { ids: [figures.id] },
  )
  const { id } = present(payslips[0], 'the payslip')
  expect(await compare(provider.operations, id)).toEqual({
    is_calculated: false,
    missing: 'There is no employment of this worker on this pay day',
    used: { tax_code: '1257L W1/M1', ni_letter: 'A' },
    lines: [],
    causes: [],
  })
  const period = await database.owner.query<{ id: string }>(
    'select payslip_period_id as id from transaction.payslip where id = $1',
    [id],
  )
  const period_id = present(period.rows[0], 'the period').id
  expect(await comparePeriod(provider.operations, period_id)).toMatchObject({
    payslip_count: 1,
    agreeing_count: 0,
    slips: [
      {
        difference: null,
        causes: [
          { cause: 'not_compared', sentence: 'There is no employment of this worker on this pay day' },
        ],
      },
    ],
  })

  const scheme = await act<{ id: string }>(world, agency.admin, 'business.paye_scheme.create', {
    employer_reference: '123/CB1',
    accounts_office_reference: '123PA00012345',
    payment_frequency: 'monthly',
    levy_charge: 'none',
  })
  const { id: employment_id } = await act<{ id: string }>(world, agency.admin, 'business.employment.start', {
    contractor_id: placement.contractor.id,
    paye_scheme_id: scheme.id,
    payroll_id: 'C1',
    start_date: '2025-06-02',
    pay_frequency: 'week',
    starter_declaration: 'B',
  })
  expect((await compare(agency.admin, id)).missing).toBe('There is no NI category on this pay day')
  await act(world, agency.admin, 'business.ni_category.add', {
    employment_id,
    letter: 'A',
    effective_from: '2025-06-02',
  })

  const before = await database.owner.query('select * from transaction.payslip where id = $1', [id])
  for (const viewer of [agency.admin, provider.operations]) {
    const { missing, lines, causes } = await compare(viewer, id)
    expect(missing).toBeNull()
    expect(causes.map(({ cause }) => cause)).toEqual(['pension', 'student_loan', 'apprenticeship_levy'])
    const { payslip_count, agreeing_count, slips } = await comparePeriod(viewer, period_id)
    expect([payslip_count, agreeing_count]).toEqual([1, 0])
    expect(slips).toMatchObject([{ id, difference: '-60.06', engine: '713.40', causes }])
    expect(
      lines.map(({ name, bureau, engine, difference, differs }) =>
        [name, bureau, engine, difference, differs ? 'differs' : 'agrees'].join(' '),
      ),
    ).toEqual([
      'Income tax 130.80 130.80 0.00 agrees',
      'Employee NI 52.36 52.36 0.00 agrees',
      'Employee pension 31.06 0.00 31.06 differs',
      'Student loan 29.00 0.00 29.00 differs',
      'Net pay 653.34 713.40 -60.06 differs',
      'Employer NI 120.08 120.08 0.00 agrees',
      'Employer pension 23.30 0.00 23.30 differs',
      'Apprenticeship levy 4.48 0.00 4.48 differs',
    ])
    expect(lines[0]?.why).toContain('Tax code 1257L')
  }
  const after = await database.owner.query('select * from transaction.payslip where id = $1', [id])
  expect(after.rows).toEqual(before.rows)
  for (const viewer of [placement.contractor.viewer, client.approver, stranger.admin])
    for (const reading of [compare(viewer, id), comparePeriod(viewer, period_id)])
      expect(['not_allowed', 'not_found']).toContain((await refusalOf(reading)).code)
})

test('figures of a bureau: a tax code or letter that cannot be is refused under its field', async () => {
  const placement = await seedPayePlacement(world, { agency, client })
  const sheet = present((await seedTimesheets(world, placement))[0], 'the week')
  const wrong = seedFigures(world, agency, sheet.id, { tax_code: '1257', ni_letter: 'Q' })
  expect(await refusalOf(wrong)).toMatchObject({
    code: 'invalid',
    errors: {
      tax_code: 'A tax code ends in a letter, such as 1257L',
      ni_letter: 'There is no such National Insurance letter',
    },
  })
})

test('figures of a bureau: roles without payroll data read none', async () => {
  const placement = await seedPayePlacement(world, { agency, client })
  const sheet = present((await seedTimesheets(world, placement))[0], 'the week')
  const figures = await seedFigures(world, agency, sheet.id, { tax_code: ' br', ni_letter: 'm' })
  const document = `{ transaction_payroll_figure(where: { id: { _eq: "${figures.id}" } }) { gross_pay tax_code ni_letter } }`
  expect(await answerOf(agency.admin, document)).toContain('"tax_code":"BR","ni_letter":"M"')
  const refused = await answerOf(agency.user, document)
  expect(refused).toContain('transaction_payroll_figure')
  expect(refused).not.toMatch(/BR|gross_pay":/)
})
