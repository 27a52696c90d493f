/** A worker in the letters that HMRC takes. Pure. */
import { el, maybe, type XmlNode } from './xml.rules.ts'

export type Person = {
  readonly name: string
  readonly first_name: string
  readonly last_name: string
  readonly date_of_birth: string | null
  readonly gender: 'M' | 'F' | null
  readonly ni_number: string | null
  /** In order; empty without an address. */
  readonly address_lines: readonly string[]
  readonly postcode: string | null
  readonly country: string | null
  readonly country_code: string | null
}

const LINES = 4
const LENGTH = 35

const nino =
  /^([ACEHJLMOPRSWXY][A-CEGHJ-NPR-TW-Z]|B[A-CEHJ-NPR-TW-Z]|G[ACEGHJ-NPR-TW-Z]|[KT][A-CEGHJ-MPR-TW-Z]|N[A-CEGHJL-NPR-SW-Z]|Z[A-CEGHJ-NPR-TW-Y])[0-9]{6}[A-D]?$/

/** Accents fall away: Zoë is Zoe. */
const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[’‘`´]/g, "'")
    .replace(/[–—]/g, '-')
    .replace(/\s+/g, ' ')
    .trim()

/** Letters of names (charset D). */
const nameOf = (text: string): string =>
  plain(text)
    .replace(/[^A-Za-z '-]/g, '')
    .replace(/^[^A-Za-z]+/, '')
    .slice(0, LENGTH)
    .trim()

/** Letters of addresses (charset G). */
const lineOf = (text: string): string =>
  plain(text)
    .replace(/[^A-Za-z0-9 .,\-()/=!"%&*;<>'+:?]/g, '')
    .replace(/^[^A-Za-z0-9]+/, '')
    .slice(0, LENGTH)
    .trim()

const linesOf = ({ address_lines }: Person): string[] =>
  address_lines
    .map(lineOf)
    .filter((line) => line !== '')
    .slice(0, LINES)

const LINES_OF_AN_ADDRESS = 2

/** The facts of a worker that the return needs and that are missing. */
export function personFaults(person: Person, is_starter: boolean): string[] {
  const { first_name, last_name, date_of_birth, gender, ni_number } = person
  const faults: string[] = []
  if (nameOf(last_name) === '' || nameOf(first_name) === '')
    faults.push('First and last name need letters from A to Z')
  if (date_of_birth === null) faults.push('Date of birth is missing')
  if (gender === null) faults.push('Gender is missing')
  if (ni_number !== null && !nino.test(ni_number.replace(/\s/g, '')))
    faults.push('National Insurance number is not one of HMRC’s')
  if ((is_starter || ni_number === null) && linesOf(person).length < LINES_OF_AN_ADDRESS)
    faults.push(
      is_starter
        ? 'Two lines of the address are missing, as the start is reported'
        : 'Two lines of the address are missing, as there is no National Insurance number',
    )
  return faults
}

function ninoOf(ni_number: string | null): string | null {
  const text = ni_number?.replace(/\s/g, '') ?? null
  return text === null ? null : text.padEnd(9, ' ')
}

function addressOf(person: Person): XmlNode[] {
  const lines = linesOf(person)
  if (lines.length === 0) return []
  const { postcode, country, country_code } = person
  const is_uk = country_code === null || ['GB', 'UK', 'IM', 'JE', 'GG'].includes(country_code)
  const place = is_uk
    ? maybe('UKPostcode', postcode === null ? null : postcode.replace(/[^A-Za-z0-9 ]/g, '').slice(0, 10))
    : maybe('ForeignCountry', country === null ? null : lineOf(country))
  return [el('Address', [...lines.map((line) => el('Line', line)), ...place])]
}

/** The element of the worker; call it for a person without faults. */
export function personOf(person: Person): XmlNode {
  const [first = '', ...more] = nameOf(person.first_name).split(' ')
  return el('EmployeeDetails', [
    ...maybe('NINO', ninoOf(person.ni_number)),
    el('Name', [
      el('Fore', first),
      ...(more.length === 0 ? [] : [el('Fore', more.join(' '))]),
      el('Sur', nameOf(person.last_name)),
    ]),
    ...addressOf(person),
    ...maybe('BirthDate', person.date_of_birth),
    ...maybe('Gender', person.gender),
  ])
}
