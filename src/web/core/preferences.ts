import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { notify } from '#web/ui/Toast.tsx'
import { action } from './call.ts'
import type { Session } from './session.ts'
import { session_key, useSession } from './session.ts'

/** A dragged column changes 60 times a second; save once it rests. */
const keep_ms = 500

/**
 * A setting of the user, stored on the server. It changes at once and is saved after a short pause; null removes it.
 */
export function usePreference<T>(
  name: string,
  read: (raw: unknown) => T,
): readonly [T, (change: (now: T) => T | null) => void] {
  const queries = useQueryClient()
  const session = useSession()
  const raw = session.user.preferences[name]
  const is_acting = session.impersonator_user_id !== null
  const [own, setOwn] = useState<{ readonly name: string; readonly value: T } | null>(null)
  const value = own?.name === name ? own.value : read(raw)
  const latest = useRef(value)
  latest.current = value
  const waiting = useRef<{ timer: ReturnType<typeof setTimeout>; send: () => void } | null>(null)
  const reader = useRef(read)
  const sent = useRef(0)

  const send = useCallback(
    async (next: T | null) => {
      waiting.current = null
      sent.current += 1
      const mine = sent.current
      // A session request already under way must not restore the old value.
      const say = async () => {
        await queries.cancelQueries({ queryKey: session_key })
        queries.setQueryData<Session | null>(session_key, (now) =>
          now ? { ...now, user: { ...now.user, preferences: kept(now.user.preferences, name, next) } } : now,
        )
      }
      await say()
      // Settings belong to the person: those of somebody acting for them end with the page.
      if (is_acting) return
      try {
        const input = { preferences: { [name]: next } }
        await action('platform.user.update_preferences', input, crypto.randomUUID())
        if (mine === sent.current) await say()
      } catch (error) {
        notify.error(error instanceof Error ? error.message : undefined)
      }
    },
    [queries, name, is_acting],
  )
  const set = useCallback(
    (change: (now: T) => T | null) => {
      const next = change(latest.current)
      const shown = next ?? reader.current(undefined)
      latest.current = shown
      setOwn({ name, value: shown })
      if (waiting.current) clearTimeout(waiting.current.timer)
      waiting.current = { timer: setTimeout(() => void send(next), keep_ms), send: () => void send(next) }
    },
    [name, send],
  )
  // Leaving the page within the pause still saves.
  useEffect(
    () => () => {
      if (!waiting.current) return
      clearTimeout(waiting.current.timer)
      waiting.current.send()
    },
    [],
  )
  return [value, set]
}

function kept(
  preferences: Readonly<Record<string, unknown>>,
  name: string,
  next: unknown,
): Readonly<Record<string, unknown>> {
  const { [name]: _before, ...others } = preferences
  return next === null ? others : { ...others, [name]: next }
}
