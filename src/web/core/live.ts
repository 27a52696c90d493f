/**
 * Live queries over one connection (spec §7.2), opened with the first, closed after the last, reopened after a loss.
 */
import type { Client } from 'graphql-ws/client'

/** Close code of an ended session. */
const closed_for_good = [4401, 4403]
/** The connection survives a change of page. */
const close_after_ms = 5_000

let client: Promise<Client> | null = null

/** Notifies the keeper of the session that the server ended the connection with it. */
let onEnded = () => {}
export function whenLiveEnded(run: () => void): void {
  onEnded = run
}

const isEnd = (event: unknown): boolean => event instanceof CloseEvent && closed_for_good.includes(event.code)

async function connect(): Promise<Client> {
  const { createClient } = await import('graphql-ws/client')
  return createClient({
    url: `${location.origin.replace(/^http/, 'ws')}/graphql`,
    lazyCloseTimeout: close_after_ms,
    keepAlive: 20_000,
    retryAttempts: Number.POSITIVE_INFINITY,
    shouldRetry: (event) => !isEnd(event),
    on: { closed: (event) => isEnd(event) && onEnded() },
  })
}

/** Passes on every answer of a live query until the returned function is called. */
export function subscribe<T>(
  query: string,
  variables: Readonly<Record<string, unknown>>,
  onAnswer: (data: T) => void,
): () => void {
  let end: (() => void) | null = null
  let isOver = false
  client ??= connect()
  void client
    .then((connected) => {
      if (isOver) return
      end = connected.subscribe<T>(
        { query, variables },
        {
          next: ({ data }) => {
            if (data) onAnswer(data)
          },
          // Without live updates the page still works: it reads again after every action.
          error: () => undefined,
          complete: () => undefined,
        },
      )
    })
    .catch(() => {
      // The module could not be loaded; the next page tries again.
      client = null
    })
  return () => {
    isOver = true
    end?.()
  }
}
