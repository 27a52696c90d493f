/** A payment file for the portal of a bank (registers.md §5.1). Pure. */
import { formatMoney } from '#kernel/money.ts'
import type { PaymentOrder } from './payment-file.rules.ts'
import { bankText, referenceOf } from './payment-file.rules.ts'

/** No character that starts a formula may come first: bank text has only the hyphen. */
const cell = (text: string, width: number) => bankText(text, width).replace(/^-+\s*/, '')

/** Bank text has neither commas nor quotes, so that a cell needs no quoting. */
export function csvFile(order: PaymentOrder): string {
  const head = 'sort_code,account_number,iban,swift_code,name,amount,currency,reference'
  const rows = order.payments.map((payment) => {
    const { payee, amount } = payment
    return [
      payee.sort_code ?? '',
      payee.account_number ?? '',
      payee.iban ?? '',
      payee.swift_code ?? '',
      cell(payee.name, 18),
      formatMoney(amount),
      order.currency,
      cell(referenceOf(payment, 18), 18),
    ].join(',')
  })
  return `${[head, ...rows].join('\r\n')}\r\n`
}
