/** A browser in words, from the text it sends about itself. Pure. */

/** The first that fits: browsers name their forebears, too. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\/|Chromium\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const systems: readonly (readonly [RegExp, string])[] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/CrOS/, 'ChromeOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'Mac'],
  [/Linux/, 'Linux'],
]

const firstOf = (text: string, table: typeof browsers): string | undefined =>
  table.find(([pattern]) => pattern.test(text))?.[1]

/** `Chrome on Windows`; `Another program` for a text of no browser. */
export function deviceWords(user_agent: string): string {
  const [browser, system] = [firstOf(user_agent, browsers), firstOf(user_agent, systems)]
  if (browser === undefined) return system === undefined ? 'Another program' : `A program on ${system}`
  return system === undefined ? browser : `${browser} on ${system}`
}
