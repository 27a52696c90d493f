/** `npm run check`: types, lint, format, pure rules and guards, side by side. Before every commit. */
import { staticChecks } from './static-checks.ts'
import { finish, vitestStep } from './steps.ts'

const filters = process.argv.slice(2)
// Vitest leaves out the layout of hostile texts: it prints fifty documents, a third of the time of all unit tests.
if (filters.length === 0) process.env.STINT_CHECK = '1'
// Checks of types use a core each: the unit tests fill what the shorter ones leave.
const [checks, unit] = await Promise.all([staticChecks(), vitestStep(['unit'], filters, 'lines')])
finish([...checks, unit])
