/** `npm run payroll-rows -- FILE`: computes rows of HMRC's published test sheets and prints each that differs. */
import { readFileSync } from 'node:fs'
import { rowsOfFile } from '#business/payroll/years/published-file.rules.ts'
import { computeRows } from '#business/payroll/years/published-rows.rules.ts'
import { formatScaled } from '#kernel/decimal-text.ts'

const [file] = process.argv.slice(2)

function stop(sentence: string): never {
  process.stderr.write(`${sentence}\n`)
  process.exit(2)
}

function readRows(path: string): readonly unknown[] {
  const rows = rowsOfFile(readText(path))
  return 'fault' in rows ? stop(`${path} cannot be read: ${rows.fault}`) : rows
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    return stop(`${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  }
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
