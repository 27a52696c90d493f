import { useEffect, useMemo, useRef, useState } from 'react'
import { systemClock } from '#kernel/clock.ts'
import { toMs } from '#kernel/instant.ts'
import { subscribe } from '#web/core/live.ts'
import { changedRows } from '../rows/changed-rows.ts'
import type { Asked } from './list.ts'
import { changesRequest } from './request.ts'
import type { ListData } from './use-list.ts'

/** Changes come in bursts; the list updates once. */
const gather_ms = 400
const between_ms = 2_000
/** A first answer after this delay may report changes missing from the rows, as after a lost connection. */
const together_ms = 1_000
/** How long a new or changed row is marked. */
const marked_ms = 6_000
/** Above this number rows are read again only on request, to limit the load. */
const followed_max = 510

interface Changes {
  readonly count: { readonly aggregate: { readonly count: number } }
}

export interface Live {
  /** New or changed rows. */
  readonly fresh: ReadonlySet<string>
  /** Shown rows are out of date. */
  readonly isStale: boolean
  readonly follow: () => void
}

const nothing: ReadonlySet<string> = new Set()

/** The first answer matches the rows unless something changed in between. */
const isBehind = ({ status, isOld, count, read_at }: ListData, answer: Changes): boolean =>
  status === 'ready' &&
  !isOld &&
  (answer.count.aggregate.count !== count || toMs(systemClock.now()) - read_at > together_ms)

/** Updates the rows in place: scroll, selection and focus stay. */
export function useLive(asked: Asked, data: ListData, isOn: boolean): Live {
  const [fresh, setFresh] = useState(nothing)
  const [isStale, setStale] = useState(false)
  const latest = useRef(data)
  latest.current = data
  const shown = Math.min(data.rows.length, followed_max)
  const request = useMemo(() => (isOn ? changesRequest(asked, shown) : null), [asked, shown, isOn])
  const marked = useRef<ReturnType<typeof setTimeout>>(undefined)

  const follow = useRef(async () => {
    const before = latest.current.rows
    setStale(false)
    const changed = changedRows(before, await latest.current.readAgain())
    if (changed.size === 0) return
    setFresh(changed)
    clearTimeout(marked.current)
    marked.current = setTimeout(() => setFresh(nothing), marked_ms)
  })

  const text = JSON.stringify(request)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the request as it reads, not the object that holds it.
  useEffect(() => {
    if (!request) return undefined
    let known: string | null = null
    let timer: ReturnType<typeof setTimeout> | undefined
    let followed_at = 0
    const later = () => {
      timer ??= setTimeout(
        () => {
          timer = undefined
          // Skips updates of a hidden page; the next answer covers them.
          if (document.hidden) document.addEventListener('visibilitychange', later, { once: true })
          else if (latest.current.rows.length > followed_max) setStale(true)
          else {
            followed_at = performance.now()
            void follow.current()
          }
        },
        Math.max(gather_ms, followed_at + between_ms - performance.now()),
      )
    }
    const end = subscribe<Changes>(request.query, request.variables, (answer) => {
      const signature = JSON.stringify(answer)
      const isNews = known === null ? isBehind(latest.current, answer) : signature !== known
      known = signature
      if (isNews) later()
    })
    return () => {
      end()
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', later)
      setStale(false)
    }
  }, [text])
  useEffect(() => () => clearTimeout(marked.current), [])
  return { fresh, isStale, follow: () => void follow.current() }
}
