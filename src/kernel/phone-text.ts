/** Telephone numbers in the browser, without plans of numbers: the form of a typed one, and a stored one as shown. */
import { validationText } from './messages.ts'

const typed_form = /^\+?[\d\s().\-/]+$/
const digits = { min: 5, max: 17 } as const

/** The fault of a text that is no telephone number in any country; null where the server judges it. */
export function phoneFormFault(typed: string): string | null {
  const count = typed.replace(/\D/g, '').length
  return typed_form.test(typed.trim()) && count >= digits.min && count <= digits.max
    ? null
    : validationText.number
}

/**
 * A stored number with its plus (spec §5) and its `tel:` link. Other texts of older rows stay as they are, without a
 * link: their country is not known.
 */
export function shownPhone(stored: string): { readonly text: string; readonly link: string | null } {
  const text = /^[1-9]\d{9,14}$/.test(stored) ? `+${stored}` : stored
  const plain = text.replace(/[\s-]/g, '')
  return { text, link: /^\+[1-9]\d{6,14}$/.test(plain) ? `tel:${plain}` : null }
}
