/** Invites a person to act for a business, and takes an invitation back; the calling verbs decide access. */
import type { Viewer } from '#entity/access.ts'
import type { ReadRow } from '#entity/new-row.ts'
import type { Instant } from '#kernel/instant.ts'
import { newUuid } from '#kernel/uuid.ts'
import type { VerbContext } from '#server/verb.ts'
import { insertRow, updateRow } from '#server/write-row.server.ts'
import { unconfirmed_user } from '../platform/unconfirmed-user.entity.ts'
import { expiryOf, invitation_topic } from './invitation.rules.ts'

/** The inviter is named in the mail. */
export type Inviting = Pick<VerbContext, 'tx' | 'clock' | 'audit' | 'enqueue'> & {
  readonly viewer: Pick<Viewer, 'user_id' | 'user_name'>
}

type Invited = { readonly id: string; readonly business_id: string; readonly email: string }

type InvitationRow = ReadRow<
  typeof unconfirmed_user,
  'id business_contact_id email state sends last_sent_at expires_at'
>

/** The mail goes out after commit, with a link made at its delivery. */
export async function inviteContact(context: Inviting, contact: Invited): Promise<void> {
  const { tx, viewer, clock } = context
  const id = newUuid(clock)
  const now = clock.now()
  await insertRow(tx, unconfirmed_user, {
    id,
    business_contact_id: contact.id,
    business_id: contact.business_id,
    email: contact.email,
    invited_by: viewer.user_name,
    created_by: viewer.user_id,
    state: 'sent',
    sends: 1,
    last_sent_at: now,
    expires_at: expiryOf(now),
    created_at: now,
    updated_at: now,
  })
  tell(context, { id, business_contact_id: contact.id }, 1)
}

/** Sends it again under a new link; the one before is dead at once. */
export async function sendAgain(
  context: VerbContext,
  invitation: InvitationRow,
): Promise<{ sent_at: string; expires_at: string }> {
  const { send, ...sent } = await nextSend(context, invitation)
  tell(context, invitation, send)
  return sent
}

type Sent = { readonly send: number; readonly sent_at: Instant; readonly expires_at: Instant }

/** Counts another sending and opens the invitation again. Links of earlier sendings stop working. */
export async function nextSend(
  { tx, clock }: Pick<VerbContext, 'tx' | 'clock'>,
  { id, sends }: Pick<InvitationRow, 'id' | 'sends'>,
): Promise<Sent> {
  const sent_at = clock.now()
  const expires_at = expiryOf(sent_at)
  await updateRow(tx, unconfirmed_user, id, {
    state: 'sent',
    sends: sends + 1,
    last_sent_at: sent_at,
    expires_at,
    updated_at: sent_at,
  })
  return { send: sends + 1, sent_at, expires_at }
}

function tell(
  context: Pick<Inviting, 'audit' | 'enqueue'>,
  { id, business_contact_id }: Pick<InvitationRow, 'id' | 'business_contact_id'>,
  send: number,
): void {
  context.enqueue(invitation_topic, `invitation:${id}:${send}`, { invitation_id: id, send })
  context.audit({
    entity: 'log.unconfirmed_user',
    entity_id: id,
    new_values: { business_contact_id, state: 'sent', sends: send },
  })
}

/** The open invitation of a contact, locked; undefined without one. */
export function openInvitation(
  { tx }: Pick<VerbContext, 'tx'>,
  business_contact_id: string,
): Promise<InvitationRow | undefined> {
  return tx.row<InvitationRow>(
    `select id, business_contact_id, email, state, sends, last_sent_at, expires_at from platform.invitation
     where business_contact_id = $1 and state in ('sent', 'expired') for update`,
    [business_contact_id],
  )
}

/** Takes the open invitation of a contact back. A new user without another contact goes with it. */
export async function endInvitation(context: VerbContext, business_contact_id: string): Promise<boolean> {
  const { tx, clock } = context
  const open = await openInvitation(context, business_contact_id)
  if (!open) return false
  const now = clock.now()
  await updateRow(tx, unconfirmed_user, open.id, { state: 'revoked', updated_at: now })
  const contact = await tx.row<{ user_id: string }>(
    'select user_id from business.business_contact where id = $1 and joined_at is null and user_id is not null for update',
    [business_contact_id],
  )
  if (contact) {
    await tx.run('update business.business_contact set user_id = null, updated_at = $2 where id = $1', [
      business_contact_id,
      now,
    ])
    await tx.run(
      `update platform."user" u set deleted_at = $2, updated_at = $2 where u.id = $1 and not u.is_confirmed
         and not exists (select from business.business_contact c where c.user_id = u.id and c.deleted_at is null)`,
      [contact.user_id, now],
    )
  }
  context.audit({
    entity: 'log.unconfirmed_user',
    entity_id: open.id,
    old_values: { state: open.state },
    new_values: { business_contact_id, state: 'revoked' },
  })
  return true
}
