/** Keeps the typed values of a new party on the server, for a reload and for another device. */
import { useEffect, useState } from 'react'
import { action, CallError } from '#web/core/call.ts'
import type { PartyKind } from '../onboarding.rules.ts'

/** A person or a document of the party. */
type DraftRow = Readonly<Record<string, string | boolean | readonly string[]>>

/** As the server keeps it. */
export interface PartyDraft {
  readonly id: string
  readonly kind: PartyKind
  readonly version: number
  readonly values: Readonly<Record<string, string | boolean | readonly DraftRow[]>>
  readonly party_id: string | null
  readonly agency_name: string | null
  readonly company_name: string | null
  readonly comment: string | null
}

export type Keeping = 'new' | 'typing' | 'kept' | 'lost' | 'stale'

const PAUSE_MS = 800
const RETRY_MS = 4000

type Typed = Readonly<Record<string, unknown>>

const kept = (values: Typed) =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([, one]) =>
        typeof one === 'boolean' ||
        (typeof one === 'string' && one !== '') ||
        (Array.isArray(one) && one.length > 0),
    ),
  )

/** @param onFirst the draft is on the server from now on */
export function usePartyDraft(kind: PartyKind, draft: PartyDraft | null, onFirst: (id: string) => void) {
  const [keeping, setKeeping] = useState<Keeping>(draft ? 'kept' : 'new')
  const [id, setId] = useState(draft?.id)
  const [keeper] = useState(() =>
    makeKeeper(kind, draft, setKeeping, (made) => {
      setId(made)
      onFirst(made)
    }),
  )
  useEffect(() => {
    const leave = () => void keeper.flush()
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      leave()
    }
  }, [keeper])
  return { id, keeping, keep: keeper.keep, end: keeper.end }
}

function makeKeeper(
  kind: PartyKind,
  draft: Pick<PartyDraft, 'id' | 'version'> | null,
  tell: (keeping: Keeping) => void,
  onFirst: (id: string) => void,
) {
  let id = draft?.id
  let version = draft?.version ?? 0
  let waiting: Typed | null = null
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
    const values = kept(waiting)
    waiting = null
    is_sending = true
    try {
      await send(values)
    } finally {
      is_sending = false
      if (waiting !== null) later(PAUSE_MS)
    }
  }
  // A lost answer is asked for again under the same key, so that nothing is kept twice.
  const send = async (values: Typed, key: string = crypto.randomUUID()): Promise<void> => {
    try {
      const answer = await action<{ id: string; version: number }>(
        'business.party.save_draft',
        { ...(id === undefined ? {} : { id }), kind, version, values },
        key,
      )
      if (has_ended && id === undefined) {
        // The party was submitted without this draft.
        await action('business.party.delete_draft', { draft_id: answer.id }, crypto.randomUUID())
        return
      }
      if (id === undefined) onFirst(answer.id)
      id = answer.id
      version = answer.version
      tell('kept')
    } catch (error) {
      if (!(error instanceof CallError) || has_ended) return
      if (error.code !== 'lost') {
        // A reload shows the stored draft.
        has_ended = true
        tell('stale')
        return
      }
      tell('lost')
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
      await send(values, key)
    }
  }
  return {
    flush,
    keep: (values: Typed) => {
      if (has_ended) return
      waiting = values
      tell('typing')
      later(PAUSE_MS)
    },
    /** The party is submitted: nothing typed is left. */
    end: () => {
      has_ended = true
      clearTimeout(timer)
    },
  }
}
