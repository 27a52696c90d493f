import { z } from 'zod'
import { day } from '#kernel/day.ts'
import { conflict, invalid } from '#kernel/errors.ts'
import { currency, formatMoney, isZero, parseMoney } from '#kernel/money.ts'
import { moneyDayFault } from '#kernel/money-day.ts'
import { amountFault } from '#kernel/plausible.ts'
import { newUuid } from '#kernel/uuid.ts'
import { verb } from '#server/verb.ts'
import { insertRow } from '#server/write-row.server.ts'
import { bookDays } from '../parties/books-begin.server.ts'
import { dayInput } from '../parties/party-input.server.ts'
import { bank_line } from '../settlement/receipt.entity.ts'
import { amountInput, referenceInput } from '../shared/cash-input.server.ts'
import { provider_staff } from '../shared/who-may.rules.ts'
import { bankLineKey } from './bank-line-key.server.ts'
import { cashAccount } from './cash-account.server.ts'

const input = z.strictObject({
  bank_account_id: z.uuid(),
  transaction_date: dayInput,
  /** Negative for money that went out. */
  amount: amountInput,
  reference: referenceInput.default(''),
  counterparty: referenceInput.default(''),
  /** The bank's own id of the line, where it gives one. */
  bank_id: z.string().trim().min(1).max(80).optional(),
  /** Tells apart lines of one day that read the same; the first is 1. */
  line_no: z.number().int().min(1).max(999).default(1),
})

/**
 * A line of a bank statement, entered by hand, once (registers.md §5.3, dedupe key).
 * @throws conflict when it is there already
 */
export const recordBankLine = verb({
  action_id: 'transaction.bank_line.record',
  since: '0.1.0',
  summary: 'Records a line of a bank statement by hand',
  machine: 'allowed',
  impersonator: 'allowed',
  who: { provider: provider_staff },
  input,
  output: z.strictObject({ id: z.uuid() }),
  run: async (context, line) => {
    const { tx, viewer, clock } = context
    const account = await cashAccount(context, line.bank_account_id)
    const amount = parseMoney(line.amount, currency(account.currency))
    if (isZero(amount)) throw invalid({ amount: 'A bank line has an amount' })
    const beyond = amountFault(amount, 'bank_line')
    if (beyond !== null) throw invalid({ amount: beyond })
    const fault = moneyDayFault(day(line.transaction_date), await bookDays(context))
    if (fault !== null) throw invalid({ transaction_date: fault })
    const id = newUuid(clock)
    const dedupe_key = bankLineKey({
      ...line,
      amount: formatMoney(amount),
      bank_id: line.bank_id ?? null,
    })
    const written = await insertRow(
      tx,
      bank_line,
      {
        id,
        bank_account_id: account.id,
        provider_id: viewer.provider_id,
        transaction_date: line.transaction_date,
        amount: formatMoney(amount),
        currency_id: account.currency_id,
        reference: line.reference,
        counterparty: line.counterparty,
        dedupe_key,
        created_by: viewer.user_id,
        bank_statement_id: null,
        created_at: clock.now(),
        updated_at: clock.now(),
      },
      'on conflict (bank_account_id, dedupe_key) do nothing',
    )
    if (written === 0) throw conflict('This bank line was recorded before')
    context.audit({
      entity: 'transaction.bank_line',
      entity_id: id,
      new_values: {
        transaction_date: line.transaction_date,
        amount: formatMoney(amount),
        reference: line.reference,
      },
    })
    return { id }
  },
})
