/** The most memory that this process and those of a PostgreSQL server beside it held, looked at while something runs. */
import { readdirSync, readFileSync } from 'node:fs'

export type Memory = {
  readonly node_heap: number
  readonly node_rss: number
  /** What the server's processes hold for themselves, without what they share; null where the system does not say. */
  readonly postgres: number | null
}

const LOOK_MS = 500

function read(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    // A process may end between two looks.
    return null
  }
}

function numberIn(text: string | null, name: string): number | null {
  const found = new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text ?? '')
  return found ? Number(found[1]) : null
}

/** Bytes of all processes that the postmaster started. */
function postgresBytes(postmaster_pid: number): number | null {
  if (process.platform !== 'linux') return null
  let bytes = 0
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const status = read(`/proc/${name}/status`)
    if (numberIn(status, 'PPid') === postmaster_pid) bytes += (numberIn(status, 'RssAnon') ?? 0) * 1024
  }
  return bytes
}

/** @param pid_file the server's own `postmaster.pid` */
export function watchMemory(pid_file: string): { readonly stop: () => Memory } {
  const pid = Number(read(pid_file)?.split('\n')[0])
  globalThis.gc?.()
  let highest: Memory = { node_heap: 0, node_rss: 0, postgres: null }
  const look = () => {
    const { heapUsed, rss } = process.memoryUsage()
    const postgres = Number.isNaN(pid) ? null : postgresBytes(pid)
    highest = {
      node_heap: Math.max(highest.node_heap, heapUsed),
      node_rss: Math.max(highest.node_rss, rss),
      postgres: postgres === null ? highest.postgres : Math.max(highest.postgres ?? 0, postgres),
    }
  }
  look()
  const timer = setInterval(look, LOOK_MS)
  return {
    stop: () => {
      clearInterval(timer)
      look()
      return highest
    },
  }
}
