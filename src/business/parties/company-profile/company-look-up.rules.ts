/** Typed words of a look-up: a company's number, else words of its name. */

/** Eight digits, of which leading zeros may be missing, or two letters and six digits. */
const NUMBER = /^(\d{6,8}|[A-Za-z]{2}\d{6})$/

export function askedOf(typed: string): { readonly number: string } | { readonly search: string } {
  const words = typed.trim()
  const compact = words.replaceAll(/\s/g, '')
  return NUMBER.test(compact) ? { number: compact.toUpperCase() } : { search: words }
}
