/** Keeps what a contractor types by their link, for another sitting and another phone. */
import { useEffect, useState } from 'react'
import { bank_names, type DetailsView, type Typed } from '#business/parties/self-service/party-link.rules.ts'
import { CallError, callByLink } from '#web/core/call.ts'

const PAUSE_MS = 800
const RETRY_MS = 4000

export type KeepingDetails = 'kept' | 'typing' | 'lost'

export function useKeptDetails(token: string, view: DetailsView) {
  const [keeping, setKeeping] = useState<KeepingDetails>('kept')
  const [stopped, setStopped] = useState('')
  const [keeper] = useState(() => makeKeeper(token, view.version, setKeeping, setStopped))
  useEffect(() => {
    const leave = () => void keeper.flush()
    window.addEventListener('pagehide', leave)
    return () => window.removeEventListener('pagehide', leave)
  }, [keeper])
  return { ...keeper, keeping, stopped }
}

type Waiting = { readonly values: Typed; readonly step: number }

function makeKeeper(
  token: string,
  first_version: number,
  tell: (keeping: KeepingDetails) => void,
  stop: (message: string) => void,
) {
  let version = first_version
  let waiting: Waiting | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let is_sending = false
  let has_ended = false
  const later = (ms: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => void flush(), ms)
  }
  const flush = async (): Promise<void> => {
    clearTimeout(timer)
    if (waiting === null || is_sending || has_ended) return
    const now = waiting
    waiting = null
    is_sending = true
    try {
      const answer = await callByLink<{ version: number }>('/api/details/save', token, {
        ...partsOf(now.values),
        step: now.step,
        version,
      })
      version = answer.version
      tell(waiting === null ? 'kept' : 'typing')
    } catch (error) {
      if (has_ended) return
      if (error instanceof CallError && error.code !== 'lost') {
        has_ended = true
        stop(error.message)
        return
      }
      tell('lost')
      waiting ??= now
      later(RETRY_MS)
      return
    } finally {
      is_sending = false
    }
    if (waiting !== null) later(PAUSE_MS)
  }
  return {
    flush,
    keep: (values: Typed, step: number) => {
      if (has_ended) return
      waiting = { values, step }
      tell('typing')
      later(PAUSE_MS)
    },
  }
}

/** The account lies apart: the agency does not read it. */
export function partsOf(values: Typed): { readonly values: Typed; readonly bank: Typed } {
  const isBank = ([name]: readonly [string, unknown]) => bank_names.some((one) => one === name)
  const typed = Object.entries(values).filter(([, value]) => value !== '')
  return {
    values: Object.fromEntries(typed.filter((entry) => !isBank(entry))),
    bank: Object.fromEntries(typed.filter(isBank)),
  }
}
