/** Stories of documents that stand alone: the agency’s invoices, suppliers’ bills, ad-hoc fees. */
import { afterAll, describe, expect, test } from 'vitest'
import { loadVisible } from '#data/visible.ts'
import { present } from '#kernel/assert.ts'
import { inTransaction } from '#server/tx.ts'
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

  test('a draft is corrected and deleted by its side until it is raised, and its VAT follows', async () => {
    const { story, agency, client } = await alone()
    const other = await seedAgency(story, agency.provider)
    const drafted = { ...content, client_id: client.id }
    const make = () => act<{ id: string }>(story, agency.admin, 'contract.sales_invoice.create', drafted)
    const { id } = await make()
    const update = (by: typeof agency.admin, change: object) =>
      act(story, by, 'contract.sales_invoice.update', { id, ...drafted, ...change })
    const typed = { title: 'Scaffolding, two weeks', amount: '250.00', payment_terms: 7, po_number: 'PO 9' }
    expect(await update(agency.admin, typed)).toEqual({ id, status: 'draft' })
    const row = async () =>
      (
        await database.sql(
          'select title, amount, tax_amount, payment_terms, po_number from contract.contract where id = $1',
          id,
        )
      )[0]
    expect(await row()).toEqual({ ...typed, tax_amount: '50.00' })
    expect((await refusalOf(update(other.admin, typed))).code).toBe('not_found')
    expect((await refusalOf(update(client.invoice_contact, typed))).code).toBe('not_allowed')
    const foreign = await seedClient(story, other)
    expect((await refusalOf(update(agency.admin, { client_id: foreign.id }))).errors).toEqual({
      client_id: 'Client not found',
    })
    expect((await refusalOf(update(agency.admin, { amount: '-1' }))).errors).toHaveProperty('amount')
    expect(await row()).toEqual({ ...typed, tax_amount: '50.00' })

    await act(story, agency.admin, 'contract.sales_invoice.raise', { id })
    expect((await refusalOf(update(agency.admin, typed))).message).toContain('credit its document instead')
    await story.stands(agency.id, {
      documents: [
        'agency-client 250.00 + 50.00, due 2025-06-22',
        'agency_earnings 300.00 + 0.00, due 2025-06-22',
      ],
      books: ['agency_earnings_payable -300.00', 'client_receivable 300.00'],
      work: ['sales_invoice active'],
    })
    const remove = (document: { id: string }, by = agency.admin) =>
      act(story, by, 'contract.sales_invoice.delete', { id: document.id })
    expect((await refusalOf(remove({ id }))).message).toContain('credit its document instead')
    const second = await make()
    expect((await refusalOf(remove(second, other.admin))).code).toBe('not_found')
    await remove(second)
    expect((await refusalOf(remove(second))).code).toBe('not_found')
  })

  test('a funder of the agency reads the documents that name it, once they are raised', async () => {
    const { story, agency, client } = await alone({ funding_model: 'indirect' })
    const stranger = await seedAgency(story, agency.provider, { funding_model: 'indirect' })
    const funder = present(agency.funder, 'the funder')
    const { id: foreign } = present(stranger.funder, 'another funder')
    const make = (funder_id: string) =>
      act<{ id: string }>(story, agency.admin, 'contract.sales_invoice.create', {
        ...content,
        client_id: client.id,
        funder_id,
      })
    expect((await refusalOf(make(foreign))).errors).toEqual({ funder_id: 'Funder not found' })
    const { id } = await make(funder.id)
    const reads = (by = funder.admin) =>
      inTransaction(database, (tx) => loadVisible(tx, by, 'contract.sales_invoice', [id]))
    expect((await refusalOf(reads())).code).toBe('not_found')
    await act(story, agency.admin, 'contract.sales_invoice.raise', { id })
    expect(await reads()).toHaveLength(1)
    const [issued] = await database.sql<{ id: string }>(
      `select id from transaction.invoice where contract_id = $1 and type = 'agency-client'`,
      id,
    )
    const invoice_id = present(issued, 'the issued document').id
    expect(
      await inTransaction(database, (tx) =>
        loadVisible(tx, funder.admin, 'transaction.invoice', [invoice_id]),
      ),
    ).toHaveLength(1)
    const other = present(stranger.funder, 'another funder').admin
    expect((await refusalOf(reads(other))).code).toBe('not_found')
    // It finances nothing of it.
    expect(
      await database.sql(
        `select distinct funding_type, funding_status from transaction.invoice where contract_id = $1 and type = 'agency-client'`,
        id,
      ),
    ).toEqual([{ funding_type: 'paid_when_paid', funding_status: 'not_applicable' }])
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
