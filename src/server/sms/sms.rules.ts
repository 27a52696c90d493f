/** Phones and words of codes by SMS. Pure. */
import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/mobile'
import { validationText } from '#kernel/messages.ts'

/** The code's last line lets the browser of this host alone fill it in. */
export const smsText = (code: string, host: string): string =>
  `Your Stint code is ${code}. It is valid for 5 minutes. We never ask for it.\n@${host} #${code}`

/** Kept free by Ofcom for drama and tests. */
const INVENTED = /^\+447700900\d{3}$/

/**
 * A mobile number as it is dialled from everywhere; a number without a country is one of the first country.
 * @returns `+447700900123`, or the fault to show
 */
export function phoneOf(
  typed: string,
  countries: readonly string[],
): { readonly phone: string } | { readonly fault: string } {
  const home = countries[0] ?? 'GB'
  const found = parsePhoneNumberFromString(typed, {
    defaultCountry: isSupportedCountry(home) ? home : 'GB',
    // The whole text is the number.
    extract: false,
  })
  if (!found) return { fault: validationText.matches }
  const isInvented = INVENTED.test(found.number)
  if (!isInvented && !found.isValid()) return { fault: validationText.matches }
  if (!countries.includes(isInvented ? 'GB' : (found.country ?? '')))
    return { fault: `Codes go to mobile numbers of ${countries.join(', ')} alone` }
  return { phone: found.number }
}
