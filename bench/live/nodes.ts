/** Server nodes as they run in production: `serve`, each in a process of its own, on one database. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { TICK_MS } from '../data/servers.ts'

const program = fileURLToPath(new URL('../../src/server/main.ts', import.meta.url))

export interface ServerNode {
  readonly child: ChildProcess
  readonly url: string
}

/**
 * Starts one node, with further settings where it needs some. `command` is the product's: `start` runs jobs, too.
 * @throws with what it said when it ends before it serves
 */
export async function startNode(
  databaseUrl: string,
  home: string,
  settings: Readonly<Record<string, string>> = {},
  command: readonly string[] = ['serve'],
): Promise<ServerNode> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program, ...command], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      // All subscribers come from one address, and no person is as quick.
      CONNECTIONS_PER_ADDRESS: '6000',
      REQUESTS_PER_SECOND: '100000',
      CHANGES_PER_DAY: '900000',
      EXPORTS_PER_DAY: '900000',
      READ_MB_PER_DAY: '900000',
      DATABASE_URL: databaseUrl,
      STINT_HOME: home,
      PORT: '0',
      METRICS_ADDRESS: 'off',
      LOG_LEVEL: 'error',
      NODE_ENV: 'production',
      ...settings,
    },
  })
  const url = await new Promise<string>((resolve, reject) => {
    let said = ''
    createInterface({ input: child.stdout }).on('line', (line) => {
      said += `${line}\n`
      const at = /^Stint is at (\S+)$/.exec(line)?.[1]
      if (at) resolve(at)
    })
    child.once('exit', (code) => reject(new Error(`A node ended with ${code}. It said:\n${said}`)))
  })
  return { child, url }
}

export async function stopNode({ child }: ServerNode): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGTERM')
  await gone
}

interface Times {
  readonly parent: number
  /** Ticks of the process itself, and of children that have ended. */
  readonly own: number
  readonly ended: number
}

function timesOf(pid: number): Times | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    const [parent, user, system, endedUser, endedSystem] = [1, 11, 12, 13, 14].map((at) => Number(fields[at]))
    return {
      parent: parent ?? 0,
      own: (user ?? 0) + (system ?? 0),
      ended: (endedUser ?? 0) + (endedSystem ?? 0),
    }
  } catch {
    return null // It ended while we looked.
  }
}

/** The server process that started this backend. */
export const postmasterOf = (backend: number): number => timesOf(backend)?.parent ?? 0

/** Processor time of a whole PostgreSQL server but for some of its backends, in milliseconds; connections come and go. */
export function clusterMs(postmaster: number, without: readonly number[]): number {
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const main = timesOf(postmaster)
  const live = all.reduce((sum, name) => {
    const pid = Number(name)
    const times = without.includes(pid) ? null : timesOf(pid)
    return times?.parent === postmaster ? sum + times.own : sum
  }, 0)
  return (live + (main ? main.own + main.ended : 0)) * TICK_MS
}
