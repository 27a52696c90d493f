/** Stories of the documents of approved work that is not a plain timesheet: expenses, placements, single ones, payroll. */
import { afterAll, describe, expect, test } from 'vitest'
import { freshDatabase } from '../../database.ts'
import {
  example_4,
  hoursOf,
  seedApprovedExpense,
  seedExpense,
  seedFigures,
  seedPayePlacement,
  seedPerm,
  seedPermFeature,
  seedSubmittedExpense,
  train,
} from '../../fixtures/documents.ts'
import { refusalOf } from '../../fixtures/refusal.ts'
import type { SeededPlacement } from '../../fixtures/world.ts'
import {
  act,
  seedAgency,
  seedClient,
  seedContractor,
  seedProvider,
  seedTimesheets,
  seedWeek,
} from '../../fixtures/world.ts'
import { everythingHolds, storyOn } from './tell.ts'

const database = await freshDatabase()

afterAll(() => everythingHolds(database))

describe('expenses', () => {
  test('direct and funded: a train ticket is repaid net, recharged with VAT, and costs no fee', async () => {
    const story = storyOn(database)
    const placement = await seedWeek(story)
    await seedApprovedExpense(story, placement)
    await story.stands(placement.agency.id, {
      documents: [
        'agency-provider 40.00 + 8.00, due 2025-06-18',
        'contractor-agency 40.00 + 8.00, due 2025-06-22',
        'provider-client 40.00 + 8.00, due 2025-07-15',
      ],
      books: [
        'client_receivable 48.00',
        'contractor_payable -48.00',
        'input_vat 8.00',
        'output_vat -8.00',
        'purchases 40.00',
        'sales -40.00',
      ],
      work: ['expense approved'],
    })
  })

  test('of a company without VAT the receipt’s VAT is cost, and the client pays VAT on it', async () => {
    const story = storyOn(database)
    const placement = await seedWeek(story, { contractor: { is_vat_registered: false } })
    await seedApprovedExpense(story, placement)
    await story.stands(placement.agency.id, {
      documents: [
        'agency-provider 48.00 + 9.60, due 2025-06-18',
        'agency_earnings 9.60 + 0.00, due 2025-06-18',
        'contractor-agency 48.00 + 0.00, due 2025-06-22',
        'provider-client 48.00 + 9.60, due 2025-07-15',
      ],
      books: [
        'agency_earnings_payable -9.60',
        'client_receivable 57.60',
        'contractor_payable -48.00',
        'input_vat 9.60',
        'output_vat -9.60',
        'purchases 48.00',
        'sales -48.00',
      ],
      work: ['expense approved'],
    })
  })

  test('a true disbursement passes through as on its receipt, without VAT of ours', async () => {
    const story = storyOn(database)
    const placement = await seedWeek(story)
    await seedApprovedExpense(story, placement, [{ ...train, is_disbursement: true }, train])
    await story.stands(placement.agency.id, {
      documents: [
        'agency-provider 88.00 + 8.00, due 2025-06-18',
        'contractor-agency 88.00 + 8.00, due 2025-06-22',
        'provider-client 88.00 + 8.00, due 2025-07-15',
      ],
      books: [
        'client_receivable 96.00',
        'contractor_payable -96.00',
        'input_vat 8.00',
        'output_vat -8.00',
        'purchases 88.00',
        'sales -88.00',
      ],
      work: ['expense approved'],
    })
  })

  test('billed by the agency, funded unlike the placement: the expense’s own funding type decides', async () => {
    const story = storyOn(database)
    const placement = await seedWeek(story, {
      agency: { funding_model: 'agency_billed' },
      contractor: { conduct_regs_opt_out: true },
      placement: { expense_funding_type: 'paid_when_paid' },
    })
    const expense = await seedApprovedExpense(story, placement)
    await story.stands(placement.agency.id, {
      documents: [
        'agency-client 40.00 + 8.00, due 2025-07-15',
        'contractor-agency 40.00 + 8.00, due 2025-06-22',
      ],
      books: ['client_receivable 48.00', 'contractor_payable -48.00'],
      work: ['expense approved'],
    })
    const { rows } = await database.owner.query(
      `select distinct funding_type, release_condition from transaction.invoice where expense_id = $1 order by 2`,
      [expense.id],
    )
    expect(rows).toEqual([
      { funding_type: 'paid_when_paid', release_condition: 'client_receipt' },
      { funding_type: 'paid_when_paid', release_condition: 'none' },
    ])
  })

  test('indirect: the funder buys and bills it', async () => {
    const story = storyOn(database)
    const placement = await seedWeek(story, { agency: { funding_model: 'indirect' } })
    await seedApprovedExpense(story, placement)
    await story.stands(placement.agency.id, {
      documents: [
        'agency-funder 40.00 + 8.00, due 2025-06-18',
        'contractor-agency 40.00 + 8.00, due 2025-06-22',
        'funder-client 40.00 + 8.00, due 2025-07-15',
      ],
      books: [
        'client_receivable 48.00',
        'contractor_payable -48.00',
        'input_vat 8.00',
        'output_vat -8.00',
        'purchases 40.00',
        'sales -40.00',
      ],
      work: ['expense approved'],
    })
  })

  test('a fixed fee on expenses is taken where a rule for expenses says so', async () => {
    const story = storyOn(database)
    const placement = await seedWeek(story)
    await act(story, placement.agency.provider.admin, 'contract.service_charge.create', {
      agency_id: placement.agency.id,
      service_type: 'expense',
      type: 'fixed',
      value: '1.50',
      effective_from: '2025-06-01',
    })
    await seedApprovedExpense(story, placement)
    await story.stands(placement.agency.id, {
      documents: [
        'agency-provider 40.00 + 8.00, due 2025-06-18',
        'agency_earnings -1.80 + 0.00, due 2025-06-15, debit',
        'contractor-agency 40.00 + 8.00, due 2025-06-22',
        'provider-agency 1.50 + 0.30, due 2025-06-15',
        'provider-client 40.00 + 8.00, due 2025-07-15',
      ],
      books: [
        'agency_earnings_payable 1.80',
        'client_receivable 48.00',
        'contractor_payable -48.00',
        'fee_income -1.50',
        'input_vat 8.00',
        'output_vat -8.30',
        'purchases 40.00',
        'sales -40.00',
      ],
      work: ['expense approved'],
    })
  })

  test('of a PAYE worker it is repaid like everybody’s, outside payroll and VAT', async () => {
    const story = storyOn(database)
    const agency = await seedAgency(story, await seedProvider(story))
    const client = await seedClient(story, agency)
    const placement = await seedPayePlacement(story, { agency, client })
    await seedApprovedExpense(story, placement)
    await story.stands(agency.id, {
      documents: [
        'agency-provider 48.00 + 9.60, due 2025-06-18',
        'agency_earnings 9.60 + 0.00, due 2025-06-18',
        'contractor-agency 48.00 + 0.00, due 2025-06-22',
        'provider-client 48.00 + 9.60, due 2025-07-15',
      ],
      books: [
        'agency_earnings_payable -9.60',
        'client_receivable 57.60',
        'contractor_payable -48.00',
        'input_vat 9.60',
        'output_vat -9.60',
        'purchases 48.00',
        'sales -48.00',
      ],
      work: ['expense approved'],
    })
  })

  test('rejected with a reason, corrected, resubmitted and approved: one set, of the correction', async () => {
    const story = storyOn(database)
    const placement = await seedWeek(story)
    const { id } = await seedSubmittedExpense(story, placement)
    const approver = placement.client.approver
    expect((await refusalOf(act(story, approver, 'transaction.expense.reject', { ids: [id] }))).message).toBe(
      'Please specify the reason',
    )
    await act(story, approver, 'transaction.expense.reject', { ids: [id], comment: 'Second class, please' })
    await story.stands(placement.agency.id, { work: ['expense rejected'] })
    await act(story, placement.contractor.viewer, 'transaction.expense.submit', {
      id,
      details: [{ ...train, amount: '25.00', tax_amount: '5.00' }],
    })
    await act(story, approver, 'transaction.expense.approve', { ids: [id] })
    expect((await refusalOf(act(story, approver, 'transaction.expense.approve', { ids: [id] }))).code).toBe(
      'conflict',
    )
    await story.stands(placement.agency.id, {
      documents: [
        'agency-provider 25.00 + 5.00, due 2025-06-18',
        'contractor-agency 25.00 + 5.00, due 2025-06-22',
        'provider-client 25.00 + 5.00, due 2025-07-15',
      ],
      books: [
        'client_receivable 30.00',
        'contractor_payable -30.00',
        'input_vat 5.00',
        'output_vat -5.00',
        'purchases 25.00',
        'sales -25.00',
      ],
      work: ['expense approved'],
    })
  })

  test('cancelled before it is handed in: nothing ever stands', async () => {
    const story = storyOn(database)
    const placement = await seedWeek(story)
    const { id } = await seedExpense(story, placement)
    await act(story, placement.contractor.viewer, 'transaction.expense.cancel', {
      ids: [id],
      comment: 'Paid by the client',
    })
    await story.stands(placement.agency.id, { work: ['expense cancelled'] })
  })

  test('approved where there are no client terms in force: in suspense with the reason, raised once there are', async () => {
    const story = storyOn(database)
    const placement = await seedWeek(story)
    await database.owner.query(
      `update contract.contract_entity set effective_from = '2025-07-01' where contract_id = $1 and type = 'client'`,
      [placement.id],
    )
    const { id } = await seedApprovedExpense(story, placement)
    await story.stands(placement.agency.id, { work: ['expense suspense'] })
    const raise = () => act(story, placement.agency.admin, 'transaction.expense.raise', { ids: [id] })
    expect(await refusalOf(raise())).toEqual({
      code: 'precondition',
      message: 'There are no client payment terms in force on 15/06/2025',
    })
    await story.morning('2025-07-02')
    await raise()
    await story.stands(placement.agency.id, {
      documents: [
        'agency-provider 40.00 + 8.00, due 2025-07-02',
        'contractor-agency 40.00 + 8.00, due 2025-06-22',
        'provider-client 40.00 + 8.00, due 2025-08-01',
      ],
      books: [
        'client_receivable 48.00',
        'contractor_payable -48.00',
        'input_vat 8.00',
        'output_vat -8.00',
        'purchases 40.00',
        'sales -40.00',
      ],
      work: ['expense approved'],
    })
  })
})

describe('permanent placements', () => {
  async function permStory(change: Parameters<typeof seedAgency>[2] = {}, client_change: object = {}) {
    const story = storyOn(database, '2025-06-02T09:00:00.000Z')
    const agency = await seedAgency(story, await seedProvider(story), change)
    await seedPermFeature(story, agency)
    return { story, agency, client: await seedClient(story, agency, client_change) }
  }

  test('asked, agreed, begun: the documents stand on the morning the candidate starts, not before, and once', async () => {
    const { story, agency, client } = await permStory()
    const { id } = await seedPerm(story, { agency, client })
    await act(story, agency.admin, 'contract.perm_placement.submit', { id })
    await act(story, client.manager, 'contract.perm_placement.approve', { id })
    await story.morning('2025-06-08')
    await story.stands(agency.id, { work: ['perm_placement active'] })
    expect(
      (await refusalOf(act(story, agency.admin, 'contract.perm_placement.raise', { ids: [id] }))).message,
    ).toBe('The placement is invoiced from its start on 09/06/2025')
    await story.morning('2025-06-09')
    const told = {
      documents: [
        'agency-provider 5000.00 + 1000.00, due 2025-06-11',
        'agency_earnings 5280.00 + 0.00, due 2025-06-11',
        'provider-agency 600.00 + 120.00, due 2025-06-09',
        'provider-client 5000.00 + 1000.00, due 2025-06-23',
      ],
      books: [
        'agency_earnings_payable -5280.00',
        'client_receivable 6000.00',
        'fee_income -600.00',
        'input_vat 1000.00',
        'output_vat -1120.00',
        'purchases 5000.00',
        'sales -5000.00',
      ],
      work: ['perm_placement active'],
    }
    await story.stands(agency.id, told)
    await story.morning('2025-06-10')
    await story.stands(agency.id, told)
  })

  test('the client says no, with a reason: nothing is ever billed', async () => {
    const { story, agency, client } = await permStory()
    const { id } = await seedPerm(story, { agency, client })
    await act(story, agency.admin, 'contract.perm_placement.submit', { id })
    await act(story, client.manager, 'contract.perm_placement.reject', { id, comment: 'Found somebody' })
    await story.morning('2025-06-09')
    await story.stands(agency.id, { work: ['perm_placement rejected'] })
  })

  test('an overseas client, billed by the agency, paid when paid: no VAT, and the fee on what is charged', async () => {
    const { story, agency, client } = await permStory(
      { funding_model: 'agency_billed' },
      { country_code: 'FR' },
    )
    const { id } = await seedPerm(story, { agency, client }, { funding_type: 'paid_when_paid' })
    await act(story, agency.admin, 'contract.perm_placement.activate', { id })
    await story.morning('2025-06-09')
    await story.stands(agency.id, {
      documents: [
        'agency-client 5000.00 + 0.00, due 2025-06-23',
        'agency_earnings 4400.00 + 0.00, due 2025-06-23',
        'provider-agency 500.00 + 100.00, due 2025-06-09',
      ],
      books: [
        'agency_earnings_payable -4400.00',
        'client_receivable 5000.00',
        'fee_income -500.00',
        'output_vat -100.00',
      ],
      work: ['perm_placement active'],
    })
  })

  test('indirect: the funder bills, charges, and the platform takes its fee', async () => {
    const { story, agency, client } = await permStory({ funding_model: 'indirect' })
    const { id } = await seedPerm(story, { agency, client })
    await act(story, agency.admin, 'contract.perm_placement.activate', { id })
    await story.morning('2025-06-09')
    await story.stands(agency.id, {
      documents: [
        'agency-funder 5000.00 + 1000.00, due 2025-06-11',
        'agency_earnings 5208.00 + 0.00, due 2025-06-11',
        'funder-agency 600.00 + 120.00, due 2025-06-09',
        'funder-client 5000.00 + 1000.00, due 2025-06-23',
        'platform_fee 60.00 + 12.00, due 2025-06-09',
      ],
      books: [
        'agency_earnings_payable -5208.00',
        'client_receivable 6000.00',
        'fee_income -600.00',
        'input_vat 1000.00',
        'output_vat -1120.00',
        'platform_fee_payable -72.00',
        'purchases 5000.00',
        'sales -5000.00',
      ],
      work: ['perm_placement active'],
    })
  })

  test('an agency that has no fee rule for it cannot choose it; one without the feature cannot make it', async () => {
    const story = storyOn(database)
    const agency = await seedAgency(story, await seedProvider(story))
    const client = await seedClient(story, agency)
    expect(await refusalOf(seedPerm(story, { agency, client }))).toMatchObject({ code: 'not_allowed' })
    await act(story, agency.provider.admin, 'business.business_feature.set', {
      agency_id: agency.id,
      feature_code: 'perm_placement',
      is_on: true,
    })
    expect((await refusalOf(seedPerm(story, { agency, client }))).errors).toEqual({
      funding_type: 'No fee is agreed for this funding: ask your provider for a fee rule',
    })
    await story.stands(agency.id, {})
  })
})

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
      'agency_earnings 445.50 + 0.00, due 2025-06-18',
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
        'agency_earnings 395.50 + 0.00, due 2025-06-18',
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

  test('a payroll file is imported whole or not at all, and says which row is wrong', async () => {
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

describe('documents that stand alone', () => {
  async function alone(change: Parameters<typeof seedAgency>[2] = {}) {
    const story = storyOn(database)
    const agency = await seedAgency(story, await seedProvider(story), change)
    return { story, agency, client: await seedClient(story, agency) }
  }
  const content = { title: 'Scaffolding', description: 'Scaffolding for a week', amount: '100.00' }

  test('a sales invoice is one document; its money is the agency’s on its own account', async () => {
    const { story, agency, client } = await alone()
    const { id } = await act<{ id: string }>(story, agency.admin, 'contract.sales_invoice.create', {
      ...content,
      client_id: client.id,
    })
    await story.stands(agency.id, { work: ['sales_invoice draft'] })
    await act(story, agency.admin, 'contract.sales_invoice.raise', { id })
    await story.stands(agency.id, {
      documents: ['agency-client 100.00 + 20.00, due 2025-07-15'],
      books: ['agency_control -120.00', 'client_receivable 120.00'],
      work: ['sales_invoice active'],
    })
    const again = refusalOf(act(story, agency.admin, 'contract.sales_invoice.raise', { id }))
    expect((await again).code).toBe('conflict')
    const cancel = act(story, agency.admin, 'contract.sales_invoice.cancel', { id, comment: 'Wrong client' })
    expect((await refusalOf(cancel)).message).toContain('credit its document instead')
  })

  test('a supplier’s bill is entered once by its number, raised by the provider, and owed by him', async () => {
    const { story, agency } = await alone()
    const { payment_company_id } = await seedContractor(story, agency)
    const bill = { ...content, supplier_id: payment_company_id, reference: 'B-17', payment_terms: 30 }
    const create = () => act<{ id: string }>(story, agency.admin, 'contract.purchase_ledger.create', bill)
    const { id } = await create()
    expect((await refusalOf(create())).errors?.reference).toMatch(/^This bill is entered already, as PRL\d+$/)
    const raise = (viewer: typeof agency.admin) =>
      act(story, viewer, 'contract.purchase_ledger.raise', { id })
    expect((await refusalOf(raise(agency.admin))).code).toBe('not_allowed')
    await raise(agency.provider.operations)
    await story.stands(agency.id, {
      documents: ['contractor-agency 100.00 + 20.00, due 2025-07-15'],
      books: ['agency_control 120.00', 'contractor_payable -120.00'],
      work: ['purchase_ledger active'],
    })
  })

  test('a supplier that is not registered cannot charge VAT', async () => {
    const { story, agency } = await alone()
    const { payment_company_id } = await seedContractor(story, agency, { is_vat_registered: false })
    const bill = {
      ...content,
      supplier_id: payment_company_id,
      reference: 'B-18',
      payment_terms: 30,
      tax_type: 'standard',
    }
    const refusal = await refusalOf(act(story, agency.admin, 'contract.purchase_ledger.create', bill))
    expect(refusal.errors?.tax_type).toMatch(
      /^The limited company \d+ is not registered for VAT and cannot charge it$/,
    )
    await story.stands(agency.id, {})
  })

  test('an ad-hoc fee is the provider’s income and the agency’s debt; a draft can be taken out', async () => {
    const { story, agency } = await alone()
    const create = () =>
      act<{ id: string }>(story, agency.provider.operations, 'contract.adhoc_fee.create', {
        ...content,
        agency_id: agency.id,
        payment_terms: 14,
      })
    const [one, two] = [await create(), await create()]
    await act(story, agency.provider.operations, 'contract.adhoc_fee.raise', { id: one.id })
    await act(story, agency.provider.operations, 'contract.adhoc_fee.cancel', {
      id: two.id,
      comment: 'Twice',
    })
    await story.stands(agency.id, {
      documents: ['provider-agency 100.00 + 20.00, due 2025-06-29'],
      books: ['agency_control 120.00', 'fee_income -100.00', 'output_vat -20.00'],
      work: ['adhoc_fee active', 'adhoc_fee cancelled'],
    })
  })
})
