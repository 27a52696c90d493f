/** An approval of a placement that was given elsewhere. Pure. */
import { type Day, formatDay } from '#kernel/day.ts'

export const evidence_methods = [
  { value: 'email', label: 'Email' },
  { value: 'signed_document', label: 'Signed document' },
  { value: 'call', label: 'Call' },
] as const
type Method = (typeof evidence_methods)[number]['value']

/** `Email of Terry Poole, 12/11/2026, signed.pdf` */
export function evidenceWords(evidence: {
  readonly method: Method
  readonly approved_by_name: string
  readonly approved_on: string
  readonly files: readonly string[]
}): string {
  const method = evidence_methods.find(({ value }) => value === evidence.method)?.label ?? ''
  const stated = [evidence.approved_by_name, formatDay(evidence.approved_on as Day), ...evidence.files] // A day, by its schema.
  return `${method} of ${stated.join(', ')}`
}

/** `Verified with Terry Poole, 020 7946 0018, from Companies House` */
export function verifiedWords(check: {
  readonly verified_with?: string | undefined
  readonly phone?: string | undefined
  readonly source?: string | undefined
}): string | null {
  if (check.verified_with === undefined) return null
  const phone = check.phone === undefined ? '' : `, ${check.phone}`
  return `Verified with ${check.verified_with}${phone}, from ${check.source ?? ''}`
}
