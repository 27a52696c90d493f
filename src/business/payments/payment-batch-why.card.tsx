/** Explains the amount of a batch and of each item. */
import { currencyOrGbp, money } from '#kernel/money.ts'
import { Why } from '#web/blocks/Why.tsx'
import { minorOf } from '#web/kinds/amount.tsx'
import { batchWords, itemWords } from '../settlement/explain-payment.rules.ts'
import type { Batch, Item } from './payment-batch.hook.ts'

export function BatchWhy({ batch }: { batch: Batch }) {
  const toMoney = (value: number | null) => money(minorOf(value), currencyOrGbp(batch.currency?.alpha_code))
  const items = batch.items.map((item) => ({
    what: item.invoice?.human_id ?? item.payroll_payment?.human_id ?? item.payee?.name ?? 'an item',
    amount: toMoney(item.amount),
    is_in: item.status !== 'held' && item.status !== 'removed',
  }))
  return <Why what={`Amount of ${batch.human_id}`} sentences={batchWords(items, toMoney(batch.amount))} />
}

/** A refund is explained by its receipt. */
export function ItemWhy({ item, currency }: { item: Item; currency: string | undefined }) {
  if (!item.invoice) return null
  const { invoice } = item
  const toMoney = (value: number | null) => money(minorOf(value), currencyOrGbp(currency))
  const sentences = itemWords({
    amount: toMoney(item.amount),
    document: {
      what: invoice.human_id,
      total_amount: toMoney(invoice.total_amount),
      paid_amount: toMoney(invoice.paid_amount),
      outstanding_balance: toMoney(invoice.outstanding_balance),
    },
    is_paid: item.status === 'paid',
  })
  return <Why what={`Amount paid of ${invoice.human_id}`} sentences={sentences} />
}
