import { z } from 'zod'
import { invalid } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import { type VerbContext, verb } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { business_contact } from '../parties/business-contact.entity.ts'
import { contactInput } from '../parties/party-input.server.ts'
import { phoneToKeep } from '../parties/phone-input.server.ts'
import { signature_letters_max } from '../platform/mails/communication.rules.ts'
import { user } from '../platform/user.entity.ts'
import { anybody } from '../shared/who-may.rules.ts'

const input = contactInput.pick({ first_name: true, last_name: true, contact_phone: true }).extend({
  /** The business that a sign-in opens; without one the last used. */
  default_business_contact_id: z.uuid().optional(),
  mail_signature: z
    .string()
    .trim()
    .max(signature_letters_max, { error: validationText.max_length(signature_letters_max) })
    .default(''),
})

type Facts = {
  readonly first_name: string
  readonly last_name: string
  readonly contact_phone: string | null
  readonly mail_signature: string
}
type Seat = Omit<Facts, 'mail_signature'> & { readonly id: string }

/** A person's own facts. Name and phone go to their contacts in every business, as the address does (decision 0132). */
export const updateProfile = verb({
  action_id: 'platform.user.update_profile',
  since: '0.1.0',
  summary: 'Changes name, phone, default business and mail signature of the viewer',
  machine: 'refused',
  impersonator: 'refused',
  who: anybody,
  input,
  output: z.strictObject({ name: z.string() }),
  run: async (context, { default_business_contact_id = null, ...typed }) => {
    const { tx, viewer, clock, audit } = context
    const { first_name, last_name, mail_signature } = typed
    // Contacts come first, as where another person changes one.
    const seats = await seatsOf(context)
    const before = await tx.row<Facts & { default_business_contact_id: string | null }>(
      `select first_name, last_name, contact_phone, mail_signature,
         preferences ->> 'default_business_contact_id' as default_business_contact_id
       from platform."user" where id = $1 for update`,
      [viewer.user_id],
    )
    if (!before) throw new Error('The user of a session that was just read is gone.')
    await requireOwn(context, default_business_contact_id)
    const contact_phone = await phoneToKeep(context, {
      business_id: viewer.business_id,
      field: 'contact_phone',
      typed: typed.contact_phone,
      before: before.contact_phone,
    })
    const now = clock.now()
    const person = { first_name, last_name, contact_phone }
    await updateRow(tx, user, viewer.user_id, { ...person, mail_signature, updated_at: now })
    await tx.run(
      `update platform."user" set preferences = jsonb_strip_nulls(
         preferences || jsonb_build_object('default_business_contact_id', $2::text)) where id = $1`,
      [viewer.user_id, default_business_contact_id],
    )
    await tx.run('update auth."user" set name = $2, "updatedAt" = $3 where id = $1', [
      viewer.user_id,
      `${first_name} ${last_name}`,
      now,
    ])
    for (const { id, ...had } of seats.filter((seat) => differs(seat, person))) {
      await updateRow(tx, business_contact, id, { ...person, updated_at: now })
      audit({ entity: 'business.business_contact', entity_id: id, old_values: had, new_values: person })
    }
    audit({
      entity: 'platform.user',
      entity_id: viewer.user_id,
      old_values: before,
      new_values: { ...person, mail_signature, default_business_contact_id },
    })
    return { name: `${first_name} ${last_name}` }
  },
})

const differs = (seat: Seat, person: Omit<Facts, 'mail_signature'>): boolean =>
  seat.first_name !== person.first_name ||
  seat.last_name !== person.last_name ||
  seat.contact_phone !== person.contact_phone

const seatsOf = ({ tx, viewer }: VerbContext): Promise<Seat[]> =>
  tx.rows<Seat>(
    `select id, first_name, last_name, contact_phone from business.business_contact
     where user_id = $1 and deleted_at is null order by id for update`,
    [viewer.user_id],
  )

/** @throws invalid for a business in which the person cannot act */
async function requireOwn({ tx, viewer }: VerbContext, contact_id: string | null): Promise<void> {
  if (contact_id === null) return
  const own = await tx.row(
    `select c.id from business.business_contact c
     join business.business b on b.id = c.business_id and b.is_active and b.deleted_at is null
     where c.id = $1 and c.user_id = $2 and c.is_active and c.deleted_at is null and c.joined_at is not null
       and c.roles <> '{}'`,
    [contact_id, viewer.user_id],
  )
  if (!own) throw invalid({ default_business_contact_id: validationText.matches })
}
