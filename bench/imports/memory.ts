/** What this process and those of a PostgreSQL server beside it use: their time on the processors, and the most memory. */
import { readFileSync } from 'node:fs'

export type Memory = {
  readonly node_heap: number
  readonly node_rss: number
  /** What the server's processes hold for themselves, without what they share; null where the system does not say. */
  readonly postgres: number | null
}

type Usage = {
  /** Milliseconds of processor that both have used so far: what a row costs, whatever else the machine does. */
  readonly cpu: () => number
  /** The most memory since the beginning. */
  readonly memory: () => Memory
}

/** A tick of the kernel's clock, in which it counts a process's time. */
const TICK_MS = 10

function read(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    // A process may end between two looks; other systems have no such files.
    return null
  }
}

function numberIn(text: string | null, name: string): number {
  return Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text ?? '')?.[1] ?? 0)
}

/** Own time, and that of children that have ended, in ticks (proc(5)). */
function ticksOf(pid: number): { own: number; ended: number } {
  const fields = read(`/proc/${pid}/stat`)?.split(') ').at(-1)?.split(' ').map(Number) ?? []
  const [own_user = 0, own_system = 0, ended_user = 0, ended_system = 0] = fields.slice(11, 15)
  return { own: own_user + own_system, ended: ended_user + ended_system }
}

/** @param pid_file the server's own `postmaster.pid` */
export function usageOf(pid_file: string): Usage {
  const postmaster = Number(read(pid_file)?.split('\n')[0])
  const children = (): number[] =>
    (read(`/proc/${postmaster}/task/${postmaster}/children`) ?? '').split(' ').filter(Boolean).map(Number)
  const isKnown = children().length > 0
  globalThis.gc?.()
  let highest: Memory = { node_heap: 0, node_rss: 0, postgres: null }
  const look = (pids: readonly number[]) => {
    const { heapUsed, rss } = process.memoryUsage()
    const held = pids.reduce((sum, pid) => sum + numberIn(read(`/proc/${pid}/status`), 'RssAnon') * 1024, 0)
    highest = {
      node_heap: Math.max(highest.node_heap, heapUsed),
      node_rss: Math.max(highest.node_rss, rss),
      postgres: isKnown ? Math.max(highest.postgres ?? 0, held) : null,
    }
  }
  const cpu = () => {
    const pids = children()
    look(pids)
    const { user, system } = process.cpuUsage()
    const server = ticksOf(postmaster)
    const ticks = pids.reduce((sum, pid) => sum + ticksOf(pid).own, server.own + server.ended)
    return (user + system) / 1000 + ticks * TICK_MS
  }
  return {
    cpu,
    memory: () => {
      look(children())
      return highest
    },
  }
}
