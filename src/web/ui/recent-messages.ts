import { useSyncExternalStore } from 'react'
import { systemClock } from '#kernel/clock.ts'
import type { Instant } from '#kernel/instant.ts'

export type MessageTone = 'success' | 'error' | 'info' | 'warning'
export interface Message {
  readonly id: number
  readonly tone: MessageTone
  readonly text: string
  /** Help of a failure: safe facts and next steps. */
  readonly help: string
  readonly at: Instant
}

const kept_max = 50
let messages: readonly Message[] = []
let unseen = 0
let next = 1
const readers = new Set<() => void>()

function tell() {
  for (const reader of readers) reader()
}

/** Keeps every toast: three seconds are short (experience.md, tension 2). */
export function keepMessage(tone: MessageTone, text: string, help = ''): void {
  messages = [{ id: next, tone, text, help, at: systemClock.now() }, ...messages].slice(0, kept_max)
  next += 1
  unseen += 1
  tell()
}

export function clearMessages(): void {
  messages = []
  unseen = 0
  tell()
}

export function markMessagesSeen(): void {
  unseen = 0
  tell()
}

function subscribe(reader: () => void): () => void {
  readers.add(reader)
  return () => readers.delete(reader)
}

export function useMessages(): { readonly messages: readonly Message[]; readonly unseen: number } {
  const list = useSyncExternalStore(subscribe, () => messages)
  const count = useSyncExternalStore(subscribe, () => unseen)
  return { messages: list, unseen: count }
}
