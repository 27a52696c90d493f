/** The index of decision records: each record once, in order, with its date; the numbers without a record are listed. */
import type { Finding, SourceFile } from './source.ts'

const FOLDER = 'docs/decisions/'
const row = /^\| \[(\d{4})\]\(([^)]+)\) \|.*\| (\d{4}-\d\d-\d\d) \|[^|]*\|$/gm

/** Each number of a list like "0007, 0025 to 0027". */
function numbersOf(list: string): number[] {
  return list.split(', ').flatMap((part) => {
    const [from = 0, to = from] = part.split(' to ').map(Number)
    return Array.from({ length: to - from + 1 }, (_, at) => from + at)
  })
}

const spelled = (number: number) => String(number).padStart(4, '0')

/** The numbers up to the newest record's that no record has. */
function holes(names: readonly string[]): number[] {
  const taken = new Set(names.map((name) => Number(name.slice(0, 4))))
  return Array.from({ length: Math.max(0, ...taken) }, (_, at) => at + 1).filter((at) => !taken.has(at))
}

const differing = (shown: readonly string[], there: readonly string[], words: string): Finding[] =>
  there.filter((one) => !shown.includes(one)).map((one) => `${FOLDER}README.md ${words} ${one}`)

/** Rows without a record, records without a row or beside their place, other dates, and unlisted numbers. */
export function decisionFaults(files: readonly SourceFile[]): Finding[] {
  const records = files.filter(({ path }) => path.startsWith(`${FOLDER}0`))
  const names = records.map(({ path }) => path.slice(FOLDER.length)).sort()
  const index = files.find(({ path }) => path === `${FOLDER}README.md`)?.text ?? ''
  const rows = [...index.matchAll(row)].map(([, number = '', name = '', day = '']) => ({ number, name, day }))
  const shown = rows.map(({ name }) => name)
  const listed = numbersOf(/^Missing numbers: ([\d, to]+)\.$/m.exec(index)?.[1] ?? '').map(spelled)
  const missing = holes(names).map(spelled)
  return [
    ...differing(shown, names, 'has no row of'),
    ...differing(names, shown, 'has a row of a lost record:'),
    ...shown
      .filter((name, at) => at > 0 && name <= (shown[at - 1] ?? ''))
      .map((name) => `${FOLDER}README.md has ${name} twice or out of order`),
    ...rows
      .filter(({ number, name }) => !name.startsWith(`${number}-`))
      .map(({ number, name }) => `${FOLDER}README.md calls ${name} ${number}`),
    ...rows.flatMap(({ name, day }) => {
      const text = records.find(({ path }) => path === FOLDER + name)?.text
      return text === undefined || text.includes(`\nDate: ${day}. Status: `)
        ? []
        : [`${FOLDER}${name} lacks its date, ${day}, or its status`]
    }),
    ...differing(listed, missing, 'does not list among the missing numbers:'),
    ...differing(missing, listed, 'lists as missing, though a record has it or later numbers are free:'),
  ]
}
