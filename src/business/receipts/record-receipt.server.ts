import { z } from 'zod'
import { loadVisible } from '#data/visible.ts'
import type { ReadRow } from '#entity/new-row.ts'
import { day } from '#kernel/day.ts'
import { conflict, invalid, precondition } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import type { CurrencyCode } from '#kernel/money.ts'
import { formatMoney, parseMoney } from '#kernel/money.ts'
import { moneyDayFault } from '#kernel/money-day.ts'
import { amountFault } from '#kernel/plausible.ts'
import { newUuid } from '#kernel/uuid.ts'
import type { Tx, VerbContext } from '#server/verb.ts'
import { verb } from '#server/verb.ts'
import { insertRow } from '#server/write-row.server.ts'
import { cashAccount } from '../bank/cash-account.server.ts'
import { postEntries } from '../ledger/post.server.ts'
import { receiptPostings } from '../ledger/postings.rules.ts'
import { bookDays } from '../parties/books-begin.server.ts'
import { dayInput } from '../parties/party-input.server.ts'
import { visibleBusiness } from '../parties/visible-business.server.ts'
import type { bank_line } from '../settlement/receipt.entity.ts'
import { not_reversed, payment_receipt_summary } from '../settlement/receipt.entity.ts'
import { moneyText } from '../shared/answers.rules.ts'
import { amountInput, referenceInput } from '../shared/cash-input.server.ts'
import { nextHumanId } from '../shared/human-id.server.ts'
import { provider_staff } from '../shared/who-may.rules.ts'
import { payerKey } from './suggest.rules.ts'

const from_line = z.strictObject({
  bank_line_id: z.uuid(),
  for_business_id: z.uuid(),
  comment: referenceInput.optional(),
})
const direct = z.strictObject({
  bank_line_id: z.never().optional(),
  bank_account_id: z.uuid(),
  transaction_date: dayInput,
  amount: amountInput,
  /** The account's own unless given; any other is refused. */
  currency_id: z.uuid().optional(),
  reference: referenceInput.default(''),
  counterparty: referenceInput.default(''),
  for_business_id: z.uuid(),
  comment: referenceInput.optional(),
})
/**
 * Between two equally near alternatives the first words the fault: without a line the person means to type the money.
 */
const input = z.union([direct, from_line])
type Input = z.infer<typeof input>

const recordedReceiptAnswer = z.strictObject({
  id: z.uuid(),
  human_id: z.string(),
  status: z.literal('allocated'),
  unmatched_amount: moneyText,
})
export type RecordedReceipt = z.infer<typeof recordedReceiptAnswer>

type Money = ReadRow<typeof bank_line, 'transaction_date amount reference counterparty'> & {
  readonly bank_line_id: string | null
  readonly account: Awaited<ReturnType<typeof cashAccount>>
}

/**
 * Money that came in, assigned to the business that paid it: `allocated`, nothing matched yet (spec §4). Posts
 * Dr bank, Cr unallocated receipts. A bank line makes one receipt, once.
 */
export const recordReceipt = verb({
  action_id: 'transaction.payment_receipt.record',
  since: '0.1.0',
  summary: 'Records a receipt of a business',
  machine: 'allowed',
  impersonator: 'allowed',
  who: { provider: provider_staff },
  input,
  output: recordedReceiptAnswer,
  run: (context, asked) => {
    return insertReceipt(context, asked)
  },
})

/** Inserts the receipt, for viewers who may record one. */
export async function insertReceipt(context: VerbContext, asked: Input): Promise<RecordedReceipt> {
  const { tx, viewer, clock } = context
  const money =
    asked.bank_line_id !== undefined
      ? await moneyOfLine(context, asked.bank_line_id)
      : await moneyAsTyped(context, asked)
  const payer = await visibleBusiness(context, asked.for_business_id, 'client', 'payer', 'agency', 'funder')
  const amount = parseMoney(money.amount, money.account.currency)
  const fault = amountFault(amount, 'receipt')
  if (fault !== null) throw invalid({ amount: fault })
  const agency_id = payer.type === 'agency' ? payer.id : await onlyAgencyOf(tx, payer.id)
  const principal_id = money.account.business_id
  const funder_id = principal_id === viewer.provider_id ? null : principal_id
  const id = newUuid(clock)
  const human_id = await nextHumanId(tx, 'RCT')
  await insertRow(tx, payment_receipt_summary, {
    id,
    human_id,
    type: 'receipt',
    status: 'allocated',
    for_business_id: payer.id,
    principal_id,
    provider_id: viewer.provider_id,
    agency_id,
    client_id: payer.type === 'client' ? payer.id : null,
    funder_id,
    bank_line_id: money.bank_line_id,
    bank_account_id: money.account.id,
    currency_id: money.account.currency_id,
    amount: formatMoney(amount),
    transaction_date: money.transaction_date,
    reference: money.reference,
    comment: asked.comment ?? null,
    created_by: viewer.user_id,
    contractor_id: null,
    payment_batch_id: null,
    ...not_reversed,
    created_at: clock.now(),
    updated_at: clock.now(),
    payer_key: payerKey(money.counterparty),
  })
  await postEntries(context, [
    {
      kind: 'receipt',
      source_entity: 'transaction.payment_receipt_summary',
      source_id: id,
      principal_id,
      provider_id: viewer.provider_id,
      agency_id,
      fact_key: `receipt:${id}`,
      post_date: money.transaction_date,
      postings: receiptPostings(payer.id, amount),
    },
  ])
  const unmatched_amount = formatMoney(amount)
  context.audit({
    entity: 'transaction.payment_receipt_summary',
    entity_id: id,
    new_values: { human_id, status: 'allocated', amount: unmatched_amount, for_business_id: payer.id },
  })
  return { id, human_id, status: 'allocated', unmatched_amount }
}

type LineRow = ReadRow<typeof bank_line, 'bank_account_id transaction_date amount reference counterparty'> & {
  readonly receipt: string | null
  readonly returned: string | null
}

/** @throws conflict when the line has a receipt already */
async function moneyOfLine(context: VerbContext, bank_line_id: string): Promise<Money> {
  const { tx, viewer } = context
  const [line] = await loadVisible<LineRow>(tx, viewer, 'transaction.bank_line', [bank_line_id], {
    lock: true,
    columns: `t.bank_account_id, t.transaction_date, t.amount, t.reference, t.counterparty,
      (select s.human_id from transaction.payment_receipt_summary s where s.bank_line_id = t.id) as receipt,
      (select s.human_id from transaction.payment_receipt_summary s where s.returned_line_id = t.id) as returned`,
  })
  if (!line) throw invalid({ bank_line_id: validationText.matches })
  if (line.receipt !== null) throw conflict(`This bank line is already receipt ${line.receipt}`)
  if (line.returned !== null)
    throw conflict(`This bank line is payment ${line.returned} that the bank sent back`)
  if (line.amount.startsWith('-')) throw precondition('Money that went out cannot be a receipt')
  const fault = moneyDayFault(day(line.transaction_date), await bookDays(context))
  if (fault !== null) throw invalid({ bank_line_id: fault })
  const reference = [line.reference, line.counterparty].filter((part) => part !== '').join(' · ')
  return { ...line, reference, bank_line_id, account: await cashAccount(context, line.bank_account_id) }
}

async function moneyAsTyped(context: VerbContext, typed: z.infer<typeof direct>): Promise<Money> {
  const account = await cashAccount(context, typed.bank_account_id)
  if (typed.currency_id !== undefined && typed.currency_id !== account.currency_id) {
    throw invalid({ currency_id: `The account is in ${account.currency satisfies CurrencyCode}` })
  }
  const fault = moneyDayFault(day(typed.transaction_date), await bookDays(context))
  if (fault !== null) throw invalid({ transaction_date: fault })
  const reference = [typed.reference, typed.counterparty].filter((part) => part !== '').join(' · ')
  return { ...typed, reference, bank_line_id: null, account }
}

/** A client of one agency: its receipts are shown to that agency from the start. */
async function onlyAgencyOf(tx: Tx, client_id: string): Promise<string | null> {
  const agencies = await tx.rows<{ agency_id: string }>(
    `select distinct to_business_id as agency_id from business.service
     where type = 'client-agency' and from_business_id = $1 and deleted_at is null limit 2`,
    [client_id],
  )
  return agencies.length === 1 ? (agencies[0]?.agency_id ?? null) : null
}
