/** Asks whether another party already has an identifier (spec §7, unique). */
import type { Identifier } from '#kernel/identifier.ts'
import { errorText, validationText } from '#kernel/messages.ts'
import { call, graphql } from '#web/core/call.ts'
import { gql } from '#web/core/query.ts'
import { readIdentifier } from './party-faults.rules.ts'

const asked = {
  brn: { entity: 'company', message: errorText.registration_number_exists },
  utr: { entity: 'individual', message: validationText.unique_existing },
} as const
type Unique = keyof typeof asked

/** A lost connection finds no other party. */
async function isTaken(name: Unique, value: string): Promise<boolean> {
  const answer = await call<{ unique: boolean }>('/api/permission/unique', {
    module: 'business',
    entity: asked[name].entity,
    unique: { value, field: name, type: 'text' },
  }).catch(() => null)
  return answer?.unique === false
}

/** The fault of an identifier when its field is left; null without one. */
export async function faultOnLeaving(name: Identifier, typed: string): Promise<string | null> {
  const found = readIdentifier(name, typed)
  if ('fault' in found) return found.fault
  if (name !== 'brn' && name !== 'utr') return null
  return (await isTaken(name, found.text)) ? asked[name].message : null
}

const company_of_number = gql(`query company_of_number($brn: String!) {
  business_company(where: { brn: { _eq: $brn } }, limit: 1) { id }
}`)

/** The same check for a client. A number of another agency's client is no fault: the provider links that client (decision 0128). */
export async function faultOfClientNumber(typed: string): Promise<string | null> {
  const found = readIdentifier('brn', typed)
  if ('fault' in found) return found.fault
  if (!(await isTaken('brn', found.text))) return null
  const seen = await graphql(company_of_number, { brn: found.text }).catch(() => null)
  return seen?.business_company.length === 0 ? null : asked.brn.message
}
