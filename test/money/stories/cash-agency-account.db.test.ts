/** Stories of what documents that stand alone leave the agency: paid with its earnings, or taken off them (decision 0020). */
import { afterAll, describe, expect, test } from 'vitest'
import { present } from '#kernel/assert.ts'
import { freshDatabase } from '../../database.ts'
import { act, seedWeek } from '../../fixtures/world.ts'
import { cashStory } from './cash-tell.ts'
import { everythingHolds } from './tell.ts'

const database = await freshDatabase()

afterAll(() => everythingHolds(database))

const content = { title: 'Scaffolding', description: 'scaffolding', amount: '100.00' }

async function agencyAlone() {
  const story = cashStory(database)
  const placement = await seedWeek(story)
  const { agency, client } = placement
  const { provider } = agency
  const salesInvoice = async () => {
    const { id } = await act<{ id: string }>(story, agency.admin, 'contract.sales_invoice.create', {
      ...content,
      client_id: client.id,
    })
    const raised = await act<{ invoice_id: string }>(story, agency.admin, 'contract.sales_invoice.raise', {
      id,
    })
    return raised.invoice_id
  }
  const pays = async (invoice_id: string, amount: string) => {
    const receipt = await story.receives(provider, client.id, amount)
    await story.matches(provider, receipt, [[invoice_id, amount]])
    return receipt
  }
  return { story, placement, agency, provider, salesInvoice, pays }
}

describe('single documents on the agency’s account', () => {
  test('sales invoice: paid on to the agency by the next run, up to the client’s receipt', async () => {
    const { story, agency, provider, salesInvoice, pays } = await agencyAlone()
    const invoice = await salesInvoice()
    expect(await story.payRun(provider, '2025-06-18')).toMatch(
      /^Nothing is due for payment on 18\/06\/2025\. Please choose /,
    )
    await pays(invoice, '50.00')
    expect(await story.payRun(provider, '2025-06-25')).toBe('50.00 in 1 payment')
    await pays(invoice, '70.00')
    expect(await story.payRun(provider, '2025-07-02')).toBe('70.00 in 1 payment')
    expect(await story.told(agency)).toMatchInlineSnapshot(`
      "documents
        agency-client 120.00, closed
        agency_earnings 120.00, closed, funded
      cash
        receipt 50.00, matched
        payment 50.00, matched
        receipt 70.00, matched
        payment 70.00, matched
      batches
        paid 50.00
        paid 70.00
      mails
        accounts: Payment PAY… of £50.00 from Provider…
        accounts: Payment PAY… of £70.00 from Provider…
        alice: Payment PAY… of £50.00 from Provider…
        alice: Payment PAY… of £70.00 from Provider…"
    `)
  })

  test('reversed receipt: the agency owes it from its next earnings', async () => {
    const { story, placement, agency, provider, salesInvoice, pays } = await agencyAlone()
    const receipt = await pays(await salesInvoice(), '120.00')
    expect(await story.payRun(provider, '2025-06-18')).toBe('120.00 in 1 payment')
    const reversal = { id: receipt, reason: 'Bounced' }
    await act(story, provider.operations, 'transaction.payment_receipt.reverse', reversal)
    await story.week(placement)
    // The contractor's 900.00, and earnings of 191.24 less the 120.00 that the agency keeps.
    expect(await story.payRun(provider, '2025-06-25')).toBe('971.24 in 2 payments')
    expect(await story.told(agency)).toMatchInlineSnapshot(`
      "documents
        agency-client 120.00, open 120.00
        agency_earnings 120.00, open 120.00, recourse
        agency-provider 1125.00, closed, funded
        agency_earnings 191.24, closed, funded
        contractor-agency 900.00, closed
        provider-agency 33.76, closed
        provider-client 1125.00, open 1125.00, funded
      books
        agency_earnings_payable -120.00
        bank -1091.24
        client_receivable 1245.00
        fee_income -28.13
        input_vat 187.50
        output_vat -193.13
        purchases 937.50
        sales -937.50
      cash
        receipt 120.00, reversed (Bounced)
        collection note 120.00, 120.00 recovered, closed
        payment 120.00, matched
        payment 187.52 without cash, matched
        payment 71.24, matched
        payment 900.00, matched
        payment 971.24 without cash, matched
      batches
        paid 120.00
        paid 71.24
        paid 900.00
      mails
        accounts: Payment PAY… of £120.00 from Provider…
        accounts: Payment PAY… of £71.24 from Provider…
        accounts: Payment PAY… of £900.00 from Provider…
        alice: Payment PAY… of £120.00 from Provider…
        alice: Payment PAY… of £71.24 from Provider…
        carla: Payment PAY… of £900.00 from Provider…"
    `)
  })

  test('an ad-hoc fee is taken off earnings once it is due, in part if need be, and is paid as far', async () => {
    const { story, placement, agency, provider } = await agencyAlone()
    const { id } = await act<{ id: string }>(story, provider.operations, 'contract.adhoc_fee.create', {
      ...content,
      amount: '200.00',
      agency_id: agency.id,
      payment_terms: 14,
    })
    await act(story, provider.operations, 'contract.adhoc_fee.raise', { id })
    await story.week(placement)
    // The fee is due on 29 June: until then earnings go out whole.
    expect(await story.payRun(provider, '2025-06-18')).toBe('191.24 in 1 payment')
    await story.week(placement)
    // 900.00 to the contractor of the first week; earnings of 191.24 are less than the 240.00 owed.
    expect(await story.payRun(provider, '2025-07-02')).toBe('1800.00 in 1 payment')
    expect(await story.told(agency)).toMatchInlineSnapshot(`
      "documents
        agency-provider 1125.00, closed, funded
        agency_earnings -240.00, open -48.76
        agency_earnings 191.24, closed, funded
        contractor-agency 900.00, closed
        provider-agency 33.76, closed
        provider-agency 240.00, open 48.76
        provider-client 1125.00, open 1125.00, funded
        agency-provider 1125.00, closed, funded
        agency_earnings 191.24, closed, pending
        contractor-agency 900.00, closed
        provider-agency 33.76, closed
        provider-client 1125.00, open 1125.00, funded
      books
        agency_earnings_payable 48.76
        bank -1991.24
        client_receivable 2250.00
        fee_income -256.26
        input_vat 375.00
        output_vat -426.26
        purchases 1875.00
        sales -1875.00
      cash
        payment 191.24, matched
        payment 258.76 without cash, matched
        payment 191.24 without cash, matched
        payment 258.76 without cash, matched
        payment 1800.00, matched
        payment 1800.00 without cash, matched
      batches
        paid 191.24
        paid 900.00
        paid 900.00
      mails
        accounts: Payment PAY… of £1,800.00 from Provider…
        accounts: Payment PAY… of £191.24 from Provider…
        alice: Payment PAY… of £191.24 from Provider…
        carla: Payment PAY… of £1,800.00 from Provider…"
    `)
  })

  test('a supplier’s bill is paid when it is due, and taken off the agency’s earnings of that run', async () => {
    const { story, placement, agency, provider } = await agencyAlone()
    const { id } = await act<{ id: string }>(story, agency.admin, 'contract.purchase_ledger.create', {
      ...content,
      supplier_id: placement.contractor.payment_company_id,
      reference: 'B-17',
      payment_terms: 3,
    })
    await act(story, provider.operations, 'contract.purchase_ledger.raise', { id })
    await story.week(placement)
    // 120.00 to the supplier, 191.24 less that to the agency.
    expect(await story.payRun(provider, '2025-06-18')).toBe('191.24 in 2 payments')
    expect(await story.told(agency)).toMatchInlineSnapshot(`
      "documents
        agency-provider 1125.00, open 900.00, funded
        agency_earnings -120.00, closed
        agency_earnings 191.24, closed, funded
        contractor-agency 120.00, closed
        contractor-agency 900.00, open 900.00
        provider-agency 33.76, closed
        provider-client 1125.00, open 1125.00, funded
      books
        bank -191.24
        client_receivable 1125.00
        contractor_payable -900.00
        fee_income -28.13
        input_vat 187.50
        output_vat -193.13
        purchases 937.50
        sales -937.50
      cash
        payment 187.52 without cash, matched
        payment 120.00, matched
        payment 71.24, matched
        payment 71.24 without cash, matched
      batches
        paid 71.24
        paid 120.00
      mails
        accounts: Payment PAY… of £120.00 from Provider…
        accounts: Payment PAY… of £71.24 from Provider…
        alice: Payment PAY… of £71.24 from Provider…
        carla: Payment PAY… of £120.00 from Provider…"
    `)
  })

  test('a fee that is credited after it was taken is paid back by the next run', async () => {
    const { story, placement, agency, provider } = await agencyAlone()
    const { id } = await act<{ id: string }>(story, provider.operations, 'contract.adhoc_fee.create', {
      ...content,
      agency_id: agency.id,
      payment_terms: 0,
    })
    const raise = 'contract.adhoc_fee.raise'
    const fee = await act<{ invoice_id: string }>(story, provider.operations, raise, { id })
    await story.week(placement)
    expect(await story.payRun(provider, '2025-06-18')).toBe('71.24 in 1 payment')
    const credit = { id: fee.invoice_id, reason: 'Charged by mistake' }
    await act(story, provider.operations, 'transaction.invoice.credit', credit)
    expect(await story.payRun(provider, '2025-06-19')).toBe('120.00 in 1 payment')
    const { rows } = await database.owner.query<{ description: string }>(
      `select l.description from transaction.invoice_line l join transaction.invoice i on i.id = l.invoice_id
       where i.contract_id = $1 and i.type = 'agency_earnings' order by i.created_at`,
      [id],
    )
    expect(present(rows[0], 'a line').description).toBe('Fee for scaffolding')
    expect(await story.told(agency)).toMatchInlineSnapshot(`
      "documents
        agency-provider 1125.00, open 900.00, funded
        agency_earnings -120.00, closed
        agency_earnings 191.24, closed, funded
        contractor-agency 900.00, open 900.00
        provider-agency 33.76, closed
        provider-agency 120.00, closed
        provider-client 1125.00, open 1125.00, funded
        agency_earnings 120.00, closed, funded
        provider-agency -120.00, credit, open -120.00
      books
        bank -191.24
        client_receivable 1125.00
        contractor_payable -900.00
        fee_income -28.13
        input_vat 187.50
        output_vat -193.13
        purchases 937.50
        sales -937.50
      cash
        payment 120.00 without cash, matched
        payment 187.52 without cash, matched
        payment 71.24, matched
        payment 71.24 without cash, matched
        payment 120.00, matched
      batches
        paid 71.24
        paid 120.00
      mails
        accounts: Payment PAY… of £120.00 from Provider…
        accounts: Payment PAY… of £71.24 from Provider…
        alice: Payment PAY… of £120.00 from Provider…
        alice: Payment PAY… of £71.24 from Provider…"
    `)
  })
})
