/**
 * Numbers that a public register gives, read as typed: the plain form to store, or the fault (registers.md §4.3). A number
 * that passes its check digits need not be registered.
 */
import { addDays, type Day, dayOf, daysInMonth, formatDay, partsOf } from './day.ts'
import { validationText } from './messages.ts'

export type ReadIdentifier = { readonly text: string } | { readonly fault: string }

const plain = (text: string): string => text.replace(/\s/g, '').toUpperCase()
const invalid: ReadIdentifier = { fault: validationText.matches }

const ni_form = /^(?!BG|GB|NK|KN|TN|NT|ZZ)[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z]\d{6}[A-D]?$/

/** A National Insurance number; its suffix may be missing. */
export function readNiNumber(typed: string): ReadIdentifier {
  const text = plain(typed)
  return ni_form.test(text) ? { text } : invalid
}

/** A unique taxpayer reference: its first digit checks the other nine. */
export function readUtr(typed: string): ReadIdentifier {
  const text = plain(typed)
  if (!/^\d+$/.test(text)) return { fault: validationText.only_digits }
  if (text.length !== 10) return { fault: validationText.fixed_digits(10) }
  const remainder = weighted(text.slice(1), [6, 7, 8, 9, 10, 5, 4, 3, 2]) % 11
  return '21987654321'[remainder] === text[0] ? { text } : invalid
}

// The two letters after the digit leave out six that are read as others (Royal Mail, Programmers' Guide).
const postcode_form =
  /^(GIR 0AA|[A-PR-UWYZ](\d{1,2}|\d[A-HJKPSTUW]|[A-HK-Y]\d{1,2}|[A-HK-Y]\d[ABEHMNPRV-Y]) \d[ABD-HJLNP-UW-Z]{2})$/

/** A postcode of the United Kingdom: capitals and one space, such as `SW1A 1AA`. */
export function readPostcode(typed: string): ReadIdentifier {
  const letters = plain(typed)
  const text = `${letters.slice(0, -3)} ${letters.slice(-3)}`
  return postcode_form.test(text) ? { text } : invalid
}

const company_form = /^(\d{8}|[A-Z]{2}\d{6}|R0\d{6}|(IP|SP|RS)[A-Z\d]{6}|SL\d{5}[\dA])$/

/** A registration number at Companies House, always 8 characters: leading zeros that were left out come back. */
export function readCompanyNumber(typed: string): ReadIdentifier {
  const short = plain(typed)
  const text = /^\d{6,7}$/.test(short) ? short.padStart(8, '0') : short
  return company_form.test(text) ? { text } : { fault: validationText.brn }
}

/** VAT numbers of countries other than the United Kingdom, by their prefix. */
const foreign_vat: Readonly<Record<string, RegExp>> = {
  AT: /^U\d{8}$/,
  BE: /^[01]\d{9}$/,
  BG: /^\d{9,10}$/,
  CH: /^E?\d{9}(MWST|TVA|IVA)?$/,
  CY: /^\d{8}[A-Z]$/,
  CZ: /^\d{8,10}$/,
  DE: /^\d{9}$/,
  DK: /^\d{8}$/,
  EE: /^\d{9}$/,
  EL: /^\d{9}$/,
  ES: /^[A-Z0-9]\d{7}[A-Z0-9]$/,
  FI: /^\d{8}$/,
  FR: /^[A-Z0-9]{2}\d{9}$/,
  HR: /^\d{11}$/,
  HU: /^\d{8}$/,
  IE: /^\d[A-Z0-9+*]\d{5}[A-Z]{1,2}$/,
  IT: /^\d{11}$/,
  LT: /^(\d{9}|\d{12})$/,
  LU: /^\d{8}$/,
  LV: /^\d{11}$/,
  MT: /^\d{8}$/,
  NL: /^\d{9}B\d{2}$/,
  NO: /^\d{9}(MVA)?$/,
  PL: /^\d{10}$/,
  PT: /^\d{9}$/,
  RO: /^\d{2,10}$/,
  SE: /^\d{12}$/,
  SI: /^\d{8}$/,
  SK: /^\d{10}$/,
}

/**
 * A VAT number. One of the United Kingdom is kept without `GB`, as `340804329`; a number without a prefix is British.
 * Others keep the prefix of their country.
 */
export function readVatNumber(typed: string): ReadIdentifier {
  const text = plain(typed).replace(/^GB/, '')
  const [, prefix = '', number = ''] = /^([A-Z]{2})?(.*)$/.exec(text) ?? []
  const elsewhere = foreign_vat[prefix]
  if (elsewhere) return elsewhere.test(number) ? { text } : invalid
  if (public_vat.test(text)) return { text }
  return (prefix === '' || prefix === 'XI') && isUkVat(number) ? { text } : invalid
}

/** Of government departments and health authorities: they have no check digits. */
const public_vat = /^(GD[0-4]\d\d|HA[5-9]\d\d)$/

/** As HMRC asks for it on an invoice: a number of the United Kingdom begins with `GB` (VAT Notice 700, 16.3.1). */
export const printedVatNumber = (stored: string): string =>
  /^(\d{9}|\d{12})$/.test(stored) || public_vat.test(stored) ? `GB${stored}` : stored

function isUkVat(number: string): boolean {
  if (!/^(\d{9}|\d{12})$/.test(number)) return false
  const remainder = weighted(number, [8, 7, 6, 5, 4, 3, 2, 10, 1]) % 97
  return number < '100' ? remainder === 0 : [0, 42, 55].includes(remainder)
}

function weighted(digits: string, weights: readonly number[]): number {
  return weights.reduce((sum, weight, at) => sum + weight * Number(digits[at]), 0)
}

const web_form =
  /^https?:\/\/([\p{L}\p{N}]([\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+\p{L}[\p{L}\p{N}-]*(:\d{1,5})?([/?#]\S*)?$/iu

/** A web address by http or https; one without a scheme gets https. */
export function readWebsite(typed: string): ReadIdentifier {
  const trimmed = typed.trim()
  const text = /^https?:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`
  return web_form.test(text) ? { text } : { fault: validationText.url }
}

/** The reader of each identifier by its field. */
export const identifier_readers = {
  brn: readCompanyNumber,
  vat_registration_no: readVatNumber,
  website: readWebsite,
  ni_number: readNiNumber,
  utr: readUtr,
} as const satisfies Readonly<Record<string, (typed: string) => ReadIdentifier>>
export type Identifier = keyof typeof identifier_readers

const worker_age = { min: 16, max: 100 } as const

/** The fault of a worker's birth date; null for an age from 16 to 100 today. */
export function birthFault(born: Day, today: Day): string | null {
  const latest = yearsBefore(today, worker_age.min)
  const earliest = yearsBefore(today, worker_age.max)
  if (born > latest) return validationText.max_date(formatDay(addDays(latest, 1)))
  return born < earliest ? validationText.min_date(formatDay(addDays(earliest, -1))) : null
}

function yearsBefore(today: Day, years: number): Day {
  const { year, month, date } = partsOf(today)
  return dayOf(year - years, month, Math.min(date, daysInMonth(year - years, month)))
}
