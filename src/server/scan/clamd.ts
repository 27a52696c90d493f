/** Asks ClamAV's daemon about bytes, by its command INSTREAM (clamd(8)). */
import { connect, type Socket } from 'node:net'
import type { ClamdAddress } from './settings-scan.ts'

const TIMEOUT_MS = 20_000
const CHUNK_BYTES = 64 * 1024
const ANSWER_LETTERS_MAX = 1_000

/** The daemon gave no answer in time, or an unreadable one. The reason is for the log. */
export class ScannerDown extends Error {
  override name = 'ScannerDown'
}

const size = (bytes: number): Buffer => {
  const head = Buffer.alloc(4)
  head.writeUInt32BE(bytes)
  return head
}

function send(socket: Socket, bytes: Uint8Array): void {
  socket.write('zINSTREAM\0')
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
    const chunk = bytes.subarray(at, at + CHUNK_BYTES)
    socket.write(size(chunk.length))
    socket.write(chunk)
  }
  socket.write(size(0))
}

function answerTo(address: ClamdAddress, bytes: Uint8Array, timeout_ms: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(address)
    const down = (why: string) => reject(new ScannerDown(why))
    const timer = setTimeout(() => {
      down(`no answer within ${timeout_ms / 1000} seconds`)
      socket.destroy()
    }, timeout_ms)
    let answer = ''
    socket.setEncoding('utf8')
    socket.on('connect', () => send(socket, bytes))
    socket.on('data', (part: string) => {
      answer += part
      if (answer.includes('\0') || answer.length > ANSWER_LETTERS_MAX) socket.end()
    })
    socket.on('error', ({ message }) => down(message))
    socket.on('close', () => {
      clearTimeout(timer)
      resolve(answer)
    })
  })
}

/**
 * The name of the virus that the daemon finds in the bytes; null for none.
 * @throws ScannerDown
 */
export async function findVirus(
  address: ClamdAddress,
  bytes: Uint8Array,
  timeout_ms = TIMEOUT_MS,
): Promise<string | null> {
  const answer = (await answerTo(address, bytes, timeout_ms)).replace(/\0.*$/s, '').trim()
  if (answer === 'stream: OK') return null
  const [, found] = /^stream: (.+) FOUND$/.exec(answer) ?? []
  if (found === undefined) throw new ScannerDown(answer === '' ? 'no answer' : answer.slice(0, 200))
  return found
}
