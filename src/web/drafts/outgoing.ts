/**
 * An action that waits for a connection. It is on the device before its first attempt, with its idempotency key: a
 * reload, a second tab or a lost answer repeat the same request, and the server does it once (decision 0012).
 */
import type { FieldErrors } from '#kernel/errors.ts'
import { isSame } from './changes.ts'
import type { Device } from './device.ts'

/** Its names on the device. */
export const outgoing_start = 'send '

export interface Outgoing {
  readonly action_id: string
  readonly input: Readonly<Record<string, unknown>>
  readonly key: string
  /** The record in words: `TMS12`. */
  readonly label: string
  /** The draft that it settles: a name on the device, and the call that drops it from the server. */
  readonly settles?: { readonly name: string; readonly action_id: string; readonly input: object }
  /** Set by a refusal that came while nobody looked; it is not sent again. */
  readonly refusal?: { readonly message: string; readonly errors: FieldErrors }
}

export type Outcome =
  | { readonly kind: 'sent'; readonly data: unknown }
  | { readonly kind: 'refused'; readonly error: unknown }
  /** Without a connection, or another person's session. */
  | { readonly kind: 'waits' }
  /** Another tab was faster, or it was taken back. */
  | { readonly kind: 'gone' }

export interface OutgoingParts {
  readonly device: Pick<Device, 'read' | 'write' | 'remove'>
  /** One tab of this browser at a time. */
  readonly alone: <T>(work: () => Promise<T>) => Promise<T>
  readonly send: (item: Outgoing) => Promise<unknown>
  /** The refusal of an error, or null where the same request may be answered later. */
  readonly refusalOf: (error: unknown) => Outgoing['refusal'] | null
}

/** Keeps the action. The same one once more keeps its key. */
export function keepOutgoing({ device, alone }: OutgoingParts, name: string, item: Outgoing): Promise<void> {
  return alone(async () => {
    const before = await device.read<Outgoing>(name)
    const isSameOne =
      before && !before.refusal && before.action_id === item.action_id && isSame(before.input, item.input)
    if (!isSameOne) await device.write(name, item)
  })
}

export function sendOutgoing(parts: OutgoingParts, name: string): Promise<Outcome> {
  const { device, alone, send, refusalOf } = parts
  return alone(async (): Promise<Outcome> => {
    const item = await device.read<Outgoing>(name)
    if (!item || item.refusal) return { kind: 'gone' }
    try {
      const data = await send(item)
      await device.remove(name)
      return { kind: 'sent', data }
    } catch (error) {
      const refusal = refusalOf(error)
      if (!refusal) return { kind: 'waits' }
      await device.write(name, { ...item, refusal })
      return { kind: 'refused', error }
    }
  })
}
