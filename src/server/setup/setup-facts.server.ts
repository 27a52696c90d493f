/** The set-up as its owner's page shows it. */

import type { MailFacts, SetupFacts } from '#entity/setup-answer.ts'
import { keptSetting } from '../kept-settings.server.ts'
import type { Settings } from '../settings.ts'
import type { Tx } from '../verb.ts'
import { secondPerson } from './setup-second.server.ts'
import { holdSteps, type MailStep } from './setup-state.server.ts'

/** The addresses: those of the environment, else the last typed ones, else those in force. */
export async function mailFacts(
  tx: Tx,
  { supportEmail, mailFrom, smtpUrl }: Settings,
  step: MailStep | null,
): Promise<MailFacts> {
  return {
    state: step?.state ?? 'open',
    support_email: supportEmail ?? step?.support_email ?? (await keptSetting(tx, 'support_email')),
    mail_from: mailFrom ?? step?.mail_from ?? (await keptSetting(tx, 'mail_from')),
    sends_mail: smtpUrl !== null,
    fixed: [
      ...(supportEmail === null ? [] : (['support_email'] as const)),
      ...(mailFrom === null ? [] : (['mail_from'] as const)),
    ],
  }
}

export async function setupFacts(tx: Tx, settings: Settings): Promise<SetupFacts> {
  const steps = await holdSteps(tx)
  const you = await tx.row<NonNullable<SetupFacts['you']>>(
    `select first_name, last_name, email, exists (
       select from auth.factor f where f.user_id = u.id and f.type <> 'sms' and f.confirmed_at is not null) as has_factor
     from platform."user" u where id = $1`,
    [steps.you?.user_id ?? null],
  )
  const business = await tx.row<NonNullable<SetupFacts['business']>>(
    `select b.name, c.logo_attachment_id is not null as has_logo
     from business.business b left join business.company c on c.id = b.company_id where b.id = $1`,
    [steps.business?.business_id ?? null],
  )
  const accounts = await tx.rows<{ purpose: string }>(
    'select distinct purpose from business.bank_account where business_id = $1 and deleted_at is null order by 1',
    [steps.business?.business_id ?? null],
  )
  const second = await secondPerson(tx, steps)
  return {
    you: you ?? null,
    business: business ?? null,
    mail: await mailFacts(tx, settings, steps.mail ?? null),
    address: { state: steps.address?.state ?? 'open', public_url: settings.publicUrl },
    bank: { state: steps.bank?.state ?? 'open', entered: accounts.map(({ purpose }) => purpose) },
    second: {
      state: second === null ? (steps.second?.state ?? 'open') : 'done',
      email: second,
    },
  }
}
