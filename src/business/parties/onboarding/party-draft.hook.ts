/** Keeps the typed values of a new party on the server, for a reload and for another device. */
import { useState } from 'react'
import { action } from '#web/core/call.ts'
import { type KeptState, useTypedKeeper } from '#web/core/typed-keeper.ts'
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

/** `stale`: the draft was changed elsewhere, and a reload shows it. */
export type Keeping = KeptState | 'new' | 'stale'

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
  const [stored] = useState(() => storedDraft(kind, draft))
  const keeper = useTypedKeeper<Typed>(() => ({
    send: async (values, key) => {
      const made = await stored.save(kept(values), key)
      if (made === null) return
      setId(made)
      onFirst(made)
    },
    tell: setKeeping,
    stop: () => setKeeping('stale'),
  }))
  const end = () => {
    stored.end()
    keeper.end()
  }
  return { id, keeping, keep: keeper.keep, end }
}

/** The draft on the server, made by its first save. */
function storedDraft(kind: PartyKind, draft: Pick<PartyDraft, 'id' | 'version'> | null) {
  let id = draft?.id
  let version = draft?.version ?? 0
  let is_submitted = false
  return {
    /** @returns the id of a draft that this call made, else null */
    save: async (values: Typed, key: string): Promise<string | null> => {
      const is_new = id === undefined
      const answer = await action<{ id: string; version: number }>(
        'business.party.save_draft',
        { ...(is_new ? {} : { id }), kind, version, values },
        key,
      )
      if (is_new && is_submitted) {
        // The party was submitted without this draft.
        await action('business.party.delete_draft', { draft_id: answer.id }, crypto.randomUUID())
        return null
      }
      id = answer.id
      version = answer.version
      return is_new ? answer.id : null
    },
    end: () => {
      is_submitted = true
    },
  }
}
