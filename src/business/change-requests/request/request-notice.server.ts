/** Mails the next approver, and the requester about the outcome. */

import type { Role } from '#entity/access.ts'
import { client_placement_roles } from '#entity/roles.ts'
import { present } from '#kernel/assert.ts'
import type { VerbContext } from '#server/verb.ts'
import { party_approvers } from '../../parties/onboarding.rules.ts'
import { fillAutomatic } from '../../platform/mails/automatic-mail.rules.ts'
import type { MailWords } from '../../platform/mails/communication.rules.ts'
import { wordsOfMail } from '../../platform/mails/own-words.server.ts'
import { knownContactSql } from '../../shared/known-contact.server.ts'
import type { AskedSide } from './change.rules.ts'
import { agencyDeciders, isPartySubject, party_nouns } from './party-change.rules.ts'

export const change_request_mail_topic = 'change_request_mail'

type Notice = 'asked' | 'approved' | 'rejected' | 'cancelled'

type Facts = {
  readonly human_id: string
  readonly waits_for: AskedSide | null
  readonly subject: string
  readonly agency_id: string | null
  readonly provider_id: string
  /** `Engineer (TMP000001)`, `Brightwater Ltd (CLI000001)` */
  readonly named: string
  readonly asker: string
  readonly asker_id: string
  readonly asked_business_id: string | null
  readonly requester: string | null
  readonly requested_by: string
  readonly requested_as: string | null
  readonly steps: number
}

const roles_of = {
  client: client_placement_roles,
  contractor: ['contractor'],
  provider: party_approvers.provider,
} as const satisfies Record<Exclude<AskedSide, 'agency'>, readonly Role[]>

/** One mail an address and step, without figures: those are read on the guarded page. */
export async function sendRequestNotice(context: VerbContext, id: string, notice: Notice): Promise<void> {
  const facts = present(
    await context.tx.row<Facts>(
      `select r.human_id, r.waits_for, r.subject, r.agency_id, r.provider_id,
         coalesce(c.title || ' (' || c.human_id || ')', k.name || ' (' || k.human_id || ')',
           r.new_values ->> 'name', '') as named,
         coalesce(case r.asked_by when 'client' then k.name when 'contractor' then w.name when 'provider' then p.name end,
           a.name, p.name) as asker,
         coalesce(case r.asked_by when 'client' then k.id when 'contractor' then w.id when 'provider' then p.id end,
           a.id, p.id) as asker_id,
         case r.waits_for when 'agency' then r.agency_id when 'client' then r.client_id when 'contractor' then r.contractor_id
           else r.provider_id end as asked_business_id,
         lower(u.email) as requester, r.requested_by, r.requested_as,
         (select count(*)::int from request.change_request_activity y where y.change_request_id = r.id) as steps
       from request.change_request r
       join business.business p on p.id = r.provider_id
       left join contract.contract c on c.id = r.contract_id
       left join business.service s on s.id = r.service_id
       left join business.business k on k.id = coalesce(s.from_business_id, c.client_id, r.entity_id)
       left join business.business w on w.id = r.contractor_id
       left join business.business a on a.id = r.agency_id
       left join platform."user" u on u.id = r.requested_by
       where r.id = $1`,
      [id],
    ),
    'the request of a notice',
  )
  const to =
    notice === 'asked' ? await askedAddresses(context, facts) : facts.requester ? [facts.requester] : []
  const { subject, text } = await wordsFor(context, facts, notice)
  for (const address of to)
    context.enqueue(change_request_mail_topic, `change-request:${id}:${facts.steps}:${notice}:${address}`, {
      change_request_id: id,
      to: address,
      subject,
      body_text: `${text}\n`,
      provider_id: facts.provider_id,
      agency_id: facts.agency_id,
    })
}

const rolesOf = (subject: string, side: AskedSide): readonly Role[] =>
  side === 'agency' ? agencyDeciders(subject) : roles_of[side]

/** Without the asking person. */
async function askedAddresses({ tx }: VerbContext, facts: Facts): Promise<string[]> {
  if (facts.waits_for === null) return []
  const rows = await tx.rows<{ email: string }>(
    `select distinct lower(email) as email from business.business_contact
     where business_id = $1 and ${knownContactSql()} and roles && $2::text[]
       and (user_id is null or user_id <> all ($3::text[])) order by 1`,
    [
      facts.asked_business_id,
      rolesOf(facts.subject, facts.waits_for),
      [facts.requested_by, facts.requested_as ?? ''],
    ],
  )
  return rows.map((row) => row.email)
}

const subjects: Readonly<Record<Exclude<Notice, 'asked'>, string>> = {
  approved: 'Change request approved',
  rejected: 'Change request rejected',
  cancelled: 'Change request cancelled',
}

/** The question begins with the words of the asker. */
async function wordsFor({ tx }: VerbContext, facts: Facts, notice: Notice): Promise<MailWords> {
  const { human_id, subject, named, asker, asker_id } = facts
  const about = `${isPartySubject(subject) ? party_nouns[subject].toLowerCase() : 'placement'} ${named}`
  if (notice !== 'asked')
    return { subject: `${subjects[notice]}: ${human_id}`, text: outcomeOf(human_id, about, notice) }
  const own = fillAutomatic(await wordsOfMail(tx, asker_id, 'change_to_agree'), {
    'request.number': human_id,
    'request.about': about,
    'business.name': asker,
  })
  const follows = `Sign in, open Change Request Approvals and answer ${human_id}. Nothing changes until all sides approve.`
  return { subject: own.subject, text: `${own.text}\n\n${follows}` }
}

function outcomeOf(human_id: string, about: string, notice: Exclude<Notice, 'asked'>): string {
  const says = {
    approved: `All sides approved ${human_id}. The ${about} is changed.`,
    rejected: `${human_id} was rejected. The ${about} stays the same. The request shows the reason.`,
    cancelled: `${human_id} was cancelled. The ${about} stays the same.`,
  } as const satisfies Record<Exclude<Notice, 'asked'>, string>
  return says[notice]
}
