/** The letters that the fonts of documents have, and text made ready to print (decision 0036). */
import { printed_letters } from './printed-letters.gen.ts'
import { MARKS_MAX } from './typed-text.ts'

const ranges = printed_letters
  .trim()
  .split(/\s+/)
  .map((run) => run.split('-').map((code) => Number.parseInt(code, 16)))

function hasLetter(code: number): boolean {
  let [from, to] = [0, ranges.length - 1]
  while (from <= to) {
    const half = (from + to) >> 1
    const [first = 0, last = first] = ranges[half] ?? []
    if (code < first) to = half - 1
    else if (code > last) from = half + 1
    else return true
  }
  return false
}

/** Signs without a picture of their own, which a document leaves out or reads as a blank or a line end. */
const without_picture = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Variation_Selector}]/u

const mark = /\p{M}/u

const isPrinted = (letter: string): boolean =>
  without_picture.test(letter) || hasLetter(letter.codePointAt(0) ?? 0)

/** The fault of a text that documents print: its first letter that their fonts lack; null without one. */
export function printedTextFault(text: string): string | null {
  const missing = [...text.normalize('NFC')].find((letter) => !isPrinted(letter))
  return missing === undefined ? null : `Documents cannot print ${missing}`
}

/** Most text; thousands of cells of a list are seen through at once. */
const ordinary = /^[\n -~£]*$/

const codeOf = (letter: string): string =>
  `U+${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`

const SHOWN_CODES = 3

/** A run of letters that the fonts lack: `[U+674E U+767D]`, a long one cut. */
function codesOf(run: readonly string[]): string {
  const more = run.length > SHOWN_CODES ? ' …' : ''
  return `[${run.slice(0, SHOWN_CODES).map(codeOf).join(' ')}${more}]`
}

/**
 * Text as documents print it. Letters that their fonts lack show as their codes, never as empty boxes; controls and
 * marks of writing direction are left out, and marks that stack over other lines. A zero-width space stays: it lets a word
 * break.
 */
export function printedText(text: string): string {
  if (ordinary.test(text)) return text
  const lines = text
    .toWellFormed()
    .normalize('NFC')
    .replace(/\r\n?|[\u2028\u2029\u0085]/g, '\n')
  const shown: string[] = []
  let missing: string[] = []
  let marks = 0
  for (const letter of [...lines.replaceAll('\t', ' '), '']) {
    const isKept = letter === '' || letter === '\n' || letter === '\u200b'
    if (!isKept && without_picture.test(letter)) continue
    if (mark.test(letter)) marks += 1
    else if (letter !== '\u200b') marks = 0
    if (marks > MARKS_MAX) continue
    if (!isKept && !isPrinted(letter)) {
      missing.push(letter)
      continue
    }
    if (missing.length > 0) shown.push(codesOf(missing))
    missing = []
    shown.push(letter)
  }
  return shown.join('')
}
