/** A mail server of a few lines, which takes mails or says what it is told to say. */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer, type Server, type Socket } from 'node:net'

export class SmtpServer {
  readonly mails: string[] = []
  /** Answer to RCPT; `550 …` refuses for good, `450 …` for now. */
  answer = '250 ok'
  /** Called with each mail before it is acknowledged. */
  onMail: () => Promise<void> = () => Promise.resolve()
  readonly server: Server = createServer((socket) => this.serve(socket))

  async listen(): Promise<string> {
    this.server.listen(0, '127.0.0.1')
    await once(this.server, 'listening')
    const { port } = this.server.address() as AddressInfo // It listens on a port, not on a path.
    return `smtp://127.0.0.1:${port}`
  }

  async close(): Promise<void> {
    this.server.close()
    await once(this.server, 'close')
  }

  private serve(socket: Socket): void {
    let text = ''
    let inData = false
    socket.on('error', () => undefined)
    socket.write('220 test\r\n')
    socket.on('data', (chunk) => {
      text += chunk.toString()
      for (;;) {
        const mark = inData ? '\r\n.\r\n' : '\r\n'
        const end = text.indexOf(mark)
        if (end < 0) return
        const part = text.slice(0, end)
        text = text.slice(end + mark.length)
        if (inData) {
          this.mails.push(part)
          inData = false
          void this.onMail().then(() => socket.write('250 taken\r\n'))
          continue
        }
        const word = part.slice(0, 4).toUpperCase()
        if (word === 'DATA') {
          inData = true
          socket.write('354 go on\r\n')
        } else if (word === 'QUIT') socket.end('221 bye\r\n')
        else if (word === 'STAR') socket.write('502 no TLS here\r\n')
        else socket.write(`${word === 'RCPT' ? this.answer : '250 ok'}\r\n`)
      }
    })
  }
}
