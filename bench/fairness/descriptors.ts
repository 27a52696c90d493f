/** Open descriptors of a server, without those of its connections to the database. */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

/** This machine's connections by their inode: `{local} > {remote}`, each as the kernel spells address and port. */
function connections(): Map<string, string> {
  const lines = ['/proc/net/tcp', '/proc/net/tcp6'].flatMap((file) => readFileSync(file, 'utf8').split('\n'))
  return new Map(
    lines.flatMap((line) => {
      const [, local, remote, ...rest] = line.trim().split(/\s+/)
      const inode = rest[6]
      return local === undefined || remote === undefined || inode === undefined
        ? []
        : [[inode, `${local} > ${remote}`] as const]
    }),
  )
}

/** The target of each descriptor: a file, a pipe, or the two ends of a connection. */
export function openDescriptors(pid: number, databasePort: number): string[] {
  const ends = connections()
  const database = `:${databasePort.toString(16).toUpperCase().padStart(4, '0')}`
  return readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
    try {
      const link = readlinkSync(`/proc/${pid}/fd/${fd}`)
      const named = ends.get(/^socket:\[(\d+)\]$/.exec(link)?.[1] ?? '') ?? link
      return named.endsWith(database) ? [] : [named]
    } catch {
      return [] // It was closed while we looked.
    }
  })
}

/** Those that are there more often than before. */
export function added(before: readonly string[], now: readonly string[]): string[] {
  const left = [...before]
  return now.filter((one) => {
    const at = left.indexOf(one)
    if (at < 0) return true
    left.splice(at, 1)
    return false
  })
}
