/**
 * Quality P9: from a clean clone to a page with data. Clones what is committed, runs `npm start` with a fresh folder and a
 * warm package cache, and waits for the printed address to answer; then stops it and starts again.
 * `npm run bench -- start`
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { keepResults, machine } from '../results.ts'

const repository = fileURLToPath(new URL('../..', import.meta.url))
const first_goal_s = 90
const again_goal_s = 5

type Started = { readonly seconds: number; readonly child: ChildProcess }

/** Throws unless the address shows the page, and the demo's people behind it. */
async function look(address: string): Promise<void> {
  const page = await fetch(`${address}/auth/login`, { headers: { accept: 'text/html' } })
  const demo = await (await fetch(`${address}/api/auth/demo`)).text()
  if (!page.ok || !demo.includes('agency_admin'))
    throw new Error(`The page has no data: ${demo.slice(0, 200)}`)
}

/** Resolves when the address that the start prints shows a page with data. */
async function start(clone: string, home: string): Promise<Started> {
  const from = performance.now()
  const child = spawn('npm', ['start', '--silent'], {
    cwd: clone,
    env: { ...process.env, STINT_HOME: home, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    await look(await printedAddress(child))
    return { seconds: (performance.now() - from) / 1000, child }
  } catch (error) {
    await stop(child)
    throw error
  }
}

function printedAddress(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = ''
    child.stdout?.on('data', (chunk: Buffer) => {
      printed += chunk.toString()
      const address = /Stint is at (http:\S+)\s/.exec(printed)?.[1]
      if (address) resolve(address)
    })
    child.once('exit', (code) => reject(new Error(`npm start ended with ${code}\n${printed}`)))
  })
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await ended
}

export async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'stint-start-'))
  const clone = join(folder, 'clone')
  const home = join(folder, 'home')
  try {
    execFileSync('git', ['clone', '--quiet', repository, clone])
    const first = await start(clone, home)
    await stop(first.child)
    const again = await start(clone, home)
    await stop(again.child)
    const text = [
      `Clean clone, warm package cache, demo world of a year. ${machine()}.`,
      '',
      '| | seconds | goal |',
      '| --- | ---: | ---: |',
      `| \`npm start\` on a clean clone to a page with data | ${first.seconds.toFixed(1)} | ≤ ${first_goal_s} |`,
      `| \`npm start\` again | ${again.seconds.toFixed(1)} | ≤ ${again_goal_s} |`,
    ].join('\n')
    process.stdout.write(`${text}\n`)
    keepResults('P9 start', text)
  } finally {
    // npm may end a moment before the database it started.
    rmSync(folder, { recursive: true, force: true, maxRetries: 40, retryDelay: 250 })
  }
}
