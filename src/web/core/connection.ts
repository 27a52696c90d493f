import { useSyncExternalStore } from 'react'

/** Whether the server answers, for the banner and for retries. */
let connected = true
let probing = false
const readers = new Set<() => void>()
const probe_ms = 3000

function set(next: boolean): void {
  if (connected === next) return
  connected = next
  for (const reader of readers) reader()
  if (!connected && !probing) probe()
}

/** A call got no answer. */
export function connectionLost(): void {
  set(false)
}

export function connectionSeen(): void {
  set(true)
}

function probe(): void {
  probing = true
  setTimeout(async () => {
    probing = false
    try {
      await fetch('/api/auth/session', { headers: { accept: 'application/json' }, cache: 'no-store' })
      set(true)
    } catch {
      probe()
    }
  }, probe_ms)
}

function subscribe(reader: () => void): () => void {
  readers.add(reader)
  return () => readers.delete(reader)
}

export function onReconnect(run: () => void): () => void {
  return subscribe(() => connected && run())
}

export function useConnected(): boolean {
  return useSyncExternalStore(subscribe, () => connected)
}
