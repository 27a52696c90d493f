import type { FastifyReply } from 'fastify'

/** Fires when the client goes away before its answer. */
export function goneOf({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController()
  const leave = () => {
    if (!raw.writableFinished) gone.abort()
  }
  if (raw.destroyed) leave()
  else raw.once('close', leave)
  return gone.signal
}
