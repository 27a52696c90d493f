/** Telephone numbers, read as typed: one reader for parties, people, evidence and codes by SMS (onboarding §2.3). */
import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { validationText } from '#kernel/messages.ts'

export type ReadPhone =
  | {
      /** E.164, such as `+441134960000`. */
      readonly text: string
      /** ISO 3166-1, as far as the number tells. */
      readonly country: string | null
      readonly is_mobile: boolean
    }
  | { readonly fault: string }

/** Mobile numbers that Ofcom keeps free for drama and tests: no plan of numbers has them. */
const invented = /^\+447700900\d{3}$/

/**
 * The number as it is dialled from everywhere. An extension is refused, since E.164 has no place for it.
 * @param country of ISO 3166-1, for a number without one; an unknown country reads as `GB`
 */
export function readPhone(typed: string, country: string | null = 'GB'): ReadPhone {
  const home = country !== null && isSupportedCountry(country) ? country : 'GB'
  // The whole text is the number.
  const found = parsePhoneNumberFromString(typed, { defaultCountry: home, extract: false })
  if (!found || found.ext) return { fault: validationText.number }
  if (invented.test(found.number)) return { text: found.number, country: 'GB', is_mobile: true }
  if (!found.isValid()) return { fault: validationText.number }
  const type = found.getType()
  return {
    text: found.number,
    country: found.country ?? null,
    is_mobile: type === 'MOBILE' || type === 'FIXED_LINE_OR_MOBILE',
  }
}
