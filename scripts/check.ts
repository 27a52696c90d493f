/** `npm run check`: types, lint, format, pure rules and guards. Before every commit. */
import { staticChecks } from './static-checks.ts'
import { finish, vitestStep } from './steps.ts'

const filters = process.argv.slice(2)
finish([...(await staticChecks()), await vitestStep('unit', filters)])
