/** People of a new party: entered with it, invited once another person has approved it. */
import { z } from 'zod'
import type { Category } from '#entity/access.ts'
import { category_roles } from '#entity/roles.ts'
import { invalid, isStintError, precondition } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import type { VerbContext } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { business_contact } from '../parties/business-contact.entity.ts'
import { insertContact, userOf } from '../parties/insert-party.server.ts'
import { contactInput } from '../parties/party-input.server.ts'
import { requireOneSide } from '../parties/party-sides.server.ts'
import { inviteContact } from '../people/invite-contact.server.ts'
import { readPhone } from '../shared/phone.server.ts'

const PEOPLE_MAX = 20

export const peopleInput = z
  .array(contactInput)
  .max(PEOPLE_MAX, { error: validationText.max })
  .superRefine((people, found) => {
    for (const [at, { email }] of people.entries())
      if (people.findIndex((one) => one.email === email) < at)
        found.addIssue({ code: 'custom', path: [at, 'email'], message: validationText.duplicate_email })
  })
type People = z.infer<typeof peopleInput>

type Asked = { readonly kind: string; readonly country_code: string | undefined }

/**
 * @param country_code of the party's address, for telephone numbers without a country
 * @returns the people with the numbers to store
 * @throws invalid under each person that cannot act for such a party, and under each number that is none
 */
export async function checkPeople(
  context: VerbContext,
  { kind, country_code }: Asked,
  people: People,
): Promise<People> {
  const allowed: readonly string[] = category_roles[kind as Category] ?? [] // Companies have no people who sign in.
  const found: Record<string, string> = {}
  const checked: People = []
  for (const [at, person] of people.entries()) {
    if (!person.roles.every((role) => allowed.includes(role)))
      found[`people.${at}.roles`] = validationText.matches
    const fault = person.can_sign_in ? await sideFault(context, kind, person.email) : null
    if (fault !== null) found[`people.${at}.email`] = fault
    const phone = person.contact_phone ? readPhone(person.contact_phone, country_code) : null
    if (phone && 'fault' in phone) found[`people.${at}.contact_phone`] = phone.fault
    checked.push({ ...person, contact_phone: phone && 'text' in phone ? phone.text : undefined })
  }
  if (Object.keys(found).length > 0) throw invalid(found)
  return checked
}

/** The contractor themselves is one of their people. @throws invalid */
export function requireWorker(people: People): void {
  if (people.length === 0) throw invalid({ 'people.0.email': validationText.required })
}

/** Can this address act for such a party? */
export const maySignIn = async (context: VerbContext, kind: string, email: string): Promise<boolean> =>
  (await sideFault(context, kind, email)) === null

/** Why this address cannot act for such a party; null: it can. */
async function sideFault(context: VerbContext, kind: string, email: string): Promise<string | null> {
  try {
    await requireOneSide(context, kind, email)
    return null
  } catch (error) {
    if (!isStintError(error) || error.errors?.email === undefined) throw error
    return error.errors.email
  }
}

/** The people of an earlier submission go: these are the party's people now. */
export async function keepPeople(context: VerbContext, party_id: string, people: People): Promise<void> {
  const { tx, clock } = context
  await tx.run(
    `update business.business_contact set deleted_at = $2, updated_at = $2
     where business_id = $1 and invites_on_approval and user_id is null and deleted_at is null`,
    [party_id, clock.now()],
  )
  const there = await tx.rows<{ email: string }>(
    'select email from business.business_contact where business_id = $1 and deleted_at is null',
    [party_id],
  )
  const known = new Set(there.map(({ email }) => email))
  for (const person of people.filter(({ email }) => !known.has(email))) {
    const { can_sign_in, ...contact } = person
    const made = await insertContact(
      context,
      party_id,
      { ...contact, can_sign_in: false },
      { invites_on_approval: can_sign_in },
    )
    context.audit({
      entity: 'business.business_contact',
      entity_id: made.id,
      new_values: { business_id: party_id, email: contact.email, roles: contact.roles },
    })
  }
}

type Waiting = {
  readonly id: string
  readonly first_name: string
  readonly last_name: string
  readonly email: string
  readonly contact_phone: string | null
  readonly roles: People[number]['roles']
  readonly check_status: 'pending_check' | 'checked' | null
}

/**
 * The approval is the second person's word for all people of the party: each gets their mail.
 * @throws precondition for the approver's own address, and for one that acts for another side meanwhile
 */
export async function invitePeople(
  context: VerbContext,
  party: { readonly id: string; readonly kind: string },
): Promise<void> {
  const { tx, viewer, clock } = context
  const people = await tx.rows<Waiting>(
    `select id, first_name, last_name, email, contact_phone, roles, check_status from business.business_contact
     where business_id = $1 and invites_on_approval and user_id is null and is_active and deleted_at is null
     order by id for update`,
    [party.id],
  )
  for (const { id, check_status, ...person } of people) {
    if (person.email === viewer.email)
      throw precondition(`${person.email} is your own address: somebody else approves this`)
    if ((await sideFault(context, party.kind, person.email)) !== null)
      throw precondition(`${person.email} acts for another business. Send this back to be corrected`)
    const user_id = await userOf(context, {
      ...person,
      contact_phone: person.contact_phone ?? undefined,
    })
    await updateRow(tx, business_contact, id, {
      user_id,
      invites_on_approval: false,
      check_status: check_status === null ? null : 'checked',
      updated_at: clock.now(),
    })
    await inviteContact(context, { id, business_id: party.id, email: person.email })
    context.audit({
      entity: 'business.business_contact',
      entity_id: id,
      old_values: { can_sign_in: false },
      new_values: { can_sign_in: true, roles: person.roles },
    })
  }
}
