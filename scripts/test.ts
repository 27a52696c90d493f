/**
 * `npm test`: everything of `check`, then the tests on a real database, then the stories in a browser.
 * With parts of file names (`npm test -- invoices`) only the tests of those files.
 */
import { buildWeb, hasWeb } from '#server/commands/command-build.ts'
import { staticChecks } from './static-checks.ts'
import { type Count, finish, none, outcome, printTimes, vitestStep } from './steps.ts'

/** The stories and pages are tested as they are served, so the bundle must be that of these sources. */
async function build(): Promise<Count> {
  if (!hasWeb()) return none
  try {
    await buildWeb()
    process.stdout.write('✓ web bundle\n')
    return outcome('web bundle', true, '')
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error)
    process.stdout.write(`✗ web bundle\n${said}\n`)
    return outcome('web bundle', false, said)
  }
}

const filters = process.argv.slice(2)
const isWhole = filters.length === 0
// A single story on a clean clone needs the bundle as well; of a filtered run only the chosen tests count as passed.
const [checks, unit, built] = await Promise.all([
  isWhole ? staticChecks() : [],
  vitestStep(['unit'], filters, 'lines'),
  build(),
])
const counts = [
  ...checks,
  unit,
  ...(isWhole || built.failed > 0 ? [built] : []),
  await vitestStep(['db', 'e2e'], filters),
]
printTimes(counts)
finish(counts)
