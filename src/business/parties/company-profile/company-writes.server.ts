/** Writes of a company that has rows already. */
import { invalid } from '#kernel/errors.ts'
import { errorText } from '#kernel/messages.ts'
import type { VerbContext } from '#server/verb.ts'
import { insertAddress } from '../insert-party.server.ts'
import type { AddressInput } from '../party-input.server.ts'

/** @throws invalid on `brn` when another company has this registration number (spec §8) */
export async function requireFreeNumber(
  { tx }: VerbContext,
  before: { readonly id: string; readonly brn: string | null },
  brn: string | null,
): Promise<void> {
  if (brn === null || brn === before.brn) return
  const other = await tx.row(
    'select 1 as one from business.company where brn = $1 and id <> $2 and deleted_at is null limit 1',
    [brn, before.id],
  )
  if (other) throw invalid({ brn: errorText.registration_number_exists })
}

/** In place: an address is of one company, and documents keep the words they were issued with. */
export async function writeAddress(
  context: VerbContext,
  address_id: string | null,
  address: AddressInput,
): Promise<string> {
  if (address_id === null) return insertAddress(context, address)
  const { tx, clock } = context
  const { line_1, line_2, line_3, line_4, city, state, country, country_code, zipcode } = address
  await tx.run(
    `update business.address set line_1 = $2, line_2 = $3, line_3 = $4, line_4 = $5, city = $6, state = $7, country = $8,
       country_code = $9, zipcode = $10, updated_at = $11 where id = $1`,
    [
      address_id,
      line_1,
      line_2,
      line_3,
      line_4,
      city,
      state,
      country,
      country_code,
      zipcode,
      clock.now(),
    ].map((value) => value ?? null),
  )
  return address_id
}
