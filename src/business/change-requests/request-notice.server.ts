/** Mails the next approver, and the requester about the outcome. */

import type { Role } from '#entity/access.ts'
import { client_placement_roles } from '#entity/roles.ts'
import { present } from '#kernel/assert.ts'
import type { VerbContext } from '#server/verb.ts'
import { agency_writers } from '../shared/who-may.rules.ts'

export const change_request_mail_topic = 'change_request_mail'

type Notice = 'asked' | 'approved' | 'rejected' | 'cancelled'

type Facts = {
  readonly human_id: string
  readonly waits_for: 'agency' | 'client' | 'contractor' | null
  readonly agency_id: string
  readonly provider_id: string
  readonly title: string
  readonly placement: string
  readonly agency: string
  readonly asked_business_id: string | null
  readonly requester: string | null
  readonly steps: number
}

const roles_of = {
  agency: agency_writers,
  client: client_placement_roles,
  contractor: ['contractor'],
} as const satisfies Record<NonNullable<Facts['waits_for']>, readonly Role[]>

/** One mail an address and step, without figures: those are read on the guarded page. */
export async function sendRequestNotice(context: VerbContext, id: string, notice: Notice): Promise<void> {
  const facts = present(
    await context.tx.row<Facts>(
      `select r.human_id, r.waits_for, r.agency_id, r.provider_id, c.title, c.human_id as placement, a.name as agency,
         case r.waits_for when 'agency' then r.agency_id when 'client' then r.client_id else r.contractor_id end as asked_business_id,
         lower(u.email) as requester,
         (select count(*)::int from request.change_request_activity y where y.change_request_id = r.id) as steps
       from request.change_request r
       join contract.contract c on c.id = r.contract_id
       join business.business a on a.id = r.agency_id
       left join platform."user" u on u.id = r.requested_by
       where r.id = $1`,
      [id],
    ),
    'the request of a notice',
  )
  const to =
    notice === 'asked' ? await askedAddresses(context, facts) : facts.requester ? [facts.requester] : []
  for (const address of to)
    context.enqueue(change_request_mail_topic, `change-request:${id}:${facts.steps}:${notice}:${address}`, {
      change_request_id: id,
      to: address,
      subject: `${subjects[notice]}: ${facts.human_id}`,
      body_text: textOf(facts, notice),
      provider_id: facts.provider_id,
      agency_id: facts.agency_id,
    })
}

async function askedAddresses({ tx }: VerbContext, facts: Facts): Promise<string[]> {
  if (facts.waits_for === null) return []
  const rows = await tx.rows<{ email: string }>(
    `select distinct lower(email) as email from business.business_contact
     where business_id = $1 and is_active and deleted_at is null and roles && $2::text[] order by 1`,
    [facts.asked_business_id, roles_of[facts.waits_for]],
  )
  return rows.map((row) => row.email)
}

const subjects: Readonly<Record<Notice, string>> = {
  asked: 'Please answer a change request',
  approved: 'Change request approved',
  rejected: 'Change request rejected',
  cancelled: 'Change request cancelled',
}

function textOf({ human_id, title, placement, agency }: Facts, notice: Notice): string {
  const named = `${title} (${placement})`
  const says: Readonly<Record<Notice, string>> = {
    asked: `${agency}: a change of the placement ${named} is requested. Sign in, open Change Request Approvals and answer ${human_id}. Nothing changes until all sides approve.`,
    approved: `All sides approved ${human_id}. The placement ${named} is changed.`,
    rejected: `${human_id} was rejected. The placement ${named} stays the same. The request shows the reason.`,
    cancelled: `${human_id} was cancelled. The placement ${named} stays the same.`,
  }
  return `${says[notice]}\n`
}
