/** The code points that both fonts of documents have, read from their character maps. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { font_files } from '#server/pdf/pdf-typst.ts'

const require = createRequire(import.meta.url)

/** Code points of a TrueType file: its character map of 32-bit groups (format 12). */
function lettersOf(file: string): Set<number> {
  const font = readFileSync(require.resolve(`@expo-google-fonts/inter/${file}`))
  const tables = Array.from({ length: font.readUInt16BE(4) }, (_, n) => 12 + n * 16)
  const cmap = tables.find((at) => font.toString('latin1', at, at + 4) === 'cmap')
  if (cmap === undefined) throw new Error(`${file} has no character map`)
  const start = font.readUInt32BE(cmap + 8)
  const maps = Array.from(
    { length: font.readUInt16BE(start + 2) },
    (_, n) => start + font.readUInt32BE(start + 4 + n * 8 + 4),
  )
  const map = maps.find((at) => font.readUInt16BE(at) === 12)
  if (map === undefined) throw new Error(`${file} has no 32-bit character map`)
  const found = new Set<number>()
  for (let group = 0; group < font.readUInt32BE(map + 12); group += 1) {
    const at = map + 16 + group * 12
    for (let code = font.readUInt32BE(at); code <= font.readUInt32BE(at + 4); code += 1) found.add(code)
  }
  return found
}

/** Controls have no picture, and signs of private use no meaning that an archive could keep. */
const unprintable = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/u

/** First and last code point of each run that documents print. */
export function printedRanges(): readonly (readonly [number, number])[] {
  const [first = new Set<number>(), ...others] = font_files.map(lettersOf)
  const codes = [...first]
    .filter((code) => others.every((one) => one.has(code)) && !unprintable.test(String.fromCodePoint(code)))
    .sort((a, b) => a - b)
  const ranges: [number, number][] = []
  for (const code of codes) {
    const last = ranges.at(-1)
    if (last && last[1] === code - 1) last[1] = code
    else ranges.push([code, code])
  }
  return ranges
}

/** The file that the product reads. */
export function printedLettersFile(ranges = printedRanges()): string {
  const hex = (code: number) => code.toString(16)
  const parts = ranges.map(([from, to]) => (from === to ? hex(from) : `${hex(from)}-${hex(to)}`))
  const lines: string[] = []
  for (const part of parts) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + part.length < 90) lines[lines.length - 1] = `${last} ${part}`
    else lines.push(part)
  }
  return [
    '// Printed by `npx vitest run --project unit test/guards/printed-letters.test.ts -u` from the fonts of documents.',
    '',
    '/** Code points that documents print, in hexadecimal, run by run. */',
    `export const printed_letters = \`\n${lines.join('\n')}\n\``,
    '',
  ].join('\n')
}
