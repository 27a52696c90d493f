/** Mails the deciders of a role change, and afterwards the asker and the person concerned. */
import { labelOf } from '#entity/choices.ts'
import { present } from '#kernel/assert.ts'
import { formatInstant, type Instant } from '#kernel/instant.ts'
import type { VerbContext } from '#server/verb.ts'

export const role_change_mail_topic = 'role_change_mail'

export type RoleNotice = 'asked' | 'approved' | 'rejected' | 'withdrawn'

type Facts = {
  readonly name: string
  readonly email: string
  readonly roles: readonly string[]
  readonly reactivates: boolean
  readonly invites: boolean
  readonly asked_by_name: string
  readonly asker_email: string
  readonly decided_by_name: string | null
  readonly comment: string | null
  readonly expires_at: Instant
  readonly provider_id: string
  readonly agency_id: string | null
  readonly business_name: string
  readonly deciders: readonly string[]
}

/** One mail an address and step. */
export async function sendRoleNotice(
  { tx, enqueue }: Pick<VerbContext, 'tx' | 'enqueue'>,
  id: string,
  notice: RoleNotice,
): Promise<void> {
  const facts = present(
    await tx.row<Facts>(
      `select r.name, r.email, r.roles, r.reactivates, r.invites, r.asked_by_name, u.email as asker_email,
         r.decided_by_name, r.comment, r.expires_at, r.provider_id, case when b.type = 'agency' then b.id end as agency_id,
         b.name as business_name, array(select d.decider_email from request.role_change_deciders(r.business_id,
           r.provider_id, r.asked_by, r.user_id, r.email) d order by 1) as deciders
       from request.role_change r
       join business.business b on b.id = r.business_id
       join platform."user" u on u.id = r.asked_by
       where r.id = $1`,
      [id],
    ),
    'the role change of a notice',
  )
  for (const to of addressesOf(facts, notice))
    enqueue(role_change_mail_topic, `role-change:${id}:${notice}:${to}`, {
      role_change_id: id,
      to,
      subject: `${subjects[notice]}: ${facts.name}`,
      body_text: textOf(facts, notice),
      provider_id: facts.provider_id,
      agency_id: facts.agency_id,
    })
}

/** An invited person gets the invitation instead. */
function addressesOf(
  { deciders, asker_email, email, invites }: Facts,
  notice: RoleNotice,
): readonly string[] {
  if (notice === 'asked' || notice === 'withdrawn') return deciders
  return notice === 'approved' && !invites ? [asker_email, email] : [asker_email]
}

const subjects: Readonly<Record<RoleNotice, string>> = {
  asked: 'Please decide about a role',
  approved: 'Role approved',
  rejected: 'Role rejected',
  withdrawn: 'Role change withdrawn',
}

/** `Agency admin of Larkfield Talent` */
const seatOf = ({ roles, reactivates, business_name }: Facts): string =>
  roles.length === 0
    ? `${reactivates ? 'an active' : 'a signed-in'} person of ${business_name}`
    : `${roles.map(labelOf).join(', ')} of ${business_name}`

function textOf(facts: Facts, notice: RoleNotice): string {
  const { name, email, asked_by_name, decided_by_name, comment, expires_at } = facts
  const seat = seatOf(facts)
  const reason = comment === null ? '' : ` Reason: ${comment}`
  const says: Readonly<Record<RoleNotice, string>> = {
    asked: `${asked_by_name} asks that ${name} (${email}) becomes ${seat}. The role can release money, so a second person decides. Sign in, open People and answer by ${formatInstant(expires_at)}. Nothing changes before.`,
    approved: `${name} (${email}) is now ${seat}. ${asked_by_name} asked for it, and ${decided_by_name ?? 'the operator'} approved it.`,
    rejected: `${decided_by_name ?? 'The operator'} rejected that ${name} (${email}) becomes ${seat}.${reason}`,
    withdrawn: `It is no longer asked that ${name} (${email}) becomes ${seat}.${reason}`,
  }
  return [
    'Hello,',
    '',
    says[notice],
    '',
    'If you do not expect this, call your administrator. Use a number that you already have, not one from this mail.',
  ].join('\n')
}
