import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'
import { root, TIMES_FILE } from './steps.ts'

/** Writes the time of each test file, with its imports and its own set-up, which the JSON report leaves out. */
export default class TimeReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const file = process.env[TIMES_FILE]
    if (file === undefined) return
    const times = modules.map((module) => {
      const { collectDuration, setupDuration, duration } = module.diagnostic()
      return { file: relative(root, module.moduleId), ms: collectDuration + setupDuration + duration }
    })
    writeFileSync(file, JSON.stringify(times))
  }
}
