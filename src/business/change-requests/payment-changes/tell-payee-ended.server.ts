/** Mails the people of the contractor and of the agency that a further payee has ended, as its start did. */
import { formatDay } from '#kernel/day.ts'
import type { VerbContext } from '#server/verb.ts'
import { knownContactSql } from '../../shared/known-contact.server.ts'
import { agencyDeciders } from '../request/party-change.rules.ts'

export const payee_ended_topic = 'payee_ended_mail'

type Ended = {
  readonly payee_id: string
  readonly contractor_id: string
  readonly agency_id: string
  /** The name of the payee. */
  readonly name: string
  readonly comment: string
}

/** The person who ended the payee gets no mail. */
export async function tellPayeeEnded(context: VerbContext, ended: Ended): Promise<void> {
  const { tx, viewer, clock } = context
  const { payee_id, contractor_id, agency_id, name, comment } = ended
  const people = await tx.rows<{ email: string; contractor: string; agency: string }>(
    `select distinct lower(c.email) as email, w.name as contractor, a.name as agency
     from business.business w join business.business a on a.id = $2
     join business.business_contact c on c.business_id = w.id and c.roles && '{contractor}'
       or c.business_id = a.id and c.roles && $3::text[]
     where w.id = $1 and ${knownContactSql('c.')} and (c.user_id is null or c.user_id <> $4) order by 1`,
    [contractor_id, agency_id, agencyDeciders('contractor'), viewer.user_id],
  )
  for (const { email: to, contractor, agency } of people)
    context.enqueue(payee_ended_topic, `payee-ended:${payee_id}:${to}`, {
      contractor_id,
      to,
      subject: `${name} is ended as a payee of ${contractor}`,
      body_text: [
        'Hello,',
        '',
        `${viewer.user_name} of ${viewer.business_name} ended ${name} as a payee of ${contractor} for placements with ${agency}, on ${formatDay(clock.today())}.`,
        `Reason: ${comment}`,
        '',
        `New placements no longer pay ${name}. Earlier placements and documents stay as they are.`,
        '',
      ].join('\n'),
      provider_id: viewer.provider_id,
      agency_id,
    })
}
