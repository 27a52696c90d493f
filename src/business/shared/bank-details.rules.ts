/**
 * Bank details as their registers check them (registers.md §4.3). Pure; the weights of sort codes are too many for a
 * browser (bank-account-input.server.ts).
 */
import type { FieldErrors } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'

/** Mails about a changed account; the request decides the recipients. */
export const bank_account_mail_topic = 'bank_account_mail'

/** Lengths by country of the IBAN register, for the countries of the specification's currencies and their neighbours. */
const iban_lengths: Readonly<Record<string, number>> = {
  AT: 20,
  BE: 16,
  BG: 22,
  CH: 21,
  CY: 28,
  CZ: 24,
  DE: 22,
  DK: 18,
  EE: 20,
  ES: 24,
  FI: 18,
  FR: 27,
  GB: 22,
  GI: 23,
  GR: 27,
  HR: 21,
  HU: 28,
  IE: 22,
  IS: 26,
  IT: 27,
  LI: 21,
  LT: 20,
  LU: 20,
  LV: 21,
  MC: 27,
  MT: 31,
  NL: 18,
  NO: 15,
  PL: 28,
  PT: 25,
  RO: 24,
  SE: 24,
  SI: 19,
  SK: 24,
  SM: 27,
}

/** Capitals without spaces, as stored. */
export const plainIban = (text: string): string => text.replace(/\s/g, '').toUpperCase()

/** The fault of an IBAN, or null. Countries without a known length are checked by digits only. */
export function ibanFault(iban: string): string | null {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(iban)) return validationText.matches
  const country = iban.slice(0, 2)
  const length = iban_lengths[country]
  if (length !== undefined && iban.length !== length) return `An IBAN of ${country} has ${length} characters`
  if (country === 'GB' && !/^GB\d{2}[A-Z]{4}\d{14}$/.test(iban)) return validationText.matches
  return mod97(iban.slice(4) + iban.slice(0, 4)) === 1
    ? null
    : 'The check digits of this IBAN do not fit: please check it'
}

function mod97(text: string): number {
  let rest = 0
  for (const sign of text) {
    const value = sign >= 'A' ? String(sign.charCodeAt(0) - 55) : sign
    for (const digit of value) rest = (rest * 10 + Number(digit)) % 97
  }
  return rest
}

/** Sort code and account number inside a GB IBAN; null in any other. */
export function ukPartsOf(iban: string): { sort_code: string; account_number: string } | null {
  return iban.startsWith('GB') && iban.length === 22
    ? { sort_code: iban.slice(8, 14), account_number: iban.slice(14) }
    : null
}

export const swift_form = /^[A-Z]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/

/** The check digit of a US routing number (registers.md §4.3). */
export function isAchRouting(text: string): boolean {
  if (!/^\d{9}$/.test(text)) return false
  const sum = [...text].reduce((total, digit, at) => total + Number(digit) * ([3, 7, 1][at % 3] ?? 0), 0)
  return sum % 10 === 0
}

/** All but the last three signs, so that a mail or a log names an account without giving it away. */
export function maskedNumber(account: {
  readonly account_number: string | null
  readonly iban: string | null
}): string {
  return `ending ${(account.account_number ?? account.iban ?? '').slice(-3)}`
}

const digit_counts = { sort_code: 6, account_number: 8 } as const

/** Why a typed number has not so many digits; null where it has. Spaces and hyphens do not count. */
function digitsFault(typed: string, count: number): string | null {
  const plain = typed.replace(/[\s-]/g, '')
  if (!/^\d*$/.test(plain)) return validationText.only_digits
  return plain.length === count ? null : validationText.fixed_digits(count)
}

/** Faults of the form of typed bank details, by field, in the words of the server. It alone has the weights of sort codes. */
export function bankFormFaults(values: Readonly<Record<string, unknown>>): FieldErrors {
  const typed = (name: string) => {
    const value = values[name]
    return typeof value === 'string' ? value.trim() : ''
  }
  const found: Record<string, string> = {}
  const put = (name: string, fault: string | null) => {
    if (typed(name) !== '' && fault !== null) found[name] = fault
  }
  for (const [name, count] of Object.entries(digit_counts)) put(name, digitsFault(typed(name), count))
  put('iban', ibanFault(plainIban(typed('iban'))))
  put('swift_code', swift_form.test(typed('swift_code').toUpperCase()) ? null : validationText.matches)
  put('ach_routing', isAchRouting(typed('ach_routing')) ? null : validationText.matches)
  return found
}
