/** Stories of PAYE work: payroll’s figures make its documents. */
import { afterAll, describe, expect, test } from 'vitest'
import { freshDatabase } from '../../database.ts'
import { example_4, hoursOf, seedFigures, seedPayePlacement } from '../../fixtures/documents.ts'
import { refusalOf } from '../../fixtures/refusal.ts'
import type { SeededPlacement } from '../../fixtures/world.ts'
import { act, seedAgency, seedClient, seedProvider, seedTimesheets } from '../../fixtures/world.ts'
import { everythingHolds, storyOn } from './tell.ts'

const database = await freshDatabase()

afterAll(() => everythingHolds(database))

describe('PAYE', () => {
  const days = ['2025-06-02', '2025-06-03', '2025-06-04', '2025-06-05', '2025-06-06']

  async function payeWeek(): Promise<{
    story: ReturnType<typeof storyOn>
    placement: SeededPlacement
    id: string
    human_id: string
  }> {
    const story = storyOn(database)
    const agency = await seedAgency(story, await seedProvider(story))
    const client = await seedClient(story, agency)
    const placement = await seedPayePlacement(story, { agency, client })
    const [sheet] = await seedTimesheets(story, placement)
    if (!sheet) throw new Error('the placement has a timesheet')
    await act(story, placement.contractor.viewer, 'transaction.timesheet.submit', {
      id: sheet.id,
      details: hoursOf(placement, days, '8'),
    })
    return { story, placement, id: sheet.id, human_id: sheet.human_id }
  }

  /** Money.md example 4, to the penny: 1280 + 256, 896.56, 38.40 + 7.68, 147.86, 445.50. */
  const example_4_stands = {
    documents: [
      'agency-provider 1280.00 + 256.00, due 2025-06-18',
      'agency_earnings 445.50 + 0.00, due 2025-06-20',
      'apprenticeship_levy 4.48 + 0.00, due 2025-07-22',
      'contractor-agency 896.56 + 0.00, due 2025-06-20',
      'employer_ni 120.08 + 0.00, due 2025-07-22',
      'employer_pension 23.30 + 0.00, due 2025-07-22',
      'provider-agency 38.40 + 7.68, due 2025-06-15',
      'provider-client 1280.00 + 256.00, due 2025-07-15',
    ],
    books: [
      'agency_earnings_payable -445.50',
      'client_receivable 1536.00',
      'contractor_payable -896.56',
      'fee_income -38.40',
      'input_vat 256.00',
      'oncost_payable -147.86',
      'output_vat -263.68',
      'purchases 1280.00',
      'sales -1280.00',
    ],
    work: ['timesheet approved'],
  }

  test('approved before payroll has run, it waits; payroll’s figures raise it: example 4 to the penny', async () => {
    const { story, placement, id } = await payeWeek()
    await act(story, placement.client.approver, 'transaction.timesheet.approve', { ids: [id] })
    await story.stands(placement.agency.id, { work: ['timesheet suspense'] })
    expect((await seedFigures(story, placement.agency, id)).status).toBe('approved')
    await story.stands(placement.agency.id, example_4_stands)
    const { rows } = await database.owner.query(
      `select generation_type, client_net, contractor_gross, on_costs, agency_gross, agency_tax, agency_net
       from transaction.invoice_set where timesheet_id = $1`,
      [id],
    )
    expect(rows).toEqual([
      {
        generation_type: 'paye_timesheet',
        client_net: '1280.00',
        contractor_gross: '896.56',
        on_costs: '147.86',
        agency_gross: '445.50',
        agency_tax: '248.32',
        agency_net: '197.18',
      },
    ])
  })

  test('with figures there already, the approval raises it at once', async () => {
    const { story, placement, id } = await payeWeek()
    await seedFigures(story, placement.agency, id)
    await act(story, placement.client.approver, 'transaction.timesheet.approve', { ids: [id] })
    await story.stands(placement.agency.id, example_4_stands)
  })

  test('figures that do not add up, or pay something else than was approved, are refused in words', async () => {
    const { story, placement, id } = await payeWeek()
    await act(story, placement.client.approver, 'transaction.timesheet.approve', { ids: [id] })
    expect((await refusalOf(seedFigures(story, placement.agency, id, { net_pay: '653.35' }))).message).toBe(
      'Gross pay less deductions is 653.34, and not 653.35',
    )
    const more = { gross_pay: '900.00', net_pay: '656.78' }
    expect((await refusalOf(seedFigures(story, placement.agency, id, more))).errors).toEqual({
      gross_pay: 'Payroll pays 900.00, the approved time comes to 896.56',
    })
    await story.stands(placement.agency.id, { work: ['timesheet suspense'] })
  })

  test('holiday pay retained is an on-cost that falls due with no date of its own', async () => {
    const { story, placement, id } = await payeWeek()
    await act(story, placement.client.approver, 'transaction.timesheet.approve', { ids: [id] })
    await seedFigures(story, placement.agency, id, { holiday_pay_retained: '50.00' })
    await story.stands(placement.agency.id, {
      ...example_4_stands,
      documents: [
        'agency-provider 1280.00 + 256.00, due 2025-06-18',
        'agency_earnings 395.50 + 0.00, due 2025-06-20',
        'apprenticeship_levy 4.48 + 0.00, due 2025-07-22',
        'contractor-agency 896.56 + 0.00, due 2025-06-20',
        'employer_ni 120.08 + 0.00, due 2025-07-22',
        'employer_pension 23.30 + 0.00, due 2025-07-22',
        'holiday_pay_retained 50.00 + 0.00, due 2025-06-20',
        'provider-agency 38.40 + 7.68, due 2025-06-15',
        'provider-client 1280.00 + 256.00, due 2025-07-15',
      ],
      books: [
        'agency_earnings_payable -395.50',
        'client_receivable 1536.00',
        'contractor_payable -896.56',
        'fee_income -38.40',
        'input_vat 256.00',
        'oncost_payable -197.86',
        'output_vat -263.68',
        'purchases 1280.00',
        'sales -1280.00',
      ],
    })
  })

  test('payroll file: imported whole or not at all, with the faulty row', async () => {
    const { story, placement, id, human_id } = await payeWeek()
    await act(story, placement.client.approver, 'transaction.timesheet.approve', { ids: [id] })
    const load = (rows: object[]) =>
      act(story, placement.agency.provider.operations, 'transaction.payroll_figure.import', { rows })
    const row = { timesheet: human_id, ...example_4 }
    const bad = [row, { ...row, timesheet: 'TMS999999' }, row]
    expect((await refusalOf(load(bad))).errors).toEqual({
      'rows.1.timesheet': 'Timesheet not found',
      'rows.2.timesheet': 'Duplicate Value',
    })
    await story.stands(placement.agency.id, { work: ['timesheet suspense'] })
    await load([row])
    await story.stands(placement.agency.id, example_4_stands)
    expect((await refusalOf(load([row]))).errors).toEqual({
      'rows.0.timesheet': `Timesheet ${human_id} is invoiced already: correct it by a refinement`,
    })
  })
})
