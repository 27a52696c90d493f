/** Stories of money that goes out: taken back under it, sent back by the bank, stopped by a changed account. */
import { afterAll, describe, expect, test } from 'vitest'
import { present } from '#kernel/assert.ts'
import { freshDatabase } from '../../database.ts'
import { act, seedWeek } from '../../fixtures/world.ts'
import { cashStory } from './cash-tell.ts'
import { everythingHolds } from './tell.ts'

const database = await freshDatabase()

afterAll(() => everythingHolds(database))

async function placed(funding_type = 'funded') {
  const story = cashStory(database)
  const placement = await seedWeek(story, {
    placement: { funding_type },
    contractor: { conduct_regs_opt_out: true },
  })
  const { agency, contractor } = placement
  const { provider } = agency
  const bankPayment = async (business_id: string) => {
    const { rows } = await database.owner.query<{ id: string; human_id: string; bank_account_id: string }>(
      `select id, human_id, bank_account_id from transaction.payment_receipt_summary
       where type = 'payment' and for_business_id = $1 and bank_account_id is not null order by created_at desc limit 1`,
      [business_id],
    )
    return present(rows[0], 'a payment')
  }
  return { story, placement, agency, contractor, provider, bankPayment }
}

describe('money out', () => {
  test('receipt reversed after pay-out: the agency owes its earnings, the contractor keeps the pay', async () => {
    const { story, placement, agency, provider } = await placed('partly_funded')
    const bill = present((await story.week(placement))['provider-client'], 'a bill')
    const receipt = await story.receives(provider, placement.client.id, '1125.00', bill.human_id)
    await story.matches(provider, receipt, [[bill.id, '1125.00']])
    expect(await story.payRun(provider, '2025-06-25')).toBe('1091.24 in 2 payments')
    const reversal = { id: receipt, reason: 'Returned unpaid' }
    await act(story, provider.operations, 'transaction.payment_receipt.reverse', reversal)
    // The next week is paid for: its earnings make good what the agency owes.
    await story.morning('2025-06-30')
    const next = present((await story.week(placement))['provider-client'], 'the next bill')
    const paid = await story.receives(provider, placement.client.id, '1125.00', next.human_id)
    await story.matches(provider, paid, [[next.id, '1125.00']])
    expect(await story.payRun(provider, '2025-07-08')).toBe('900.00 in 1 payment')
    expect(await story.told(agency)).toMatchInlineSnapshot(`
      "documents
        agency-provider 1125.00, open 191.24, funded
        agency_earnings 191.24, open 191.24, recourse
        contractor-agency 900.00, closed
        provider-agency 33.76, closed
        provider-client 1125.00, open 1125.00, funded
        agency-provider 1125.00, closed, funded
        agency_earnings 191.24, closed, released
        contractor-agency 900.00, closed
        provider-agency 33.76, closed
        provider-client 1125.00, closed, funded
      books
        agency_earnings_payable -191.24
        bank -866.24
        client_receivable 1125.00
        fee_income -56.26
        input_vat 375.00
        output_vat -386.26
        purchases 1875.00
        sales -1875.00
      cash
        receipt 1125.00, reversed (Returned unpaid)
        collection note 191.24, 191.24 recovered, closed
        payment 900.00, matched
        payment 191.24, matched
        payment 967.52 without cash, matched
        receipt 1125.00, matched
        payment 258.76 without cash, matched
        payment 900.00, matched
        payment 900.00 without cash, matched
      batches
        paid 191.24
        paid 900.00
        paid 900.00
      mails
        accounts: Payment PAY… of £191.24 from Provider…
        accounts: Payment PAY… of £900.00 from Provider…
        accounts: Payment PAY… of £900.00 from Provider…
        alice: Payment PAY… of £191.24 from Provider…
        carla: Payment PAY… of £900.00 from Provider…
        carla: Payment PAY… of £900.00 from Provider…"
    `)
  })

  test('returned contractor pay: waits for the account, and is paid once confirmed again', async () => {
    const { story, placement, agency, contractor, provider, bankPayment } = await placed()
    await story.week(placement)
    expect(await story.payRun(provider, '2025-06-25')).toBe('1091.24 in 2 payments')
    const payment = await bankPayment(contractor.payment_company_id)
    await story.morning('2025-06-27')
    const line = await act<{ id: string }>(story, provider.operations, 'transaction.bank_line.record', {
      bank_account_id: provider.trust_account_id,
      transaction_date: '2025-06-27',
      amount: '900.00',
      reference: `ARUCS ${payment.human_id} ACCOUNT CLOSED`,
      counterparty: 'BACS',
    })
    await act(story, provider.operations, 'payment.payment_batch.return_payment', {
      payment_id: payment.id,
      return_code: 'account_closed',
      bank_line_id: line.id,
    })
    expect(await story.payRun(provider, '2025-06-30')).toBe(
      "nothing, held: The bank sent a payment back: the payee's account waits to be confirmed again",
    )
    expect(await story.told(agency)).toMatchInlineSnapshot(`
      "documents
        agency-provider 1125.00, open 900.00, funded
        agency_earnings 191.24, closed, funded
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
        payment 191.24, matched
        payment 900.00, reversed (Account closed)
        payment 258.76 without cash, matched
      batches
        paid 191.24
        returned 900.00: Account closed
        held 900.00: The bank sent a payment back: the payee's account waits to be confirmed again
      waiting
        confirmed of limited, Payment PAY… was sent back: Account closed
      mails
        accounts: Payment PAY… of £191.24 from Provider…
        accounts: Payment PAY… of £900.00 from Provider…
        accounts: Payment PAY… to The limited company… was sent back
        accounts: Payment PAY… to The limited company… was sent back
        accounts: Payment PAY… to The limited company… was sent back
        alice: Payment PAY… of £191.24 from Provider…
        alice: Payment PAY… to The limited company… was sent back
        carla: Payment PAY… of £900.00 from Provider…
        carla: Payment PAY… to The limited company… was sent back
        paula: Payment PAY… to The limited company… was sent back"
    `)
    const { rows } = await database.owner.query<{ id: string }>(
      `select b.id from payment.payment_batch b where b.provider_id = $1 and b.status = 'hold'`,
      [provider.id],
    )
    await act(story, provider.operations, 'payment.payment_batch.cancel', {
      id: rows[0]?.id,
      reason: 'The run date is wrong',
    })
    const again = { id: payment.bank_account_id }
    await act(story, provider.approver, 'business.bank_account.confirm_again', again)
    expect(await story.payRun(provider, '2025-07-02')).toBe('900.00 in 1 payment')
    expect(await story.told(agency)).toMatchInlineSnapshot(`
      "documents
        agency-provider 1125.00, closed, funded
        agency_earnings 191.24, closed, funded
        contractor-agency 900.00, closed
        provider-agency 33.76, closed
        provider-client 1125.00, open 1125.00, funded
      books
        bank -1091.24
        client_receivable 1125.00
        fee_income -28.13
        input_vat 187.50
        output_vat -193.13
        purchases 937.50
        sales -937.50
      cash
        payment 191.24, matched
        payment 900.00, reversed (Account closed)
        payment 258.76 without cash, matched
        payment 900.00, matched
        payment 900.00 without cash, matched
      batches
        paid 191.24
        returned 900.00: Account closed
        removed 900.00: The bank sent a payment back: the payee's account waits to be confirmed again
        paid 900.00
      mails
        accounts: Payment PAY… of £191.24 from Provider…
        accounts: Payment PAY… of £900.00 from Provider…
        accounts: Payment PAY… of £900.00 from Provider…
        accounts: Payment PAY… to The limited company… was sent back
        accounts: Payment PAY… to The limited company… was sent back
        accounts: Payment PAY… to The limited company… was sent back
        alice: Payment PAY… of £191.24 from Provider…
        alice: Payment PAY… to The limited company… was sent back
        carla: Payment PAY… of £900.00 from Provider…
        carla: Payment PAY… of £900.00 from Provider…
        carla: Payment PAY… to The limited company… was sent back
        paula: Payment PAY… to The limited company… was sent back"
    `)
  })

  test('a changed account holds its payee’s pay until a second person has confirmed it, and a day longer', async () => {
    const { story, placement, agency, contractor, provider } = await placed()
    await story.week(placement)
    const { rows } = await database.owner.query<{ id: string }>(
      'select id from business.bank_account where business_id = $1',
      [contractor.payment_company_id],
    )
    const change = await act<{ id: string }>(story, agency.admin, 'business.bank_account.update', {
      id: rows[0]?.id,
      bank_name: 'Bank of York',
      account_holder_name: 'The same company',
      sort_code: '001000',
      account_number: '87654321',
    })
    expect(await story.payRun(provider, '2025-06-25')).toBe('191.24 in 1 payment')
    await act(story, provider.approver, 'business.bank_account.confirm', { id: change.id })
    expect(await story.payRun(provider, '2025-06-25')).toBe(
      "nothing, held: The payee's new bank account is paid from 26/06/2025",
    )
    const { rows: held } = await database.owner.query<{ id: string }>(
      `select id from payment.payment_batch where provider_id = $1 and status = 'hold'`,
      [provider.id],
    )
    await act(story, provider.operations, 'payment.payment_batch.cancel', {
      id: held[0]?.id,
      reason: 'The run date is wrong',
    })
    expect(await story.payRun(provider, '2025-06-26')).toBe('900.00 in 1 payment')
    expect(await story.told(agency)).toMatchInlineSnapshot(`
      "documents
        agency-provider 1125.00, closed, funded
        agency_earnings 191.24, closed, funded
        contractor-agency 900.00, closed
        provider-agency 33.76, closed
        provider-client 1125.00, open 1125.00, funded
      books
        bank -1091.24
        client_receivable 1125.00
        fee_income -28.13
        input_vat 187.50
        output_vat -193.13
        purchases 937.50
        sales -937.50
      cash
        payment 191.24, matched
        payment 258.76 without cash, matched
        payment 900.00, matched
        payment 900.00 without cash, matched
      batches
        paid 191.24
        removed 900.00: A change of the payee's bank account waits for a second person
        removed 900.00: The payee's new bank account is paid from 26/06/2025
        paid 900.00
      mails
        accounts: Bank account change requested for The limited company…
        accounts: Bank account changed for The limited company…
        accounts: Payment PAY… of £191.24 from Provider…
        accounts: Payment PAY… of £900.00 from Provider…
        alice: Payment PAY… of £191.24 from Provider…
        carla: Bank account change requested for The limited company…
        carla: Bank account changed for The limited company…
        carla: Payment PAY… of £900.00 from Provider…"
    `)
  })

  test('the agency’s earnings come back, and are paid with those of the next week', async () => {
    const { story, placement, agency, provider, bankPayment } = await placed()
    await story.week(placement)
    expect(await story.payRun(provider, '2025-06-18')).toBe('191.24 in 1 payment')
    const payment = await bankPayment(agency.id)
    await story.morning('2025-06-23')
    const returned = { payment_id: payment.id, return_code: 'invalid_details', comment: 'Name' }
    await act(story, provider.operations, 'payment.payment_batch.return_payment', returned)
    await act(story, provider.approver, 'business.bank_account.confirm_again', {
      id: payment.bank_account_id,
    })
    await story.week(placement)
    expect(await story.payRun(provider, '2025-06-25')).toBe('1282.48 in 2 payments')
    expect(await story.told(agency)).toMatchInlineSnapshot(`
      "documents
        agency-provider 1125.00, closed, funded
        agency_earnings 191.24, closed, funded
        contractor-agency 900.00, closed
        provider-agency 33.76, closed
        provider-client 1125.00, open 1125.00, funded
        agency-provider 1125.00, open 900.00, funded
        agency_earnings 191.24, closed, funded
        contractor-agency 900.00, open 900.00
        provider-agency 33.76, closed
        provider-client 1125.00, open 1125.00, funded
      books
        bank -1282.48
        client_receivable 2250.00
        contractor_payable -900.00
        fee_income -56.26
        input_vat 375.00
        output_vat -386.26
        purchases 1875.00
        sales -1875.00
      cash
        payment 191.24, reversed (Sort code, number or name do not fit: Name)
        payment 67.52 without cash, matched
        payment 382.48, matched
        payment 900.00, matched
        payment 1350.00 without cash, matched
      batches
        returned 191.24: Sort code, number or name do not fit: Name
        paid 191.24
        paid 191.24
        paid 900.00
      mails
        accounts: Payment PAY… of £191.24 from Provider…
        accounts: Payment PAY… of £382.48 from Provider…
        accounts: Payment PAY… of £900.00 from Provider…
        accounts: Payment PAY… to Agency… was sent back
        accounts: Payment PAY… to Agency… was sent back
        alice: Payment PAY… of £191.24 from Provider…
        alice: Payment PAY… of £382.48 from Provider…
        alice: Payment PAY… to Agency… was sent back
        carla: Payment PAY… of £900.00 from Provider…
        paula: Payment PAY… to Agency… was sent back"
    `)
  })
})
