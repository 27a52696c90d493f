/** Keeps typed values on the server: after a pause, one call at a time, and again after a lost connection. */
import { useEffect, useState } from 'react'
import { CallError } from './call.ts'

const PAUSE_MS = 800
const RETRY_MS = 4000

/** `lost`: there is no connection, and the same call is sent again soon. */
export type KeptState = 'kept' | 'typing' | 'lost'

type Server<V> = {
  /** A repeat of a lost call has the same key. */
  readonly send: (values: V, key: string) => Promise<void>
  readonly tell: (state: KeptState) => void
  /** The server refuses: nothing more is sent. */
  readonly stop: (refusal: CallError) => void
}

export type TypedKeeper<V> = {
  readonly keep: (values: V) => void
  /** Sends the waiting values now. */
  readonly flush: () => Promise<void>
  /** The values are submitted: nothing more is sent. */
  readonly end: () => void
}

/** @param make called once; @returns a keeper that also sends when the person leaves the page */
export function useTypedKeeper<V>(make: () => Server<V>): TypedKeeper<V> {
  const [keeper] = useState(() => makeKeeper(make()))
  useEffect(() => {
    const leave = () => void keeper.flush()
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      leave()
    }
  }, [keeper])
  return keeper
}

function makeKeeper<V>({ send, tell, stop }: Server<V>): TypedKeeper<V> {
  let waiting: { readonly values: V } | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let is_sending = false
  let has_ended = false

  const later = () => {
    clearTimeout(timer)
    timer = setTimeout(() => void flush(), PAUSE_MS)
  }
  const attempt = async (values: V, key: string): Promise<void> => {
    try {
      await send(values, key)
      if (!has_ended) tell(waiting === null ? 'kept' : 'typing')
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (has_ended) return
      if (error.code !== 'lost') {
        has_ended = true
        stop(error)
        return
      }
      tell('lost')
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
      await attempt(values, key)
    }
  }
  const flush = async (): Promise<void> => {
    clearTimeout(timer)
    if (waiting === null || is_sending || has_ended) return
    const { values } = waiting
    waiting = null
    is_sending = true
    try {
      await attempt(values, crypto.randomUUID())
    } finally {
      is_sending = false
    }
    if (waiting !== null) later()
  }
  return {
    flush,
    keep: (values) => {
      if (has_ended) return
      waiting = { values }
      tell('typing')
      later()
    },
    end: () => {
      has_ended = true
      clearTimeout(timer)
    },
  }
}
