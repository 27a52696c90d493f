/** Open descriptors of a server, without those of its connections to the database. */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

/** Inodes of this machine's connections to a port, by IPv4 and IPv6. */
function socketsTo(port: number): Set<string> {
  const wanted = port.toString(16).toUpperCase().padStart(4, '0')
  const lines = ['/proc/net/tcp', '/proc/net/tcp6'].flatMap((file) => readFileSync(file, 'utf8').split('\n'))
  return new Set(
    lines.flatMap((line) => {
      const fields = line.trim().split(/\s+/)
      return fields[2]?.endsWith(`:${wanted}`) ? [fields[9] ?? ''] : []
    }),
  )
}

export function openDescriptors(pid: number, databasePort: number): number {
  const database = socketsTo(databasePort)
  return readdirSync(`/proc/${pid}/fd`).filter((fd) => {
    try {
      const inode = /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${fd}`))?.[1]
      return inode === undefined || !database.has(inode)
    } catch {
      return false // It was closed while we looked.
    }
  }).length
}
