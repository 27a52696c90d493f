/** Mails the deciders of a role change, and afterwards the asker and the person concerned. */
import { labelOf } from '#entity/choices.ts'
import { present } from '#kernel/assert.ts'
import { formatInstant, type Instant } from '#kernel/instant.ts'
import type { VerbContext } from '#server/verb.ts'
import { RESET_WAIT_HOURS } from './factor-reset.rules.ts'

export const role_change_mail_topic = 'role_change_mail'

export type RoleNotice = 'asked' | 'approved' | 'rejected' | 'withdrawn'

type Facts = {
  readonly kind: 'roles' | 'address' | 'factors' | 'reactivation'
  readonly new_email: string | null
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
      `select r.kind, r.new_email, r.name, r.email, r.roles, r.reactivates, r.invites, r.asked_by_name, u.email as asker_email,
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
      subject: `${subjects[facts.kind][notice]}: ${facts.name}`,
      body_text: textOf(facts, notice),
      provider_id: facts.provider_id,
      agency_id: facts.agency_id,
    })
}

/** An invited person gets the invitation instead; a changed address has mails of its own. */
function addressesOf(
  { kind, deciders, asker_email, email, invites }: Facts,
  notice: RoleNotice,
): readonly string[] {
  if (kind === 'address' && notice === 'approved') return []
  // The person gets links of their own.
  if (kind === 'factors' && notice === 'approved') return [asker_email]
  if (notice === 'asked' || notice === 'withdrawn') return deciders
  return notice === 'approved' && !invites ? [asker_email, email] : [asker_email]
}

const subjects: Readonly<Record<Facts['kind'], Readonly<Record<RoleNotice, string>>>> = {
  roles: {
    asked: 'Please decide about a role',
    approved: 'Role approved',
    rejected: 'Role rejected',
    withdrawn: 'Role change withdrawn',
  },
  address: {
    asked: 'Please decide about a sign-in address',
    approved: 'Sign-in address approved',
    rejected: 'Sign-in address rejected',
    withdrawn: 'Change of a sign-in address withdrawn',
  },
  factors: {
    asked: 'Please decide about a factor reset',
    approved: 'Factor reset approved',
    rejected: 'Factor reset rejected',
    withdrawn: 'Factor reset withdrawn',
  },
  reactivation: {
    asked: 'Please decide about a reactivation',
    approved: 'Person reactivated',
    rejected: 'Reactivation rejected',
    withdrawn: 'Reactivation withdrawn',
  },
}

/** `Agency admin of Larkfield Talent` */
const seatOf = ({ roles, reactivates, business_name }: Facts): string =>
  roles.length === 0
    ? `${reactivates ? 'an active' : 'a signed-in'} person of ${business_name}`
    : `${roles.map(labelOf).join(', ')} of ${business_name}`

type Says = Readonly<Record<RoleNotice, string>>

function rolesText(facts: Facts, reason: string): Says {
  const { name, email, asked_by_name, decided_by_name, expires_at } = facts
  const seat = seatOf(facts)
  return {
    asked: `${asked_by_name} asks that ${name} (${email}) becomes ${seat}. The role can release money, so a second person decides. Sign in, open People and answer by ${formatInstant(expires_at)}. Nothing changes before.`,
    approved: `${name} (${email}) is now ${seat}. ${asked_by_name} asked for it, and ${decided_by_name ?? 'the operator'} approved it.`,
    rejected: `${decided_by_name ?? 'The operator'} rejected that ${name} (${email}) becomes ${seat}.${reason}`,
    withdrawn: `It is no longer asked that ${name} (${email}) becomes ${seat}.${reason}`,
  }
}

function addressText(facts: Facts, reason: string): Says {
  const { name, email, new_email, decided_by_name, expires_at, business_name } = facts
  const who = `${name} of ${business_name}`
  const by = decided_by_name ?? 'the operator'
  return {
    asked: `${who} asks to sign in with ${new_email} instead of ${email}, and has confirmed the new address. Their role can release money, so a second person decides. Ask them in person or by telephone. Then sign in, open People and answer by ${formatInstant(expires_at)}. Nothing changes before.`,
    approved: `${who} now signs in with ${new_email}. Approved by ${by}.`,
    rejected: `It was rejected by ${by} that ${who} signs in with ${new_email} instead of ${email}.${reason}`,
    withdrawn: `It is no longer asked that ${who} signs in with ${new_email}.${reason}`,
  }
}

function factorsText(facts: Facts, reason: string): Says {
  const { name, email, asked_by_name, decided_by_name, expires_at, business_name } = facts
  const whose = `the second factors of ${name} (${email}) of ${business_name}`
  return {
    asked: `${asked_by_name} asks to reset ${whose}.${reason} Their role can release money, so a second person decides. Ask ${name} in person or by telephone first. Then sign in, open People and answer by ${formatInstant(expires_at)}. Nothing changes before.`,
    approved: `${decided_by_name ?? 'The operator'} approved to reset ${whose}. It happens after ${RESET_WAIT_HOURS} hours; until then a link in a mail to them stops it.`,
    rejected: `${decided_by_name ?? 'The operator'} rejected to reset ${whose}.${reason}`,
    withdrawn: `It is no longer asked to reset ${whose}.${reason}`,
  }
}

function reactivationText(facts: Facts, reason: string): Says {
  const { name, email, asked_by_name, decided_by_name, expires_at, business_name } = facts
  const who = `${name} (${email}) of ${business_name}`
  return {
    asked: `${asked_by_name} asks to reactivate ${who}. Their role can release money, so a second person decides. Sign in, open People and answer by ${formatInstant(expires_at)}. Nothing changes before.`,
    approved: `${who} can sign in again. ${asked_by_name} asked for it, and ${decided_by_name ?? 'the operator'} approved it.`,
    rejected: `${decided_by_name ?? 'The operator'} rejected to reactivate ${who}.${reason}`,
    withdrawn: `It is no longer asked to reactivate ${who}.${reason}`,
  }
}

const texts = {
  roles: rolesText,
  address: addressText,
  factors: factorsText,
  reactivation: reactivationText,
} as const satisfies Record<Facts['kind'], (facts: Facts, reason: string) => Says>

function textOf(facts: Facts, notice: RoleNotice): string {
  const reason = facts.comment === null ? '' : ` Reason: ${facts.comment}`
  const says = texts[facts.kind](facts, reason)
  return [
    'Hello,',
    '',
    says[notice],
    '',
    'If you do not expect this, call your administrator. Use a number that you already have, not one from this mail.',
  ].join('\n')
}
