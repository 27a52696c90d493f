/** `npm run help`: the figures of docs/help, made by the stories that call `figure`. */
import { buildWeb, hasWeb } from '#server/commands/command-build.ts'
import { finish, vitestStep } from './steps.ts'

process.env.STINT_FIGURES = '1'
if (hasWeb()) await buildWeb()
finish([
  await vitestStep(['e2e'], ['e2e/from-nothing.e2e.ts', 'e2e/signing.e2e.ts', 'e2e/funding-debts.e2e.ts']),
])
