/** Countries of ISO 3166-1, and Kosovo: forms and files name them, VAT needs their code (spec §3, address). */

export interface Country {
  readonly name: string
  readonly code: string
}

/** Names of ours that the list of the world's countries does not have. */
const parts: Readonly<Record<string, string>> = {
  uk: 'GB',
  'great britain': 'GB',
  england: 'GB',
  'england & wales': 'GB',
  scotland: 'GB',
  wales: 'GB',
  'northern ireland': 'GB',
  usa: 'US',
}

/** Codes of the list that are no country of ISO 3166-1: unions, parts of countries, codes for tests. */
const no_countries: ReadonlySet<string> = new Set('AC CP CQ DG EA EU EZ IC QO TA UN XA XB ZZ'.split(' '))

let listed: readonly Country[] | null = null
let known: ReadonlyMap<string, Country> | null = null

/** All countries, by name. */
export function allCountries(): readonly Country[] {
  if (listed !== null) return listed
  const names = new Intl.DisplayNames(['en-GB'], { type: 'region', fallback: 'none' })
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  const made: Country[] = []
  for (const code of letters.flatMap((first) => letters.map((second) => first + second))) {
    const name = names.of(code)
    if (
      name === undefined ||
      no_countries.has(code) ||
      Intl.getCanonicalLocales(`und-${code}`)[0] !== `und-${code}`
    )
      continue
    made.push({ name, code })
  }
  listed = made.sort((a, b) => a.name.localeCompare(b.name, 'en-GB'))
  return listed
}

function byWord(): ReadonlyMap<string, Country> {
  known ??= new Map(
    allCountries().flatMap((one): [string, Country][] => [
      [one.name.toLowerCase(), one],
      [one.code.toLowerCase(), one],
    ]),
  )
  return known
}

/** The country of a name or a two-letter code; null for unknown ones. */
export function countryOf(text: string): Country | null {
  const word = text.trim().toLowerCase()
  return byWord().get(parts[word]?.toLowerCase() ?? word) ?? null
}

/** A code as it is stored: in capitals, and of a country. `UK` is none. */
export const isCountryCode = (code: string): boolean => countryOf(code)?.code === code
/** The name of a country's code; the code itself where there is no such country. */
export const countryName = (code: string): string => countryOf(code)?.name ?? code
