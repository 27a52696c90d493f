/** Mails the payee about a changed account, at the former addresses (quality S16). */
import { present } from '#kernel/assert.ts'
import { day, formatDay } from '#kernel/day.ts'
import type { VerbContext } from '#server/verb.ts'
import { payeeAddresses } from '../parties/payee-addresses.server.ts'
import { bank_account_mail_topic, maskedNumber } from '../shared/bank-details.rules.ts'

type Notice = 'requested' | 'confirmed' | 'rejected'

type Facts = {
  readonly business_id: string
  readonly name: string
  readonly currency: string
  readonly account_number: string | null
  readonly iban: string | null
  readonly old_number: string | null
  readonly old_iban: string | null
  readonly payable_from: string | null
  readonly provider_name: string
  readonly provider_id: string
}

/** One mail to each address for each step. It shows the last three digits alone. */
export async function sendAccountNotice(context: VerbContext, id: string, notice: Notice): Promise<void> {
  const { tx, viewer } = context
  const facts = present(
    await tx.row<Facts>(
      `select a.business_id, b.name, y.alpha_code as currency, a.account_number, a.iban, o.account_number as old_number,
         o.iban as old_iban, a.payable_from, p.name as provider_name, p.id as provider_id
       from business.bank_account a
       join business.business b on b.id = a.business_id
       join platform.currency y on y.id = a.currency_id
       join business.business p on p.id = coalesce(b.provider_id, b.id)
       left join business.bank_account o on o.id = a.replaces_id
       where a.id = $1`,
      [id],
    ),
    'the account of a notice',
  )
  const body_text = textOf(facts, notice)
  for (const to of await payeeAddresses(tx, facts.business_id)) {
    context.enqueue(bank_account_mail_topic, `bank-account:${id}:${notice}:${to}`, {
      bank_account_id: id,
      to,
      subject: `${subjects[notice]} for ${facts.name}`,
      body_text,
      provider_id: facts.provider_id,
      agency_id: viewer.category === 'agency' ? viewer.business_id : null,
    })
  }
}

const subjects: Readonly<Record<Notice, string>> = {
  requested: 'Bank account change requested',
  confirmed: 'Bank account changed',
  rejected: 'Bank account change rejected',
}

function textOf(facts: Facts, notice: Notice): string {
  const { name, currency, payable_from } = facts
  const new_account = maskedNumber(facts)
  const old_account = maskedNumber({ account_number: facts.old_number, iban: facts.old_iban })
  const texts: Readonly<Record<Notice, string>> = {
    requested: `Somebody asked to change the ${currency} account of ${name}. Old account: ${old_account}. New account: ${new_account}. No payment goes to ${name} until a second person confirms the change.`,
    confirmed: `Payments in ${currency} to ${name} now go to the account ${new_account}.${
      payable_from ? ` The first is possible on ${formatDay(day(payable_from))}.` : ''
    }`,
    rejected: `The new account ${new_account} was rejected. Payments to ${name} still go to the account ${old_account}.`,
  }
  return [
    'Hello,',
    '',
    texts[notice],
    '',
    `If you did not ask for this, call ${facts.provider_name} at once. Use a number that you already have, not one from this mail.`,
    '',
    'Kind regards',
    facts.provider_name,
  ].join('\n')
}
