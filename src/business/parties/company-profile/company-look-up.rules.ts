/** Typed words of a look-up: a company's number, else words of its name. */
import { readCompanyNumber } from '#kernel/identifier.ts'

export function askedOf(typed: string): { readonly number: string } | { readonly search: string } {
  const words = typed.trim()
  // A name has eight letters, too: a number has digits.
  const read = /\d/.test(words) ? readCompanyNumber(words) : null
  return read !== null && 'text' in read ? { number: read.text } : { search: words }
}
