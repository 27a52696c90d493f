/** The cable between the product and its database, which a test can pull and plug in again. */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

export class Cable {
  /** Commits still to be carried out by the database without the answer reaching anybody. */
  lose_commits = 0
  readonly target: URL
  private readonly sockets = new Set<Socket>()
  private server: Server | undefined
  private port = 0

  /** `url` is the database's own address. */
  constructor(url: string) {
    this.target = new URL(url)
  }

  /** @returns the address that goes through the cable; the same every time */
  async plug(): Promise<string> {
    this.server = createServer((near) => this.join(near))
    this.server.listen(this.port, '127.0.0.1')
    await once(this.server, 'listening')
    this.port = (this.server.address() as AddressInfo).port // It listens on a port, not on a path.
    const url = new URL(this.target)
    url.hostname = '127.0.0.1'
    url.port = String(this.port)
    url.search = ''
    return url.toString()
  }

  async pull(): Promise<void> {
    for (const socket of this.sockets) socket.destroy()
    if (!this.server?.listening) return
    this.server.close()
    await once(this.server, 'close')
  }

  private join(near: Socket): void {
    const far = connect(Number(this.target.port || 5432), this.target.hostname.replace(/^\[|\]$/g, ''))
    let isLost = false
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      this.sockets.add(one)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        this.sockets.delete(one)
        other.destroy()
      })
    }
    near.on('data', (chunk) => {
      if (this.lose_commits > 0 && chunk.toString('latin1').toLowerCase().includes('commit\0')) {
        this.lose_commits -= 1
        isLost = true
      }
      far.write(chunk)
    })
    far.on('data', (chunk) => {
      if (isLost) near.destroy()
      else near.write(chunk)
    })
  }
}
