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

/** One mail to each address, once a version and step; never the whole number. */
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
  requested: 'Change of bank account',
  confirmed: 'Bank account changed',
  rejected: 'Bank account not changed',
}

function textOf(facts: Facts, notice: Notice): string {
  const next = maskedNumber(facts)
  const old = maskedNumber({ account_number: facts.old_number, iban: facts.old_iban })
  const said: Readonly<Record<Notice, string>> = {
    requested: `The account in ${facts.currency} into which ${facts.name} is paid is to change from the one ${old} to the one ${next}. Nothing is paid until a second person has confirmed it.`,
    confirmed: `The account in ${facts.currency} into which ${facts.name} is paid is now the one ${next}${
      facts.payable_from ? `; payments go there from ${formatDay(day(facts.payable_from))}` : ''
    }.`,
    rejected: `The change to the account ${next} was not accepted. ${facts.name} is paid into the account ${old} as before.`,
  }
  return [
    'Hello,',
    '',
    said[notice],
    '',
    `If you did not ask for this, tell ${facts.provider_name} at once, by a telephone number that you knew before.`,
    '',
    'Kind regards',
    facts.provider_name,
  ].join('\n')
}
