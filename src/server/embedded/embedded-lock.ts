import { createHash } from 'node:crypto'
import { realpathSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'

/** The answer of the process that holds a data folder. */
export type Holder = { pid: number; address: string | null }
type FolderLock = { tell: (holder: Holder) => void; release: () => void }

/**
 * Linux sockets of the abstract name space: one process at a time, released by the kernel, so that no stale lock
 * survives a kill -9.
 */
function socketName(home: string): string {
  const id = createHash('sha256').update(realpathSync(home)).digest('hex').slice(0, 24)
  return `\0stint-${id}`
}

function askHolder(name: string): Promise<Holder> {
  return new Promise((resolve) => {
    let text = ''
    const unknown: Holder = { pid: 0, address: null }
    const socket = connect(name)
    socket.setTimeout(2000, () => socket.destroy())
    socket.on('data', (part) => {
      text += part.toString()
    })
    socket.on('error', () => resolve(unknown))
    socket.on('close', () => {
      try {
        resolve(JSON.parse(text) as Holder) // Written by takeFolder of another process.
      } catch {
        resolve(unknown)
      }
    })
  })
}

/** Takes the folder for this process, or names its holder. `home` must exist. */
export async function takeFolder(home: string): Promise<{ lock: FolderLock } | { holder: Holder }> {
  const name = socketName(home)
  let known: Holder = { pid: process.pid, address: null }
  const server: Server = createServer((socket) => {
    socket.on('error', () => socket.destroy())
    socket.end(JSON.stringify(known))
  })
  const taken = await new Promise<boolean>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(false)
      else reject(error)
    })
    server.listen(name, () => resolve(true))
  })
  if (!taken) return { holder: await askHolder(name) }
  server.unref()
  return {
    lock: {
      tell: (holder) => {
        known = holder
      },
      release: () => server.close(),
    },
  }
}
