/** Stories of PAYE work that is corrected: what was paid stays paid, payroll’s next run adjusts it (money.md §1.8). */
import { afterAll, describe, expect, test } from 'vitest'
import { present } from '#kernel/assert.ts'
import { verifyDatabase } from '#server/verify.server.ts'
import { freshDatabase } from '../../database.ts'
import { documentsOf, seedPaid, seedPayout } from '../../fixtures/cash.ts'
import { expectVerified } from '../../fixtures/corrections.ts'
import {
  example_4_corrected,
  example_4_given_back,
  hoursOf,
  seedFigures,
  seedPayePlacement,
} from '../../fixtures/documents.ts'
import { refusalOf } from '../../fixtures/refusal.ts'
import type { SeededPlacement } from '../../fixtures/world.ts'
import { act, seedAgency, seedClient, seedProvider, seedTimesheets } from '../../fixtures/world.ts'
import { everythingHolds, storyOn } from './tell.ts'

const database = await freshDatabase()

afterAll(() => everythingHolds(database))

const days = ['2025-06-02', '2025-06-03', '2025-06-04', '2025-06-05', '2025-06-06']

const next_run = { pay_day: '2025-06-27', period_number: 2 }
const corrected = { ...example_4_corrected, ...next_run }
const given_back = { ...example_4_given_back, ...next_run }

type Refined = { id: string; status: string; words: string[]; differences: { id: string }[] }

/** Example 4 invoiced on 15 June, paid by payroll on 20 June; told on the Monday after. */
async function paidWeek() {
  const story = storyOn(database)
  const agency = await seedAgency(story, await seedProvider(story))
  const client = await seedClient(story, agency)
  const placement: SeededPlacement = await seedPayePlacement(story, { agency, client })
  const sheet = present((await seedTimesheets(story, placement))[0], 'the timesheet')
  await act(story, placement.contractor.viewer, 'transaction.timesheet.submit', {
    id: sheet.id,
    details: hoursOf(placement, days, '8'),
  })
  await act(story, client.approver, 'transaction.timesheet.approve', { ids: [sheet.id] })
  await seedFigures(story, agency, sheet.id)
  await story.morning('2025-06-23')
  const refine = (units: string, more: object = {}) =>
    act<Refined>(story, agency.user, 'transaction.timesheet.refine', {
      id: sheet.id,
      mode: 'full',
      details: hoursOf(placement, days, units),
      reason: 'An hour a day was lunch',
      ...more,
    })
  const adjusted = async () =>
    (
      await database.owner.query(
        `select version, is_reduction, gross_change, net_change, cost_change from transaction.payroll_figure
         where agency_id = $1 and deleted_at is null order by created_at, version`,
        [agency.id],
      )
    ).rows
  return { story, agency, client, placement, sheet, refine, adjusted }
}

const issued = [
  'agency-provider 1280.00 + 256.00, due 2025-06-18',
  'agency_earnings 445.50 + 0.00, due 2025-06-20',
  'apprenticeship_levy 4.48 + 0.00, due 2025-07-22',
  'contractor-agency 896.56 + 0.00, due 2025-06-20',
  'employer_ni 120.08 + 0.00, due 2025-07-22',
  'employer_pension 23.30 + 0.00, due 2025-07-22',
  'provider-agency 38.40 + 7.68, due 2025-06-15',
  'provider-client 1280.00 + 256.00, due 2025-07-15',
]

const issued_books = [
  'agency_earnings_payable -445.50',
  'client_receivable 1536.00',
  'contractor_payable -896.56',
  'fee_income -38.40',
  'input_vat 256.00',
  'oncost_payable -147.86',
  'output_vat -263.68',
  'purchases 1280.00',
  'sales -1280.00',
]

/** 35 hours at 32.00, whichever way they were corrected. */
const corrected_books = [
  'agency_earnings_payable -392.74',
  'client_receivable 1344.00',
  'contractor_payable -784.49',
  'fee_income -33.60',
  'input_vat 224.00',
  'oncost_payable -126.45',
  'output_vat -230.72',
  'purchases 1120.00',
  'sales -1120.00',
]

const credited = [
  'agency-provider -1280.00 + -256.00, due 2025-06-23, credit',
  'agency_earnings -445.50 + 0.00, due 2025-06-23, credit',
  'apprenticeship_levy -4.48 + 0.00, due 2025-06-23, credit',
  'contractor-agency -896.56 + 0.00, due 2025-06-23, credit',
  'employer_ni -120.08 + 0.00, due 2025-06-23, credit',
  'employer_pension -23.30 + 0.00, due 2025-06-23, credit',
  'provider-agency -38.40 + -7.68, due 2025-06-23, credit',
  'provider-client -1280.00 + -256.00, due 2025-06-23, credit',
]

/** Credited and raised anew with 35 hours. */
const anew = [
  ...issued,
  'agency-provider -1280.00 + -256.00, due 2025-06-23, credit',
  'agency-provider 1120.00 + 224.00, due 2025-06-25',
  'agency_earnings -445.50 + 0.00, due 2025-06-23, credit',
  'agency_earnings 392.74 + 0.00, due 2025-06-27',
  'apprenticeship_levy -4.48 + 0.00, due 2025-06-23, credit',
  'apprenticeship_levy 3.92 + 0.00, due 2025-07-22',
  'contractor-agency -896.56 + 0.00, due 2025-06-23, credit',
  'contractor-agency 784.49 + 0.00, due 2025-06-27',
  'employer_ni -120.08 + 0.00, due 2025-06-23, credit',
  'employer_ni 103.27 + 0.00, due 2025-07-22',
  'employer_pension -23.30 + 0.00, due 2025-06-23, credit',
  'employer_pension 19.26 + 0.00, due 2025-07-22',
  'provider-agency -38.40 + -7.68, due 2025-06-23, credit',
  'provider-agency 33.60 + 6.72, due 2025-06-23',
  'provider-client -1280.00 + -256.00, due 2025-06-23, credit',
  'provider-client 1120.00 + 224.00, due 2025-07-23',
]

describe('PAYE corrections', () => {
  test('overpaid hours: credited at once, raised by the next payroll run, which adjusts the pay', async () => {
    const { story, agency, sheet, refine, adjusted } = await paidWeek()
    const answer = await refine('7')
    expect(answer).toMatchObject({ status: 'pending_invoices' })
    expect(answer.words).toEqual([
      '£1,536.00 that the client was billed is credited now.',
      'Payroll adjusts the pay in its next run: the corrected documents are raised when its figures are there.',
    ])
    await story.stands(agency.id, {
      documents: [...issued, ...credited],
      work: ['timesheet suspense', 'refinement full pending_invoices'],
      open: [],
    })
    await expectVerified(database)
    expect((await refusalOf(refine('8'))).message).toBe(
      `Timesheet ${sheet.human_id} is in suspense and cannot be refined`,
    )
    // What was paid on 20 June cannot be corrected on 20 June.
    expect(
      (await refusalOf(seedFigures(story, agency, sheet.id, { ...corrected, pay_day: '2025-06-20' }))).errors,
    ).toEqual({
      pay_day: 'Should be after 20/06/2025',
    })
    expect(await seedFigures(story, agency, sheet.id, corrected)).toMatchObject({ status: 'approved' })
    await story.stands(agency.id, {
      documents: anew,
      books: corrected_books,
      work: ['timesheet approved', 'refinement full completed'],
      open: [
        'agency-provider 1344.00',
        'agency_earnings 392.74',
        'apprenticeship_levy 3.92',
        'contractor-agency 784.49',
        'employer_ni 103.27',
        'employer_pension 19.26',
        'provider-agency 40.32',
        'provider-client 1344.00',
      ],
    })
    // What payroll adjusts: the pay in gross and net, and what it costs the agency.
    expect(await adjusted()).toEqual([
      { version: 1, is_reduction: false, gross_change: null, net_change: null, cost_change: null },
      {
        version: 2,
        is_reduction: false,
        gross_change: '-112.07',
        net_change: '-65.32',
        cost_change: '-21.41',
      },
    ])
    // Another amount than the figures make is found.
    const change = `update transaction.payroll_figure set gross_change = gross_change + $2 where agency_id = $1`
    await database.owner.query(change, [agency.id, '1.00'])
    const found = await verifyDatabase(database)
    expect(found.filter((one) => one.broken.length > 0).map((one) => one.id)).toContain('I17')
    await database.owner.query(change, [agency.id, '-1.00'])
  })

  test('the same as a difference: five hours given back, line by line of the originals', async () => {
    const { story, agency, refine, adjusted } = await paidWeek()
    const answer = await refine('7', { mode: 'difference' })
    expect(answer.status).toBe('pending_invoices')
    const less = present(answer.differences[0], 'what is taken off')
    await story.stands(agency.id, {
      documents: issued,
      books: issued_books,
      work: ['timesheet approved', 'timesheet suspense', 'refinement difference pending_invoices'],
    })
    expect((await refusalOf(seedFigures(story, agency, less.id, corrected))).errors).toMatchObject({
      gross_pay: 'Needs Negative Number',
      employer_ni: 'Needs Negative Number',
    })
    expect(
      (
        await refusalOf(
          seedFigures(story, agency, less.id, { ...given_back, gross_pay: '-112.00', net_pay: '-65.25' }),
        )
      ).errors,
    ).toEqual({
      gross_pay: 'Payroll pays -112.00, the approved time comes to -112.07',
    })
    // More than the work was invoiced with cannot be given back of it.
    const too_much = { ...given_back, apprenticeship_levy: '-5.00' }
    const { id } = await act<{ id: string }>(
      story,
      agency.provider.operations,
      'transaction.payroll_override.request',
      { timesheet_id: less.id, ...too_much, reason: 'The bureau says so' },
    )
    await act(story, agency.provider.approver, 'transaction.payroll_override.confirm', { id })
    const { rows } = await database.owner.query(
      'select suspense_reason from transaction.timesheet where id = $1',
      [less.id],
    )
    expect(rows).toEqual([{ suspense_reason: 'Only £4.48 is left to credit of Apprenticeship levy' }])
    expect(await seedFigures(story, agency, less.id, given_back)).toMatchObject({ status: 'approved' })
    await story.stands(agency.id, {
      documents: [
        ...issued,
        'agency-provider -160.00 + -32.00, due 2025-06-23, credit',
        'agency_earnings -52.76 + 0.00, due 2025-06-23, credit',
        'apprenticeship_levy -0.56 + 0.00, due 2025-06-23, credit',
        'contractor-agency -112.07 + 0.00, due 2025-06-23, credit',
        'employer_ni -16.81 + 0.00, due 2025-06-23, credit',
        'employer_pension -4.04 + 0.00, due 2025-06-23, credit',
        'provider-agency -4.80 + -0.96, due 2025-06-23, credit',
        'provider-client -160.00 + -32.00, due 2025-06-23, credit',
      ],
      books: corrected_books,
      work: ['timesheet approved', 'timesheet approved', 'refinement difference completed'],
      open: [
        'agency-provider 1344.00',
        'agency_earnings 392.74',
        'apprenticeship_levy 3.92',
        'contractor-agency 784.49',
        'employer_ni 103.27',
        'employer_pension 19.26',
        'provider-agency 40.32',
        'provider-client 1344.00',
      ],
    })
    expect(await adjusted()).toMatchObject([
      { is_reduction: false, gross_change: null },
      { is_reduction: true, gross_change: '-112.07', net_change: '-65.32', cost_change: '-21.41' },
    ])
  })

  test('hours that were forgotten are paid by the next run, on a timesheet of their own', async () => {
    const { story, agency, placement, refine, adjusted } = await paidWeek()
    const friday = hoursOf(placement, ['2025-06-06'], '10')
    const answer = await refine('8', {
      mode: 'difference',
      details: [...hoursOf(placement, days.slice(0, 4), '8'), ...friday],
    })
    const more = present(answer.differences[0], 'what is added')
    await act(story, placement.client.approver, 'transaction.timesheet.approve', { ids: [more.id] })
    await seedFigures(story, agency, more.id, {
      pay_day: '2025-06-27',
      gross_pay: '44.83',
      holiday_pay: '4.83',
      income_tax: '9.00',
      employee_ni: '3.59',
      employee_pension: '0',
      student_loan: '0',
      net_pay: '32.24',
      employer_ni: '6.72',
      employer_pension: '0',
      apprenticeship_levy: '0.22',
    })
    await story.stands(agency.id, {
      documents: [
        ...issued,
        'agency-provider 64.00 + 12.80, due 2025-06-25',
        'agency_earnings 22.73 + 0.00, due 2025-06-27',
        'apprenticeship_levy 0.22 + 0.00, due 2025-07-22',
        'contractor-agency 44.83 + 0.00, due 2025-06-27',
        'employer_ni 6.72 + 0.00, due 2025-07-22',
        'provider-agency 1.92 + 0.38, due 2025-06-23',
        'provider-client 64.00 + 12.80, due 2025-07-23',
      ],
      books: [
        'agency_earnings_payable -468.23',
        'client_receivable 1612.80',
        'contractor_payable -941.39',
        'fee_income -40.32',
        'input_vat 268.80',
        'oncost_payable -154.80',
        'output_vat -276.86',
        'purchases 1344.00',
        'sales -1344.00',
      ],
      work: ['timesheet approved', 'timesheet approved', 'refinement difference completed'],
    })
    expect(await adjusted()).toMatchObject([
      {},
      { gross_change: '44.83', net_change: '32.24', cost_change: '6.94' },
    ])
  })

  test('approved again first: it waits for its approver, then for payroll, and is the last of neither twice', async () => {
    const { story, agency, client, sheet, refine } = await paidWeek()
    expect(await refine('7', { re_approval: true })).toMatchObject({ status: 'pending_approval' })
    await story.stands(agency.id, {
      documents: [...issued, ...credited],
      work: ['timesheet submitted', 'refinement full pending_approval'],
      open: [],
    })
    await act(story, client.approver, 'transaction.timesheet.approve', { ids: [sheet.id] })
    await story.stands(agency.id, {
      documents: [...issued, ...credited],
      work: ['timesheet suspense', 'refinement full pending_invoices'],
      open: [],
    })
    await seedFigures(story, agency, sheet.id, corrected)
    expect((await refusalOf(seedFigures(story, agency, sheet.id, corrected))).errors).toEqual({
      timesheet_id: `Timesheet ${sheet.human_id} is invoiced already: correct it by a refinement`,
    })
  })

  test('after receipt and earnings: both are settled with the new documents', async () => {
    const { story, agency, placement, sheet, refine } = await paidWeek()
    const bill = present((await documentsOf(database, sheet))['provider-client'], 'the bill')
    await seedPaid(story, placement, bill)
    await seedPayout(story, agency.provider, '2025-06-25')
    await refine('7')
    await seedFigures(story, agency, sheet.id, corrected)
    await story.stands(agency.id, {
      documents: anew,
      books: [
        'agency_earnings_payable 52.76',
        'bank 1090.50',
        'client_receivable 1344.00',
        'contractor_payable -784.49',
        'fee_income -33.60',
        'input_vat 224.00',
        'oncost_payable -126.45',
        'output_vat -230.72',
        'purchases 1120.00',
        'sales -1120.00',
        'unallocated_receipt -1536.00',
      ],
      work: ['timesheet approved', 'refinement full completed'],
      // The second payment is the sale, the fee and the earnings set against each other: no money moved.
      cash: [
        'receipt 1536.00, 0.00 matched',
        'payment 445.50, 445.50 matched',
        'payment 537.66, 537.66 matched',
      ],
      open: [
        'agency-provider 852.42',
        'agency_earnings credit -52.76',
        'apprenticeship_levy 3.92',
        'contractor-agency 784.49',
        'employer_ni 103.27',
        'employer_pension 19.26',
        'provider-agency credit -5.76',
        'provider-client 1344.00',
      ],
    })
  })
})
