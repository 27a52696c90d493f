/**
 * Quality P9: from a clean clone to a page with data. Clones what is committed, runs `npm start` with a fresh folder and a
 * warm package cache, and waits for the printed address to answer; then stops it and starts again.
 * `npm run bench -- start [--linked] [--no-demo]`: `--linked` lends the clone this folder's packages and web pages, `--no-demo`
 * starts it without the demo world.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { keepResults, machine } from '../results.ts'

const repository = fileURLToPath(new URL('../..', import.meta.url))
const first_goal_s = 90
const again_goal_s = 5

type Started = {
  readonly seconds: number
  /** Ends it and waits for all its processes: npm goes before the product that it started. */
  readonly stop: () => Promise<void>
}

/** Throws unless the address shows the page, and with the demo its people behind it. */
async function look(address: string, withDemo: boolean): Promise<void> {
  const page = await fetch(`${address}/auth/login`, { headers: { accept: 'text/html' } })
  const demo = await (await fetch(`${address}/api/auth/demo`)).text()
  if (!page.ok || demo.includes('agency_admin') !== withDemo)
    throw new Error(`The page has no data: ${demo.slice(0, 200)}`)
}

/** Resolves when the address that the start prints shows a page with data. */
async function start(clone: string, home: string, withDemo: boolean): Promise<Started> {
  const from = performance.now()
  const child = spawn('npm', ['start', '--silent'], {
    cwd: clone,
    env: { ...process.env, STINT_HOME: home, PORT: '0', STINT_DEMO: withDemo ? 'on' : 'off' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  // Each process below npm holds the pipe for as long as it lives.
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const stop = () => {
    child.kill('SIGTERM')
    return ended
  }
  try {
    await look(await printedAddress(child), withDemo)
    return { seconds: (performance.now() - from) / 1000, stop }
  } catch (error) {
    await stop()
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

function lend(clone: string): void {
  symlinkSync(join(repository, 'node_modules'), join(clone, 'node_modules'))
  const pages = join(repository, 'dist')
  if (existsSync(pages)) cpSync(pages, join(clone, 'dist'), { recursive: true })
}

export async function main(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      linked: { type: 'boolean', default: false },
      'no-demo': { type: 'boolean', default: false },
    },
  })
  const with_demo = !values['no-demo']
  const folder = mkdtempSync(join(tmpdir(), 'stint-start-'))
  const clone = join(folder, 'clone')
  const home = join(folder, 'home')
  try {
    execFileSync('git', ['clone', '--quiet', repository, clone])
    if (values.linked) lend(clone)
    const first = await start(clone, home, with_demo)
    await first.stop()
    const again = await start(clone, home, with_demo)
    await again.stop()
    const text = [
      `Clean clone, ${values.linked ? 'packages lent' : 'warm package cache'}, ${with_demo ? 'demo world of a year' : 'no demo world'}. ${machine()}.`,
      '',
      '| | seconds | goal |',
      '| --- | ---: | ---: |',
      `| \`npm start\` on a clean clone to a page with data | ${first.seconds.toFixed(1)} | ≤ ${first_goal_s} |`,
      `| \`npm start\` again | ${again.seconds.toFixed(1)} | ≤ ${again_goal_s} |`,
    ].join('\n')
    process.stdout.write(`${text}\n`)
    keepResults('P9 start', text)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
