import type { RawData } from 'ws'
import { LIMITS } from '../limits.ts'
import { isJsonDeeper } from '../nesting.ts'

export interface Message {
  readonly type: string
  readonly id: string
  readonly payload: unknown
  readonly bytes: number
}

/** The message, or null where it is none. */
export function parseMessage(data: RawData): Message | null {
  const bytes = Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data as Buffer) // ws gives buffers.
  if (isJsonDeeper(bytes, LIMITS.nesting)) return null
  try {
    const { type, id, payload } = JSON.parse(bytes.toString()) as Record<string, unknown> // Anything at all: read below.
    const message = { id: typeof id === 'string' ? id : '', payload, bytes: bytes.length }
    return typeof type === 'string' ? { type, ...message } : null
  } catch {
    return null
  }
}
