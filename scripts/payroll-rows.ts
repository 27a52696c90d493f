/** `npm run payroll-rows -- FILE`: computes rows of HMRC's published test sheets and prints each that differs. */
import { readFileSync } from 'node:fs'
import { computeRows } from '#business/payroll/years/published-rows.rules.ts'
import { formatScaled } from '#kernel/decimal-text.ts'

const [file] = process.argv.slice(2)

function stop(sentence: string): never {
  process.stderr.write(`${sentence}\n`)
  process.exit(2)
}

function readRows(path: string): readonly unknown[] {
  try {
    const rows: unknown = JSON.parse(readFileSync(path, 'utf8').replace(/^\uFEFF/, ''))
    if (Array.isArray(rows)) return rows
    // Some programs write the list as the one field of an object.
    const [list, ...more] = Object.values(rows ?? {}).filter(Array.isArray)
    if (list !== undefined && more.length === 0) return list
  } catch (error) {
    stop(`${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  }
  stop(`${path} holds no JSON list of rows.`)
}

if (file === undefined) stop('Name the file: npm run payroll-rows -- FILE')
const results = computeRows(readRows(file))
const amount = (pence: number) => formatScaled(pence, 2)
for (const { name, differences, working } of results.filter(({ is_exact }) => !is_exact)) {
  process.stdout.write(`✗ ${name}\n`)
  for (const { field, expected, computed } of differences)
    process.stdout.write(`    ${field}: ${amount(computed)} computed, ${amount(expected)} expected\n`)
  for (const sentence of working) process.stdout.write(`    ${sentence}\n`)
}
const exact = results.filter(({ is_exact }) => is_exact).length
process.stdout.write(`${exact} of ${results.length} exact\n`)
process.exitCode = exact === results.length ? 0 : 1
