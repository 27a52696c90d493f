/** Stories of expenses: repaid, recharged, by every funding model and kind of contractor. */
import { afterAll, describe, expect, test } from 'vitest'
import { freshDatabase } from '../../database.ts'
import {
  seedApprovedExpense,
  seedExpense,
  seedPayePlacement,
  seedSubmittedExpense,
  train,
} from '../../fixtures/documents.ts'
import { refusalOf } from '../../fixtures/refusal.ts'
import { act, seedAgency, seedClient, seedProvider, seedWeek } from '../../fixtures/world.ts'
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

  test('fixed fee: only under a rule for expenses in their currency', async () => {
    const story = storyOn(database)
    const placement = await seedWeek(story)
    await act(story, placement.agency.provider.admin, 'contract.service_charge.create', {
      agency_id: placement.agency.id,
      service_type: 'expense',
      type: 'fixed',
      value: '1.50',
      currency: 'GBP',
      effective_from: '2025-06-01',
    })
    await act(story, placement.agency.provider.admin, 'contract.service_charge.create', {
      agency_id: placement.agency.id,
      service_type: 'expense',
      type: 'fixed',
      value: '9.00',
      currency: 'EUR',
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

  test('PAYE worker: repaid like others, outside payroll and VAT', async () => {
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

  test('cancelled before submission: no document', async () => {
    const story = storyOn(database)
    const placement = await seedWeek(story)
    const { id } = await seedExpense(story, placement)
    await act(story, placement.contractor.viewer, 'transaction.expense.cancel', {
      ids: [id],
      comment: 'Paid by the client',
    })
    await story.stands(placement.agency.id, { work: ['expense cancelled'] })
  })

  test('PO number and comment of a saved expense stay while they are absent, and are cleared when empty', async () => {
    const story = storyOn(database)
    const placement = await seedWeek(story)
    const { id } = await seedExpense(story, placement, [train], { po_number: 'PO-7', comment: 'By train' })
    const stored = async () => {
      const { rows } = await database.owner.query<{ po_number: string | null; comment: string | null }>(
        'select po_number, comment from transaction.expense where id = $1',
        [id],
      )
      return rows[0]
    }
    const step = (name: string, texts: object) =>
      act(story, placement.contractor.viewer, `transaction.expense.${name}`, {
        id,
        details: [train],
        ...texts,
      })
    await step('save_draft', { comment: '' })
    expect(await stored()).toEqual({ po_number: 'PO-7', comment: null })
    await step('submit', { po_number: '', comment: 'At last' })
    expect(await stored()).toEqual({ po_number: null, comment: 'At last' })
  })

  test('approved where there are no client terms in force: in suspense with the reason, raised once there are', async () => {
    const story = storyOn(database)
    const placement = await seedWeek(story)
    await database.app.query(
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
