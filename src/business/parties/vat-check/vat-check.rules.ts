/** HMRC's check of a VAT number (onboarding: VAT check). Pure. */
import { readVatNumber } from '#kernel/identifier.ts'

/** The 9 or 12 digits that HMRC knows a number by; null for numbers of other countries and of public bodies. */
export function hmrcNumber(typed: string): string | null {
  const found = readVatNumber(typed)
  const digits = 'text' in found ? found.text.replace(/^(GB|XI)/, '') : ''
  return /^(\d{9}|\d{12})$/.test(digits) ? digits : null
}
