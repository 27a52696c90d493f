/** Mails a returned payment to the payee, its agency, and the provider's staff. */
import { present } from '#kernel/assert.ts'
import { day, formatDay } from '#kernel/day.ts'
import { displayMoney, parseMoney } from '#kernel/money.ts'
import type { VerbContext } from '#server/verb.ts'
import { payeeAddresses } from '../parties/payee-addresses.server.ts'
import { bank_account_mail_topic, maskedNumber } from '../shared/bank-details.rules.ts'
import type { ReturnedPayment } from './return-effects.server.ts'

type Account = {
  readonly account_number: string | null
  readonly iban: string | null
  readonly provider_name: string
}

/** One mail to each address, once a payment; never the whole number. */
export async function mailReturn(
  context: VerbContext,
  payment: ReturnedPayment,
  reason: string,
  is_account_held: boolean,
): Promise<void> {
  const { tx } = context
  const account = present(
    await tx.row<Account>(
      `select k.account_number, k.iban, p.name as provider_name from business.bank_account k
       join business.business p on p.id = $2 where k.id = $1`,
      [payment.bank_account_id, payment.provider_id],
    ),
    'the account that was paid into',
  )
  const concerned = [payment.for_business_id, payment.agency_id, payment.provider_id].filter(
    (id) => id !== null,
  )
  const addresses: string[] = []
  for (const business_id of new Set(concerned)) addresses.push(...(await payeeAddresses(tx, business_id)))
  for (const to of new Set(addresses)) {
    context.enqueue(bank_account_mail_topic, `payment-return:${payment.id}:${to}`, {
      bank_account_id: payment.bank_account_id,
      to,
      subject: `Payment ${payment.human_id} to ${payment.payee} was sent back`,
      body_text: textOf(payment, account, reason, is_account_held),
      provider_id: payment.provider_id,
      agency_id: payment.agency_id,
    })
  }
}

function textOf(
  payment: ReturnedPayment,
  account: Account,
  reason: string,
  is_account_held: boolean,
): string {
  const amount = displayMoney(parseMoney(payment.amount, payment.currency))
  return [
    'Hello,',
    '',
    `The bank sent back payment ${payment.human_id} of ${amount} to ${payment.payee}. It was made on ${formatDay(day(payment.transaction_date))} to the account ${maskedNumber(account)}.`,
    `Reason: ${reason.replace(/\.$/, '')}.`,
    '',
    is_account_held
      ? 'The amount is still owed. It is paid again after a second person confirms this account or a new one.'
      : 'The amount is still owed. It is paid again to the account confirmed since then.',
    '',
    `We never ask for account details by mail. Call ${account.provider_name} on a number that you already have.`,
    '',
    'Kind regards',
    account.provider_name,
  ].join('\n')
}
