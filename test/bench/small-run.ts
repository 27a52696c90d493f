/** Runs a benchmark as `npm run bench` does, on the database server of a test run, and returns what it keeps. */
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { SharedGround } from '../../bench/ground.ts'

const program = fileURLToPath(new URL('../../bench/main.ts', import.meta.url))

/** @throws with everything it said when it fails */
export async function smallRun(server: SharedGround, name: string, args: readonly string[]): Promise<string> {
  const { admin_url, role_secret, template, name_prefix } = server
  const ground: SharedGround = { admin_url, role_secret, template, name_prefix: `${name_prefix}bench_` }
  const folder = mkdtempSync(join(tmpdir(), 'stint-small-'))
  const results = join(folder, 'results.md')
  try {
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program, name, ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, BENCH_GROUND: JSON.stringify(ground), BENCH_RESULTS: results },
    })
    let said = ''
    const listen = (part: Buffer) => {
      said += part.toString()
    }
    child.stdout.on('data', listen)
    child.stderr.on('data', listen)
    const code = await new Promise((resolve) => child.once('close', resolve))
    if (code !== 0) throw new Error(`The benchmark ${name} ended with ${code}. It said:\n${said}`)
    return readFileSync(results, 'utf8')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
