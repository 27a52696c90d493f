import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { hasWeb, repository } from './command-build.ts'
import { Shutdown } from './command-shutdown.ts'

const program = fileURLToPath(new URL('../main.ts', import.meta.url))

function ended(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve()
    else child.once('exit', () => resolve())
  })
}

/**
 * `npm run dev`: the product, started again at each change of a server file, and the web pages built again
 * at each change of theirs (reload the page to see them).
 */
export function dev(): Promise<void> {
  const shutdown = new Shutdown()
  const run = (args: readonly string[]) => {
    const child = spawn(process.execPath, args, { cwd: repository, stdio: 'inherit' })
    shutdown.add(async () => {
      child.kill('SIGTERM')
      await ended(child)
    })
    return child
  }
  if (hasWeb())
    run([join(repository, 'node_modules/vite/bin/vite.js'), 'build', '--watch', '--logLevel', 'warn'])
  return ended(run(['--watch', '--watch-preserve-output', program, 'start', '--no-build']))
}
