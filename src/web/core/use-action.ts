import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { FieldErrors } from '#kernel/errors.ts'
import { dialogText } from '#kernel/messages.ts'
import { notify } from '#web/ui/Toast.tsx'
import { action, CallError } from './call.ts'
import { oneIntention } from './one-intention.ts'
import { tellFailure } from './tell-failure.ts'

export interface ActionOptions<T> {
  /** Toast of success; spec §8's 'Action Successful' unless said; false for none. */
  readonly success?: string | false | ((data: T) => string)
  readonly onDone?: (data: T) => void
  /** Gets the faults of the fields; the toast has told the rest. */
  readonly onRefused?: (errors: FieldErrors) => void
  /** Sends the input elsewhere than to the verbs. */
  readonly send?: (input: Record<string, unknown>, key: string) => Promise<T>
}

export interface RunAction<T> {
  /** Answers undefined when it failed: the toast and the field errors have said why. */
  readonly run: (input: object) => Promise<T | undefined>
  readonly busy: boolean
  readonly errors: FieldErrors
  readonly clearErrors: () => void
}

/** A double click is over by then, a second thought is not yet there. */
const again_ms = 700

const stale_codes: readonly CallError['code'][] = ['conflict', 'precondition', 'not_found']

/**
 * A verb bound to a button or a form. One key per intention: the same input again after a lost answer goes out under the
 * same key; a definite answer, good or bad, ends the intention. Whatever was read before is read again after it.
 */
export function useAction<T = unknown>(action_id: string, options: ActionOptions<T> = {}): RunAction<T> {
  const queries = useQueryClient()
  const intention = useRef<{ key: string; input: string } | null>(null)
  const [once] = useState(() => oneIntention<T>((forget) => setTimeout(forget, again_ms)))
  const [busy, setBusy] = useState(false)
  const [errors, setErrors] = useState<FieldErrors>({})

  const run = (input: object): Promise<T | undefined> => {
    // One hook may be bound to one step after the other, each on the same row.
    const text = JSON.stringify([action_id, input])
    return once(text, () => send(input, text))
  }
  const sendTo = options.send ?? ((sent: object, key: string) => action<T>(action_id, sent, key))
  const send = async (input: object, text: string): Promise<T | undefined> => {
    if (intention.current?.input !== text) intention.current = { key: crypto.randomUUID(), input: text }
    setBusy(true)
    setErrors({})
    try {
      const data = await sendTo({ ...input }, intention.current.key)
      intention.current = null
      await queries.invalidateQueries()
      const said = typeof options.success === 'function' ? options.success(data) : options.success
      if (said !== false) notify.success(said ?? dialogText.action_successful)
      options.onDone?.(data)
      return data
    } catch (error) {
      const isUnanswered = error instanceof CallError && error.code === 'lost'
      if (!isUnanswered) intention.current = null
      if (error instanceof CallError) {
        setErrors(error.errors)
        options.onRefused?.(error.errors)
        // The rows are no longer what the page shows: somebody was faster, or they are gone.
        if (stale_codes.includes(error.code)) void queries.invalidateQueries()
      }
      tellFailure(error)
      return undefined
    } finally {
      setBusy(false)
    }
  }
  return { run, busy, errors, clearErrors: () => setErrors({}) }
}
