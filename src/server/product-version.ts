import { readFileSync } from 'node:fs'

let known: string | undefined

/** The release of this code, like `0.1.0`. */
export function productVersion(): string {
  if (known === undefined) {
    const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
    known = (JSON.parse(text) as { version: string }).version // npm's form.
  }
  return known
}
