/** A name server of this machine that answers TXT questions with records of the test's choice. */
import { createSocket } from 'node:dgram'
import { once } from 'node:events'

const TXT = 16
const NOT_FOUND = 3

/** The asked name, and where its question ends. */
function questionOf(message: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = []
  let at = 12
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString('ascii', at + 1, at + 1 + length))
    at += length + 1
  }
  return { name: labels.join('.').toLowerCase(), type: message.readUInt16BE(at + 1), end: at + 5 }
}

export async function openNameServer(records: ReadonlyMap<string, string>) {
  const socket = createSocket('udp4')
  socket.on('message', (message, { port, address }) => {
    const { name, type, end } = questionOf(message)
    const text = type === TXT ? records.get(name) : undefined
    const head = Buffer.from(message.subarray(0, 12))
    head.writeUInt16BE(0x8180 | (text === undefined ? NOT_FOUND : 0), 2)
    head.writeUInt16BE(text === undefined ? 0 : 1, 6)
    head.writeUInt32BE(0, 8)
    const value = Buffer.from(text ?? '', 'ascii')
    // A pointer to the question's name, the kind, the class, a minute, and one text.
    const fixed = Buffer.from([0xc0, 12, 0, TXT, 0, 1, 0, 0, 0, 60, 0, value.length + 1, value.length])
    const answer = text === undefined ? [] : [fixed, value]
    socket.send(Buffer.concat([head, message.subarray(12, end), ...answer]), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return { address: `127.0.0.1:${socket.address().port}`, close: () => socket.close() }
}
