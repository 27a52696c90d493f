/** Countries by name: files name them, VAT needs their code (spec §3, address). */

export interface Country {
  readonly name: string
  readonly code: string
}

/** Names of ours that the list of the world's countries does not have. */
const parts: Readonly<Record<string, string>> = {
  uk: 'GB',
  'great britain': 'GB',
  england: 'GB',
  scotland: 'GB',
  wales: 'GB',
  'northern ireland': 'GB',
  usa: 'US',
}

/** Codes that the list has and no country. */
const no_countries: ReadonlySet<string> = new Set(['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ'])

let known: ReadonlyMap<string, Country> | null = null

function countries(): ReadonlyMap<string, Country> {
  if (known !== null) return known
  const names = new Intl.DisplayNames(['en-GB'], { type: 'region', fallback: 'none' })
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  const made = new Map<string, Country>()
  for (const code of letters.flatMap((first) => letters.map((second) => first + second))) {
    const name = names.of(code)
    if (
      name === undefined ||
      no_countries.has(code) ||
      Intl.getCanonicalLocales(`und-${code}`)[0] !== `und-${code}`
    )
      continue
    made.set(name.toLowerCase(), { name, code })
    made.set(code.toLowerCase(), { name, code })
  }
  known = made
  return made
}

/** The country of a name or a two-letter code; null for unknown ones. */
export function countryOf(text: string): Country | null {
  const word = text.trim().toLowerCase()
  return countries().get(parts[word]?.toLowerCase() ?? word) ?? null
}
