/** Stories of documents that stand alone: the agency’s invoices, suppliers’ bills, ad-hoc fees. */
import { afterAll, describe, expect, test } from 'vitest'
import { freshDatabase } from '../../database.ts'
import { refusalOf } from '../../fixtures/refusal.ts'
import { act, seedAgency, seedClient, seedContractor, seedProvider } from '../../fixtures/world.ts'
import { everythingHolds, storyOn } from './tell.ts'

const database = await freshDatabase()

afterAll(() => everythingHolds(database))

describe('single documents', () => {
  async function alone(change: Parameters<typeof seedAgency>[2] = {}) {
    const story = storyOn(database)
    const agency = await seedAgency(story, await seedProvider(story), change)
    return { story, agency, client: await seedClient(story, agency) }
  }
  const content = { title: 'Scaffolding', description: 'Scaffolding for a week', amount: '100.00' }

  test('a sales invoice is one document; its money is the agency’s once the client has paid', async () => {
    const { story, agency, client } = await alone()
    const { id } = await act<{ id: string }>(story, agency.admin, 'contract.sales_invoice.create', {
      ...content,
      client_id: client.id,
    })
    await story.stands(agency.id, { work: ['sales_invoice draft'] })
    await act(story, agency.admin, 'contract.sales_invoice.raise', { id })
    await story.stands(agency.id, {
      documents: [
        'agency-client 100.00 + 20.00, due 2025-07-15',
        'agency_earnings 120.00 + 0.00, due 2025-07-15',
      ],
      books: ['agency_earnings_payable -120.00', 'client_receivable 120.00'],
      work: ['sales_invoice active'],
    })
    const again = refusalOf(act(story, agency.admin, 'contract.sales_invoice.raise', { id }))
    expect((await again).code).toBe('conflict')
    const cancel = act(story, agency.admin, 'contract.sales_invoice.cancel', { id, comment: 'Wrong client' })
    expect((await refusalOf(cancel)).message).toContain('credit its document instead')
  })

  test('above the client’s limit: disallowed at issue', async () => {
    const { story, agency, client } = await alone()
    await act(story, agency.provider.admin, 'business.credit_limit.set', {
      client_id: client.id,
      currency: 'GBP',
      amount: '100.00',
      effective_from: story.clock.today(),
      reason: 'Its rating fell',
    })
    const { id } = await act<{ id: string }>(story, agency.admin, 'contract.sales_invoice.create', {
      ...content,
      client_id: client.id,
    })
    await act(story, agency.admin, 'contract.sales_invoice.raise', { id })
    const disallowed = async () => {
      const { rows } = await database.owner.query<{ told: string }>(
        `select disallowed_status || ' ' || disallowed_amount as told from transaction.invoice
         where agency_id = $1 and type = 'agency-client'`,
        [agency.id],
      )
      return rows.map((row) => row.told)
    }
    expect(await disallowed()).toEqual(['Credit Limit exceeded 20.00'])
    // The night finds nothing that was not known.
    await story.morning('2025-06-16')
    expect(await disallowed()).toEqual(['Credit Limit exceeded 20.00'])
  })

  test('supplier’s bill: entered once by its number, raised and owed by the provider', async () => {
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
      documents: [
        'agency_earnings -120.00 + 0.00, due 2025-07-15, debit',
        'contractor-agency 100.00 + 20.00, due 2025-07-15',
      ],
      books: ['agency_earnings_payable 120.00', 'contractor_payable -120.00'],
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
      documents: [
        'agency_earnings -120.00 + 0.00, due 2025-06-29, debit',
        'provider-agency 100.00 + 20.00, due 2025-06-29',
      ],
      books: ['agency_earnings_payable 120.00', 'fee_income -100.00', 'output_vat -20.00'],
      work: ['adhoc_fee active', 'adhoc_fee cancelled'],
    })
  })
})
