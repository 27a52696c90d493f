/** Phones and words of codes by SMS. Pure. */

import { readPhone } from '#business/shared/phone.server.ts'
import { validationText } from '#kernel/messages.ts'

/** The code's last line lets the browser of this host alone fill it in. */
export const smsText = (code: string, host: string): string =>
  `Your Stint code is ${code}. It is valid for 5 minutes. We never ask for it.\n@${host} #${code}`

/**
 * A mobile number as it is dialled from everywhere; a number without a country is one of the first country.
 * @returns `+447700900123`, or the fault to show
 */
export function phoneOf(
  typed: string,
  countries: readonly string[],
): { readonly phone: string } | { readonly fault: string } {
  const found = readPhone(typed, countries[0])
  if ('fault' in found || !found.is_mobile) return { fault: validationText.number }
  if (!countries.includes(found.country ?? ''))
    return { fault: `Codes go to mobile numbers of ${countries.join(', ')} alone` }
  return { phone: found.text }
}
