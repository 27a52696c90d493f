/** One night's recourse mails: one mail an address with all its notes. Pure. */
import { collection_mail_topic } from './collection-notes/collection-note-pdf.rules.ts'

/** An outbox item of a verb. */
export type NoticeItem = {
  readonly topic: string
  readonly fact_key: string
  readonly payload: Readonly<Record<string, unknown>>
}

/** A collection note on its way to an address of its agency. */
export type NoteNotice = {
  readonly collection_note_id: string
  readonly agency_id: string
  readonly to: string
}

/**
 * Joins notes of one agency for one address under the fact key of the first, so that a repeated night neither loses
 * nor repeats one. Other items stay.
 */
export function gatherNotes(queued: readonly NoticeItem[]): NoticeItem[] {
  const gathered = new Map<string, { first: NoticeItem; ids: string[] }>()
  const items: (NoticeItem | { first: NoticeItem; ids: string[] })[] = []
  for (const item of queued) {
    const { collection_note_id, agency_id, to } = item.payload as Partial<NoteNotice> // As this slice enqueues it.
    if (item.topic !== collection_mail_topic || !collection_note_id || !agency_id) {
      items.push(item)
      continue
    }
    const key = `${agency_id} ${to}`
    const known = gathered.get(key)
    if (known) known.ids.push(collection_note_id)
    else {
      const one = { first: item, ids: [collection_note_id] }
      gathered.set(key, one)
      items.push(one)
    }
  }
  return items.map((one) =>
    'first' in one && one.ids.length > 1
      ? { ...one.first, payload: { collection_note_ids: one.ids, to: one.first.payload.to } }
      : 'first' in one
        ? one.first
        : one,
  )
}
