/** Telephone numbers of people and businesses that are there already (onboarding §2.3). */
import { z } from 'zod'
import { invalid } from '#kernel/errors.ts'
import type { Tx } from '#server/verb.ts'
import { readPhone } from '../shared/phone.server.ts'
import { optionalText } from './party-input.server.ts'

/** A number without a country code is read as one of the United Kingdom. */
export const phoneInput = optionalText.transform((typed, context) => {
  if (!typed) return undefined
  const found = readPhone(typed)
  if ('text' in found) return found.text
  context.addIssue({ code: 'custom', message: found.fault })
  return z.NEVER
})

type Typed = {
  /** A number without a country is one of this business's country. */
  readonly business_id: string
  readonly field: 'phone' | 'contact_phone'
  readonly typed: string | undefined
  /** A number that stays as it is need not pass today's check. */
  readonly before: string | null
}

/** @returns E.164; null where nothing is typed. @throws invalid under the field */
export async function phoneToKeep(
  { tx }: { readonly tx: Tx },
  { business_id, field, typed, before }: Typed,
): Promise<string | null> {
  if (!typed) return null
  if (typed === before) return before
  const found = readPhone(typed, await countryOfBusiness(tx, business_id))
  if ('fault' in found) throw invalid({ [field]: found.fault })
  return found.text
}

async function countryOfBusiness(tx: Tx, id: string): Promise<string | null> {
  const row = await tx.row<{ country_code: string | null }>(
    `select a.country_code from business.business b left join business.company c on c.id = b.company_id
     left join business.individual i on i.id = b.individual_id
     left join business.address a on a.id = coalesce(c.address_id, i.address_id) where b.id = $1`,
    [id],
  )
  return row?.country_code ?? null
}
