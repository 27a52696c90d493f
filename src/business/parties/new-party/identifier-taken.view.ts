/** Asks whether another party already has an identifier (spec §7, unique). */
import type { Identifier } from '#kernel/identifier.ts'
import { errorText, validationText } from '#kernel/messages.ts'
import { call } from '#web/core/call.ts'
import { readIdentifier } from './party-faults.rules.ts'

const asked = {
  brn: { entity: 'company', message: errorText.registration_number_exists },
  utr: { entity: 'individual', message: validationText.unique_existing },
} as const

/** The fault of an identifier when its field is left; null without one. A lost connection finds none. */
export async function faultOnLeaving(name: Identifier, typed: string): Promise<string | null> {
  const found = readIdentifier(name, typed)
  if ('fault' in found) return found.fault
  if (name !== 'brn' && name !== 'utr') return null
  const { entity, message } = asked[name]
  const unique = { value: found.text, field: name, type: 'text' }
  const answer = await call<{ unique: boolean }>('/api/permission/unique', {
    module: 'business',
    entity,
    unique,
  }).catch(() => null)
  return answer?.unique === false ? message : null
}
