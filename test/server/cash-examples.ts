import { present } from '#kernel/assert.ts'
import { seedPayout, seedReceipt, sterling } from '../fixtures/cash.ts'
import { act, seedAccount } from '../fixtures/world.ts'
import {
  batch,
  checker,
  type Example,
  type Input,
  invoiced,
  matched,
  operations,
  place,
  reviewed,
  type Stage,
} from './example-parts.ts'

async function completed(stage: Stage): Promise<{ id: string }> {
  const { id } = await reviewed(stage)
  await act(stage, checker(stage), 'payment.payment_batch.complete', { id })
  return { id }
}

/** A payment by bank made today, into an account that no other example uses: a refund to a client of its own. */
async function paidToday(stage: Stage): Promise<{ payment_id: string; bank_account_id: string }> {
  const placement = await place(stage)
  const { provider } = stage.agency
  const bank_account_id = await seedAccount(stage, provider.admin, placement.client.id, 'payout')
  const receipt = await seedReceipt(stage, placement, '100.00')
  const asked = { id: receipt.id, amount: '25.00', reason: 'Paid twice' }
  const { refund_id } = await act<{ refund_id: string }>(
    stage,
    operations(stage),
    'transaction.payment_receipt.refund',
    asked,
  )
  await seedPayout(stage, provider)
  const { rows } = await stage.database.owner.query<{ payment_id: string }>(
    'select payment_id from transaction.refund where id = $1',
    [refund_id],
  )
  return { payment_id: present(rows[0], 'a refund').payment_id, bank_account_id }
}

/** An account that waits since a payment to it came back. */
async function heldAccount(stage: Stage): Promise<string> {
  const { payment_id, bank_account_id } = await paidToday(stage)
  const input = { payment_id, return_code: 'account_closed' }
  await act(stage, operations(stage), 'payment.payment_batch.return_payment', input)
  return bank_account_id
}

/** A bank's file with a line of its own. */
function statementFile(stage: Stage): Input {
  const row = `13/06/2025,100.00,${crypto.randomUUID()},Client Limited`
  return {
    bank_account_id: stage.agency.provider.trust_account_id,
    file_name: 'june.csv',
    content: ['Date,Amount,Reference,Name\n', row],
    map: {
      date_column: 'Date',
      date_format: 'DD/MM/YYYY',
      amount_column: 'Amount',
      in_column: null,
      out_column: null,
      mark_column: null,
      reference_columns: ['Reference'],
      counterparty_column: 'Name',
      bank_id_column: null,
      balance_column: null,
    },
  }
}

export const cash_examples: Readonly<Record<string, Example>> = {
  'business.bank_account.confirm_again': {
    by: checker,
    categories: ['agency', 'provider'],
    input: async (stage) => ({ id: await heldAccount(stage) }),
  },
  'payment.payment_batch.cancel': {
    by: operations,
    categories: ['provider'],
    input: async (stage) => ({ id: (await batch(stage)).id, reason: 'The run date is wrong' }),
  },
  'payment.payment_batch.complete': { by: checker, categories: ['provider'], input: reviewed },
  'payment.payment_batch.create': {
    takes_all: true,
    by: operations,
    categories: ['provider'],
    input: async (stage) => {
      await invoiced(stage)
      return { run_date: '2025-07-30', currency_id: sterling, principal_id: stage.agency.provider.id }
    },
  },
  'payment.payment_batch.hold_item': {
    by: operations,
    categories: ['provider'],
    input: async (stage) => ({ item_id: (await batch(stage)).item_id, reason: 'Ask the payee' }),
  },
  'payment.payment_batch.read_check': {
    by: operations,
    categories: ['provider'],
    reads: true,
    unaudited: 'it changes nothing',
    input: async (stage) => ({ id: (await batch(stage)).id }),
  },
  'transaction.invoice.read_payment_wait': {
    by: operations,
    categories: ['agency', 'provider'],
    reads: true,
    unaudited: 'it changes nothing',
    input: async (stage) => ({ id: (await invoiced(stage)).invoice.id }),
  },
  'payment.payment_batch.release_item': {
    by: operations,
    categories: ['provider'],
    input: async (stage) => {
      const input = { item_id: (await batch(stage)).item_id, reason: 'Asked the payee' }
      await act(stage, operations(stage), 'payment.payment_batch.hold_item', input)
      return input
    },
  },
  'payment.payment_batch.review': {
    by: checker,
    categories: ['provider'],
    input: async (stage) => {
      const { id } = await batch(stage)
      await act(stage, operations(stage), 'payment.payment_batch.submit', { id })
      return { id }
    },
  },
  'payment.payment_batch.submit': {
    by: operations,
    categories: ['provider'],
    input: async (stage) => ({ id: (await batch(stage)).id }),
  },
  'transaction.bank_line.record': {
    by: operations,
    categories: ['provider'],
    input: async (stage) => ({
      bank_account_id: stage.agency.provider.trust_account_id,
      transaction_date: '2025-06-13',
      amount: '100.00',
      reference: 'INV 1',
      counterparty: 'Client',
      bank_id: crypto.randomUUID().slice(0, 30),
      line_no: 1,
    }),
  },
  'transaction.bank_line.payers': {
    by: operations,
    categories: ['provider'],
    reads: true,
    unaudited: 'it changes nothing',
    input: async () => ({}),
  },
  'transaction.bank_statement.import': {
    by: operations,
    categories: ['provider'],
    input: async (stage) => statementFile(stage),
  },
  'transaction.bank_statement.preview': {
    by: operations,
    categories: ['provider'],
    reads: true,
    unaudited: 'it changes nothing',
    input: async (stage) => statementFile(stage),
  },
  'transaction.payment_receipt.auto_match': {
    by: operations,
    categories: ['provider'],
    input: async (stage) => {
      const { placement, invoice } = await invoiced(stage)
      const { id } = await seedReceipt(stage, placement, '40.00')
      return { receipts: [{ id, matches: [{ invoice_id: invoice.id, amount: '40.00' }] }] }
    },
  },
  'transaction.payment_receipt.auto_match_preview': {
    by: operations,
    categories: ['provider'],
    reads: true,
    unaudited: 'it changes nothing',
    input: async () => ({}),
  },
  'transaction.payment_receipt.record_many': {
    by: operations,
    categories: ['provider'],
    input: async (stage) => {
      const line = await act<{ id: string }>(stage, operations(stage), 'transaction.bank_line.record', {
        bank_account_id: stage.agency.provider.trust_account_id,
        transaction_date: '2025-06-13',
        amount: '100.00',
        bank_id: crypto.randomUUID(),
      })
      return { receipts: [{ bank_line_id: line.id, for_business_id: stage.placed.client.id }] }
    },
  },
  'transaction.payment_receipt.match': {
    by: operations,
    categories: ['provider'],
    input: async (stage) => {
      const { placement, invoice } = await invoiced(stage)
      const { id } = await seedReceipt(stage, placement, '100.00')
      const matches = [
        { invoice_id: invoice.id, amount: '40.00', outstanding_balance: invoice.outstanding_balance },
      ]
      return { id, matches }
    },
  },
  'payment.payment_batch.make_file': {
    by: checker,
    categories: ['provider'],
    input: async (stage) => ({
      ...(await completed(stage)),
      format: 'bacs',
      processing_day: '2025-07-31',
      service_user_number: '123456',
    }),
  },
  'payment.payment_file_setting.set': {
    by: checker,
    categories: ['provider'],
    input: async (stage) => {
      const { id } = await completed(stage)
      return { payment_batch_id: id, service_user_number: '654321', owner_at: '32', batch_booking: false }
    },
  },
  'payment.payment_file.download': {
    by: checker,
    categories: ['provider'],
    input: async (stage) => {
      const input = { ...(await completed(stage)), format: 'csv' }
      const file = await act<{ id: string }>(stage, checker(stage), 'payment.payment_batch.make_file', input)
      return { id: file.id }
    },
  },
  'payment.payment_batch.return_payment': {
    by: operations,
    categories: ['provider'],
    input: async (stage) => ({
      payment_id: (await paidToday(stage)).payment_id,
      return_code: 'no_account',
      comment: 'ARUCS 5',
    }),
  },
  'transaction.bank_line.returns': {
    by: operations,
    categories: ['provider'],
    reads: true,
    unaudited: 'it changes nothing',
    input: async () => ({}),
  },
  'transaction.payment_receipt.refund': {
    by: operations,
    categories: ['provider'],
    input: async (stage) => {
      const { id } = await seedReceipt(stage, stage.placed, '100.00')
      return { id, amount: '25.00', reason: 'Paid twice' }
    },
  },
  'transaction.payment_receipt.cancel_refund': {
    by: operations,
    categories: ['provider'],
    input: async (stage) => {
      const { id } = await seedReceipt(stage, stage.placed, '100.00')
      const input = { id, amount: '25.00', reason: 'Paid twice' }
      const made = await act<{ refund_id: string }>(
        stage,
        operations(stage),
        'transaction.payment_receipt.refund',
        input,
      )
      return { refund_id: made.refund_id, reason: 'It is owed after all' }
    },
  },
  'transaction.payment_receipt.record': {
    by: operations,
    categories: ['provider'],
    input: async (stage) => ({
      bank_account_id: stage.agency.provider.trust_account_id,
      transaction_date: '2025-06-13',
      amount: '100.00',
      currency_id: sterling,
      reference: 'INV 1',
      counterparty: 'Client',
      for_business_id: stage.placed.client.id,
      comment: 'By telephone',
    }),
  },
  'transaction.payment_receipt.reverse': {
    by: operations,
    categories: ['provider'],
    input: async (stage) => ({ id: (await matched(stage)).receipt.id, reason: 'Bounced' }),
  },
  'transaction.payment_receipt.suggest': {
    by: operations,
    categories: ['provider'],
    reads: true,
    unaudited: 'it changes nothing',
    input: async (stage) => {
      const { placement } = await invoiced(stage)
      return { id: (await seedReceipt(stage, placement, '100.00')).id }
    },
  },
  'transaction.payment_receipt.unmatch': {
    by: operations,
    categories: ['provider'],
    input: async (stage) => ({ detail_id: (await matched(stage)).detail_id, reason: 'Wrong invoice' }),
  },
}
