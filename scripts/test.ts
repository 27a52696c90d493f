/**
 * `npm test`: everything of `check`, then the tests on a real database, then the stories in a browser.
 * With parts of file names (`npm test -- invoices`) only the tests of those files.
 */
import { buildWeb, hasWeb } from '#server/command-build.ts'
import { staticChecks } from './static-checks.ts'
import { type Count, finish, vitestStep } from './steps.ts'

/** The stories and pages are tested as they are served, so the bundle must be that of these sources. */
async function build(): Promise<Count> {
  if (!hasWeb()) return { passed: 0, failed: 0 }
  try {
    await buildWeb()
    process.stdout.write('✓ web bundle\n')
    return { passed: 1, failed: 0 }
  } catch (error) {
    process.stdout.write(`✗ web bundle\n${error instanceof Error ? error.message : String(error)}\n`)
    return { passed: 0, failed: 1 }
  }
}

const filters = process.argv.slice(2)
const counts: Count[] = filters.length === 0 ? [...(await staticChecks()), await build()] : []
for (const project of ['unit', 'db', 'e2e']) counts.push(await vitestStep(project, filters))
finish(counts)
