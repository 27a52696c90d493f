/** The sign-in address of a person: the change itself, with the contacts that follow it. Callers decide access. */
import { conflict } from '#kernel/errors.ts'
import { type Instant, instantFromMs, toMs } from '#kernel/instant.ts'
import type { Tx, VerbContext } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { business_contact } from '../parties/business-contact.entity.ts'
import { user } from '../platform/user.entity.ts'
import type { Inviting } from './invite-contact.server.ts'

export const address_topic = 'address_change'

/** A mailed link brings the old address back for this long. */
export const UNDO_DAYS = 7
/** A mailed link confirms the new address for this long. */
export const CONFIRM_HOURS = 24

const HOUR_MS = 60 * 60_000

export const undoEnd = (from: Instant): Instant => instantFromMs(toMs(from) + UNDO_DAYS * 24 * HOUR_MS)
export const confirmEnd = (from: Instant): Instant => instantFromMs(toMs(from) + CONFIRM_HOURS * HOUR_MS)

export interface AddressChange {
  readonly id: string
  readonly user_id: string
  readonly old_email: string
  readonly new_email: string
  readonly state: 'asked' | 'waiting' | 'changed' | 'undone' | 'cancelled'
  readonly role_change_id: string | null
  readonly asked_at: Instant
}

export const address_change_columns =
  'id, user_id, old_email, new_email, state, role_change_id, asked_at' as const

const contactsOf = (tx: Tx, user_id: string): Promise<{ id: string }[]> =>
  tx.rows<{ id: string }>(
    'select id from business.business_contact where user_id = $1 and deleted_at is null order by id for update',
    [user_id],
  )

/**
 * Whether a person may have an address: no other user has it or may still get it back, and no other contact of their
 * businesses.
 */
export async function isFreeAddress(tx: Tx, now: Instant, email: string, user_id: string): Promise<boolean> {
  const row = await tx.row<{ is_taken: boolean }>(
    `select exists (select from platform."user" u where u.email = $1 and u.id <> $2)
       or exists (select from business.business_contact o
         join business.business_contact c on c.business_id = o.business_id and c.user_id = $2 and c.deleted_at is null
         where o.email = $1 and o.id <> c.id and o.deleted_at is null)
       or exists (select from auth.address_change a where a.old_email = $1 and a.user_id <> $2 and a.state = 'changed'
         and a.changed_at > $3) as is_taken`,
    [email, user_id, instantFromMs(toMs(now) - UNDO_DAYS * 24 * HOUR_MS)],
  )
  return row?.is_taken === false
}

/** Mails of a step: their delivery makes the links. */
export function enqueueAddressMails(
  { enqueue }: Pick<VerbContext, 'enqueue'>,
  id: string,
  step: 'asked' | 'changed' | 'undone',
): void {
  enqueue(address_topic, `address-change:${id}:${step}`, { address_change_id: id, step })
}

/** Writes a person's address, with their contacts. @throws conflict where somebody else has it now */
export async function writeMailAddress(
  context: Inviting,
  { user_id, from, to }: { readonly user_id: string; readonly from: string; readonly to: string },
): Promise<void> {
  const { tx, clock } = context
  const now = clock.now()
  if (!(await isFreeAddress(tx, now, to, user_id)))
    throw conflict('This address is in use now. Please ask for another one')
  await updateRow(tx, user, user_id, { email: to, updated_at: now })
  await tx.run('update auth."user" set email = $2, "updatedAt" = $3 where id = $1', [user_id, to, now])
  for (const { id } of await contactsOf(tx, user_id)) {
    await updateRow(tx, business_contact, id, { email: to, updated_at: now })
    context.audit({
      entity: 'business.business_contact',
      entity_id: id,
      old_values: { email: from },
      new_values: { email: to },
    })
  }
  context.audit({
    entity: 'platform.user',
    entity_id: user_id,
    old_values: { email: from },
    new_values: { email: to },
  })
  // Links to a new password went to the earlier address.
  await tx.run('delete from auth.password_reset where user_id = $1', [user_id])
  await tx.run('delete from auth.challenge where user_id = $1', [user_id])
}

/** Carries a confirmed change out. The row is locked. */
export async function changeAddress(context: Inviting, change: AddressChange): Promise<void> {
  const { tx, clock } = context
  const { id, user_id, old_email, new_email } = change
  await writeMailAddress(context, { user_id, from: old_email, to: new_email })
  await tx.run(
    `update auth.address_change set state = 'changed', changed_at = $2, updated_at = $2 where id = $1`,
    [id, clock.now()],
  )
  enqueueAddressMails(context, id, 'changed')
}

/** Carries the change out that a second person approved. @throws conflict where it was undone meanwhile */
export async function changeApprovedAddress(context: Inviting, role_change_id: string): Promise<void> {
  const change = await context.tx.row<AddressChange>(
    `select ${address_change_columns} from auth.address_change
     where role_change_id = $1 and state = 'waiting' for update`,
    [role_change_id],
  )
  if (!change) throw conflict('This change of address was undone meanwhile')
  await changeAddress(context, change)
}

/** Ends a change that waits for a second person, with its role change. */
export async function cancelWaitingAddress(
  { tx, clock }: Pick<VerbContext, 'tx' | 'clock'>,
  role_change_id: string,
): Promise<void> {
  await tx.run(
    `update auth.address_change set state = 'cancelled', updated_at = $2 where role_change_id = $1 and state = 'waiting'`,
    [role_change_id, clock.now()],
  )
}
