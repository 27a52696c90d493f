import { z } from 'zod'
import { present } from '#kernel/assert.ts'
import { invalid } from '#kernel/errors.ts'
import { requireCan } from '#kernel/refusal.ts'
import { type VerbContext, verb } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { business } from '../business.entity.ts'
import { individual } from '../company.entity.ts'
import { address_names } from '../company-profile/address-names.rules.ts'
import { writeAddress } from '../company-profile/company-writes.server.ts'
import { can, who } from '../onboarding.rules.ts'
import { type AddressInput, mandatory, postcodeToKeep, storedAddressInput } from '../party-input.server.ts'
import { loadParty, type PartyRow } from './load-party.server.ts'

const input = z.strictObject({
  id: z.uuid(),
  first_name: mandatory,
  last_name: mandatory,
  address: storedAddressInput,
})

type AddressFacts = Readonly<Record<(typeof address_names)[number], string | null>>
type Person = {
  readonly individual_id: string
  readonly first_name: string
  readonly last_name: string
  readonly address_id: string | null
  readonly address: AddressFacts | null
}

/**
 * The agency corrects the spelling of a submitted contractor's name and address before it approves them, marked as its
 * change (onboarding §2.4). Never the account: that stays as the contractor entered it.
 */
export const correctParty = verb({
  action_id: 'business.party.correct',
  since: '0.1.0',
  summary: 'Corrects the name and the address of a submitted contractor',
  machine: 'refused',
  impersonator: 'refused',
  who: who.correct,
  input,
  output: z.strictObject({ id: z.uuid(), corrected: z.array(z.string()) }),
  run: async (context, { id, first_name, last_name, address: typed }) => {
    const party = await loadParty(context, id, 'visible')
    requireCan(can.correct(party, context.viewer))
    const before = await readPerson(context, id)
    const postcode = postcodeToKeep(before.address, typed)
    if ('fault' in postcode) throw invalid({ 'address.zipcode': postcode.fault })
    const address = { ...typed, zipcode: postcode.text }
    const corrected = [
      ...(first_name === before.first_name ? [] : ['first_name']),
      ...(last_name === before.last_name ? [] : ['last_name']),
      ...address_names.filter((name) => (address[name] || null) !== (before.address?.[name] ?? null)),
    ]
    if (corrected.length > 0)
      await writeCorrection(context, party, before, { first_name, last_name, address, corrected })
    return { id, corrected }
  },
})

const readPerson = async ({ tx }: VerbContext, id: string): Promise<Person> =>
  present(
    await tx.row<Person>(
      `select i.id as individual_id, i.first_name, i.last_name, i.address_id, to_jsonb(a) as address
       from business.business b join business.individual i on i.id = b.individual_id
       left join business.address a on a.id = i.address_id where b.id = $1 for update of i`,
      [id],
    ),
    'the person of a contractor',
  )

type Correction = {
  readonly first_name: string
  readonly last_name: string
  readonly address: AddressInput
  readonly corrected: readonly string[]
}

async function writeCorrection(
  context: VerbContext,
  { id }: PartyRow,
  before: Person,
  { first_name, last_name, address, corrected }: Correction,
): Promise<void> {
  const { tx, clock, viewer } = context
  const updated_at = clock.now()
  const address_id = await writeAddress(context, before.address_id, address)
  await updateRow(tx, individual, before.individual_id, { first_name, last_name, address_id, updated_at })
  await updateRow(tx, business, id, { name: `${first_name} ${last_name}`, updated_at })
  const mark = { by: viewer.user_id, by_name: viewer.user_name, at: updated_at, fields: corrected }
  await tx.run('update business.business set corrections = corrections || $2::jsonb where id = $1', [
    id,
    JSON.stringify([mark]),
  ])
  // The contact of the contractor: the approval invites this person.
  await tx.run(
    `update business.business_contact set first_name = $2, last_name = $3, updated_at = $4
     where business_id = $1 and first_name = $5 and last_name = $6 and user_id is null and deleted_at is null`,
    [id, first_name, last_name, updated_at, before.first_name, before.last_name],
  )
  // The form shows them again if the contractor is sent back.
  const values = Object.fromEntries(
    Object.entries({ first_name, last_name, ...address }).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    ),
  )
  await tx.run(
    `update request.draft_request set requested_data = requested_data || $2::jsonb, title = $3, version = version + 1,
       updated_at = $4 where entity_id = $1 and deleted_at is null`,
    [id, JSON.stringify(values), `${first_name} ${last_name}`, updated_at],
  )
  // No personal data in the audit: more people read it.
  context.audit({ entity: 'business.business', entity_id: id, new_values: { corrected } })
}
