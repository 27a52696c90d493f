/** Lines of the bank that look like payments coming back. */

import { z } from 'zod'
import { visibleSql } from '#data/visible.ts'
import { day } from '#kernel/day.ts'
import { currency, parseMoney } from '#kernel/money.ts'
import type { VerbContext } from '#server/verb.ts'
import { verb } from '#server/verb.ts'
import { moneyText } from '../shared/answers.rules.ts'
import { provider_staff } from '../shared/who-may.rules.ts'
import type { SuggestedReturn } from './payment-return.rules.ts'
import { returnReasons } from './payment-return.rules.ts'

const pairs_max = 2000

type Pair = Omit<SuggestedReturn, 'reasons'> & {
  readonly paid_on: string
  readonly paid_reference: string
  readonly holder: string
}

/** One suggestion a line, that with most reasons; of a batch's payments where one is named. */
export async function findReturns(
  { tx, viewer }: Pick<VerbContext, 'tx' | 'viewer'>,
  payment_batch_id: string | null,
): Promise<SuggestedReturn[]> {
  const params: unknown[] = [pairs_max, payment_batch_id]
  const visible = visibleSql('transaction.bank_line', viewer, 'l', params)
  const pairs = await tx.rows<Pair>(
    `select l.id as bank_line_id, l.transaction_date::text, l.amount, y.alpha_code as currency, l.reference, l.counterparty,
       p.id as payment_id, p.human_id as payment, p.transaction_date::text as paid_on, p.reference as paid_reference,
       b.name as payee, k.account_holder_name as holder, p.payment_batch_id
     from transaction.bank_line l
     join business.bank_account o on o.id = l.bank_account_id
     join transaction.payment_receipt_summary p on p.provider_id = l.provider_id and p.currency_id = l.currency_id and p.amount = l.amount
       and p.type = 'payment' and p.bank_account_id is not null and p.status not in ('reversed', 'cancelled') and p.deleted_at is null
       and p.principal_id = o.business_id and p.transaction_date between l.transaction_date - 31 and l.transaction_date
     join business.business b on b.id = p.for_business_id
     join business.bank_account k on k.id = p.bank_account_id
     join platform.currency y on y.id = l.currency_id
     where l.amount > 0 and ${visible} and ($2::uuid is null or p.payment_batch_id = $2)
       and not exists (select from transaction.payment_receipt_summary s where s.bank_line_id = l.id)
       and not exists (select from transaction.payment_receipt_summary s where s.returned_line_id = l.id)
     order by l.transaction_date desc, l.id, p.transaction_date desc, p.id limit $1`,
    params,
  )
  const found = pairs.flatMap(({ paid_on, paid_reference, holder, ...pair }): SuggestedReturn[] => {
    const code = currency(pair.currency)
    const amount = parseMoney(pair.amount, code)
    const reasons = returnReasons(
      { ...pair, transaction_date: day(pair.transaction_date), amount },
      {
        human_id: pair.payment,
        transaction_date: day(paid_on),
        amount,
        reference: paid_reference,
        payee_names: [pair.payee, holder],
      },
    )
    return reasons.length === 0 ? [] : [{ ...pair, reasons }]
  })
  const by_line = Map.groupBy(found, (one) => one.bank_line_id)
  return [...by_line.values()].flatMap((of_line) =>
    of_line.sort((a, b) => b.reasons.length - a.reasons.length).slice(0, 1),
  )
}

const input = z.strictObject({ payment_batch_id: z.uuid().optional() })

/** A line of a statement in an answer. */
export const statement_line = {
  bank_line_id: z.uuid(),
  transaction_date: z.iso.date(),
  amount: moneyText,
  currency: z.string(),
  reference: z.string(),
  counterparty: z.string(),
}

const output = z.strictObject({
  returns: z.array(
    z.strictObject({
      ...statement_line,
      payment_id: z.uuid(),
      payment: z.string(),
      payee: z.string(),
      payment_batch_id: z.uuid().nullable(),
      reasons: z.array(z.string()),
    }),
  ),
})

/** Receipts that look like a payment returned by the bank. Changes nothing. */
export const suggestReturns = verb({
  action_id: 'transaction.bank_line.returns',
  since: '0.1.0',
  summary: 'Finds receipts that look like payments returned by the bank',
  machine: 'allowed',
  impersonator: 'allowed',
  who: { provider: [...provider_staff, 'provider_approver'] },
  is_reading: true,
  input,
  output,
  run: async (context, { payment_batch_id }) => {
    return { returns: await findReturns(context, payment_batch_id ?? null) }
  },
})
