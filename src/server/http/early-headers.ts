/** Answers that come before the hooks of the pages: while the product starts, to unreadable requests, and of the metrics. */
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'

/** Their headers: nothing may be loaded, guessed or framed. The starting page names its own script and style itself. */
export function earlyHeaders(is_https: boolean): Readonly<Record<string, string>> {
  return {
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'same-origin',
    ...(is_https ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  }
}

const STATUS: Readonly<Record<string, number>> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 }

/** Answers a request that Node could not read, over its bare connection, and ends it. */
export function answerBroken(is_https: boolean) {
  const headers = Object.entries(earlyHeaders(is_https)).map(([name, value]) => `${name}: ${value}\r\n`)
  return (error: Error & { readonly code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return
    const status = STATUS[error.code ?? ''] ?? 400
    const body = JSON.stringify({
      success: false,
      message: status === 408 ? 'The request took too long' : 'The request could not be read',
      code: 'invalid',
    })
    if (socket.writable)
      socket.write(
        `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${headers.join('')}content-type: application/json; charset=utf-8\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`,
      )
    socket.destroy(error)
  }
}
