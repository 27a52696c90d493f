import { type Count, checkStep } from './steps.ts'

/** Types of the four projects, each of which checks its own files alone, and the lint and format rules, side by side. */
export function staticChecks(): Promise<Count[]> {
  return Promise.all([
    // What did not change is not checked again; `npm ci` takes the record away. Unit tests have the other core.
    checkStep('types', 'tsc', ['-b', '--singleThreaded']),
    checkStep('lint and format', 'biome', ['ci', '--colors=off', '--max-diagnostics=50', '.']),
  ])
}
