import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { FieldErrors } from '#kernel/errors.ts'
import { dialogText } from '#kernel/messages.ts'
import { notify } from '#web/ui/Toast.tsx'
import { action, CallError } from './call.ts'
import { oneIntention } from './one-intention.ts'
import { showsAll, tellFailure } from './tell-failure.ts'

export interface ActionOptions<T> {
  /** Success toast, 'Action Successful' by default (spec §8); false for none. */
  readonly success?: string | false | ((data: T) => string)
  readonly onDone?: (data: T) => void
  /** Fields whose fault the caller shows by itself: no toast says it again. */
  readonly shows?: readonly string[]
  /** Receives the field errors. The toast shows the message. */
  readonly onRefused?: (errors: FieldErrors) => void
  /** A form that shows field errors itself: it tells of a refusal once it has drawn them, unless they say all. */
  readonly onFaults?: (errors: FieldErrors, tell: () => void) => void
  /** Sends the input to another address than the verbs. */
  readonly send?: (input: Record<string, unknown>, key: string) => Promise<T>
  /** Keys that outlive the page. */
  readonly keys?: {
    readonly of: (text: string) => Promise<string>
    readonly ended: () => Promise<void>
  }
}

export interface RunAction<T> {
  /** Returns undefined after a failure, which toast and field errors show. */
  readonly run: (input: object) => Promise<T | undefined>
  readonly busy: boolean
  readonly errors: FieldErrors
  readonly clearErrors: () => void
}

/** Longer than a double click, shorter than a second thought. */
const again_ms = 700

const stale_codes: readonly CallError['code'][] = ['conflict', 'precondition', 'not_found']

/**
 * A verb bound to a button or form. A retry after a lost answer reuses its key; a definite answer ends it. Queries
 * refetch afterwards.
 */
export function useAction<T = unknown>(action_id: string, options: ActionOptions<T> = {}): RunAction<T> {
  const queries = useQueryClient()
  const intention = useRef<{ key: string; input: string } | null>(null)
  const [once] = useState(() => oneIntention<T>((forget) => setTimeout(forget, again_ms)))
  const [busy, setBusy] = useState(false)
  const [errors, setErrors] = useState<FieldErrors>({})

  const run = (input: object): Promise<T | undefined> => {
    // One hook may run several steps on the same row.
    const text = JSON.stringify([action_id, input])
    return once(text, () => send(input, text))
  }
  const sendTo = options.send ?? ((sent: object, key: string) => action<T>(action_id, sent, key))
  const send = async (input: object, text: string): Promise<T | undefined> => {
    setBusy(true)
    setErrors({})
    if (intention.current?.input !== text) {
      const key = (await options.keys?.of(text)) ?? crypto.randomUUID()
      intention.current = { key, input: text }
    }
    try {
      const data = await sendTo({ ...input }, intention.current.key)
      intention.current = null
      await options.keys?.ended()
      await queries.invalidateQueries()
      const said = typeof options.success === 'function' ? options.success(data) : options.success
      if (said !== false) notify.success(said ?? dialogText.action_successful)
      options.onDone?.(data)
      return data
    } catch (error) {
      const isUnanswered = error instanceof CallError && error.code === 'lost'
      if (!isUnanswered) {
        intention.current = null
        void options.keys?.ended()
      }
      if (error instanceof CallError) {
        setErrors(error.errors)
        options.onRefused?.(error.errors)
        // The rows on the page are out of date.
        if (stale_codes.includes(error.code)) void queries.invalidateQueries()
      }
      const tell = () => tellFailure(error)
      const isFaulty = error instanceof CallError && Object.keys(error.errors).length > 0
      if (isFaulty && options.onFaults) options.onFaults(error.errors, tell)
      else if (!showsAll(error, options.shows ?? [])) tell()
      return undefined
    } finally {
      setBusy(false)
    }
  }
  return { run, busy, errors, clearErrors: () => setErrors({}) }
}
