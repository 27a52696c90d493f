/** Numbers with valid check digits (registers.md §4.3) that belong to nobody we know. */

/** A VAT number of the United Kingdom as it is kept: its weighted sum with the check digits is 0 modulo 97. `no` has 7 digits. */
export function vatNumber(no: number): string {
  const digits = String(no).padStart(7, '0')
  const sum = weighted(digits, [8, 7, 6, 5, 4, 3, 2])
  const check = (97 - (sum % 97)) % 97
  return `${digits}${String(check).padStart(2, '0')}`
}

/** A unique taxpayer reference from its nine last digits. */
export function utr(no: number): string {
  const digits = String(no).padStart(9, '0')
  const remainder = weighted(digits, [6, 7, 8, 9, 10, 5, 4, 3, 2]) % 11
  return `${'21987654321'[remainder]}${digits}`
}

/** A National Insurance number with an allowed prefix. */
export function niNumber(no: number): string {
  const prefixes = ['AB', 'CE', 'HJ', 'JK', 'KL', 'LM', 'PR', 'RS', 'SX', 'WM']
  return `${prefixes[no % prefixes.length]}${String(100000 + ((no * 7919) % 900000))}${'ABCD'[no % 4]}`
}

/** Eight digits, as the register of companies writes them. */
export const companyNumber = (no: number): string => String(no).padStart(8, '0')

/** An IBAN from its country and its domestic part. */
export function iban(country: string, domestic: string): string {
  const check = 98 - Number(BigInt(lettersAsDigits(`${domestic}${country}00`)) % 97n)
  return `${country}${String(check).padStart(2, '0')}${domestic}`
}

const lettersAsDigits = (text: string): string =>
  text.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55))

function weighted(digits: string, weights: readonly number[]): number {
  return weights.reduce((sum, weight, i) => sum + weight * Number(digits[i]), 0)
}

/** Areas in which Ofcom keeps a thousand numbers free for drama. */
const drama_areas = ['7700900', '1134960', '1144960', '1154960', '1164960', '1174960', '1184960', '1214960']

/** A telephone number that nobody has, in E.164; the first 900 are mobile numbers. */
export function phoneNumber(no: number): string {
  const at = 100 + no
  const area = drama_areas[Math.floor(at / 1000) % drama_areas.length]
  return `+44${area}${String(at % 1000).padStart(3, '0')}`
}
