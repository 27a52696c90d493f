import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Count, checkStep, root } from './steps.ts'

const hasFiles = (folder: string, ending: RegExp) => {
  try {
    return readdirSync(join(root, folder), { recursive: true }).some((name) => ending.test(String(name)))
  } catch {
    return false
  }
}

/** Types of the three worlds and of their tests and the lint and format rules, side by side. */
export async function staticChecks(): Promise<Count[]> {
  // What did not change is not checked again; `npm ci` takes the record away.
  const types = (name: string) =>
    checkStep(`types, ${name}`, 'tsc', [
      '-p',
      `tsconfig.${name}.json`,
      // Four programs share the cores: threads of each would check the same types again.
      '--singleThreaded',
      '--incremental',
      '--tsBuildInfoFile',
      join(root, 'node_modules', '.cache', `types-${name}.tsbuildinfo`),
    ])
  return Promise.all([
    types('shared'),
    types('server'),
    types('test'),
    ...(hasFiles('src/web', /\.tsx?$/) ? [types('web')] : []),
    checkStep('lint and format', 'biome', ['ci', '--colors=off', '--max-diagnostics=50', '.']),
  ])
}
