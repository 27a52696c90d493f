/** The servers that are compared, each in a process of its own, and what they cost. */
import { type ChildProcess, fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** What is compared: two of ours, and PostGraphile without and with session settings. */
export const KINDS = ['hand', 'endpoint', 'peer_plain', 'peer_settings'] as const
export type Kind = (typeof KINDS)[number]
export const isPeer = (kind: Kind): boolean => kind === 'peer_plain' || kind === 'peer_settings'

export interface ServerSettings {
  readonly kind: Kind
  readonly url: string
  readonly role_prefix: string
  readonly role_secret: string
  readonly connections: number
}

/** What a server tells of itself: processor time since its start, and how its statements were planned. */
export interface ServerFacts {
  readonly cpu_ms: number
  readonly generic_plans: number
  readonly custom_plans: number
  readonly backends: readonly number[]
}

export interface Running {
  readonly kind: Kind
  readonly child: ChildProcess
  readonly port: number
}

/** Milliseconds of one tick of /proc times. */
export const TICK_MS = 10

const once = <T>(child: ChildProcess): Promise<T> =>
  new Promise((resolve, reject) => {
    const onExit = (code: number | null) => reject(new Error(`A server ended with ${code}.`))
    child.once('exit', onExit)
    child.once('message', (told) => {
      child.off('exit', onExit)
      resolve(told as T) // What the servers send.
    })
  })

export type SharedSettings = Omit<ServerSettings, 'kind'>

/** Both kinds of file take the same settings and tell the same facts. */
export async function startServer(kind: Kind, settings: SharedSettings): Promise<Running> {
  const file = fileURLToPath(new URL(isPeer(kind) ? '../peers/server.mjs' : './server.ts', import.meta.url))
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    GRAPHILE_ENV: 'production',
    BENCH_SERVER: JSON.stringify({ ...settings, kind }),
  }
  const child = fork(file, { env })
  const { port } = await once<{ port: number }>(child)
  return { kind, child, port }
}

/** Ends a server and waits for it: it must be gone before its database is. */
export function stopServer({ child }: Running): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve()
    child.once('exit', () => resolve())
    child.disconnect()
  })
}

export async function factsOf({ child }: Running): Promise<ServerFacts> {
  const told = once<ServerFacts>(child)
  child.send('facts')
  return told
}

/** Processor time of some processes in milliseconds, user and system, from the kernel. */
export function processMs(pids: readonly number[]): number {
  const ticks = pids.map((pid) => {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return Number(fields[11]) + Number(fields[12])
  })
  return ticks.reduce((sum, one) => sum + one, 0) * TICK_MS
}
