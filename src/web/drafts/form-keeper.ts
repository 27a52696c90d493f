/** Keeps the typed values of one open form until they are saved or discarded. No React. */
import type { Day } from '#kernel/day.ts'
import type { FormField } from '../form/fields.ts'
import { type Change, type Changes, isSame, type Restored } from './changes.ts'
import type { Device } from './device.ts'
import {
  changesOf,
  draftName,
  isExpired,
  type KeptForm,
  losesValues,
  mergedForm,
  printOf,
  restoredForm,
  versionOf,
  withoutChanges,
  withoutKey,
} from './form-draft.ts'

type Values = Readonly<Record<string, unknown>>
type Fields = readonly FormField<string, never>[]

export interface FormKeeper {
  /** Values typed before, as the form opened; null for none. */
  readonly back: Restored<unknown> | null
  /** Words of the picked rows, by field. */
  readonly shown: Readonly<Record<string, string>>
  readonly typed: (fields: Fields, now: Values, label: string) => void
  readonly picked: (name: string, words: string) => void
  /** Whether a closed page loses a value. */
  readonly loses: (fields: Fields, now: Values) => boolean
  /** The values are saved: later changes count from them. */
  readonly saved: (now: Values) => Promise<void>
  readonly discard: () => Promise<void>
  /** Keys of sendings without an answer (decision 0012). */
  readonly keys: SentKeys
}

export interface SentKeys {
  /** The key under which the same input went out before, or a new one; it is on the device before the attempt. */
  readonly of: (text: string) => Promise<string>
  /** A definite answer ends the key. */
  readonly ended: () => Promise<void>
}

export interface OpenDraft {
  /** Null: the form keeps nothing. */
  readonly keeper: FormKeeper | null
  /** The values of the form without anything typed. */
  readonly start: Values
  /** Begins again without the values typed before. */
  readonly discard: () => void
  /** Changes with each discard. */
  readonly round: number
}

export interface OpenedForm {
  readonly device: Pick<Device, 'read' | 'change'>
  readonly action_id: string
  readonly fixed: object
  readonly fields: Fields
  readonly start: Values
  readonly today: Day
  readonly newKey: () => string
}

export async function openForm(form: OpenedForm): Promise<FormKeeper> {
  const { device, fields, today } = form
  const name = draftName(form.action_id, form.fixed)
  const kept = await device.read<KeptForm>(name)
  const back = restoredForm(kept, fields, form.start, today)
  // Unreadable here, of another version, too old, or saved meanwhile.
  const version = versionOf(fields)
  const change = (next: (before: KeptForm | null) => KeptForm | null) => device.change<KeptForm>(name, next)
  if (kept && (kept.version !== version || isExpired(kept, today))) await change(() => null).catch(() => {})

  let start = form.start
  let known: Changes = back ? changesOf(fields, start, { ...start, ...back.values }) : {}
  let shown: Readonly<Record<string, string>> = kept && back ? kept.shown : {}
  let isKept = true

  const forget = async () => {
    const gone = known
    known = {}
    await change((before) => withoutChanges(before, gone)).catch(() => {})
  }

  return {
    back,
    shown,
    typed: (now_fields, now, label) => {
      const next = changesOf(now_fields, start, now)
      const names = [...new Set([...Object.keys(known), ...Object.keys(next)])]
      const changed = names.filter((each) => !isSame(known[each], next[each]))
      known = next
      if (changed.length === 0) return
      const changes = Object.fromEntries(
        changed.map((each): [string, Change | null] => [each, next[each] ?? null]),
      )
      const facts = { version, day: today, label, shown }
      change((before) => mergedForm(before, { ...facts, changes })).then(
        () => {
          isKept = true
        },
        () => {
          isKept = false
        },
      )
    },
    picked: (field, words) => {
      shown = { ...shown, [field]: words }
    },
    loses: (now_fields, now) => !isKept || losesValues(now_fields, start, now),
    saved: (now) => {
      start = now
      return forget()
    },
    discard: forget,
    keys: {
      of: async (text) => {
        const print = await printOf(text)
        let key = form.newKey()
        await change((before) => {
          if (before?.sent?.print === print) key = before.sent.key
          return before && { ...before, sent: { print, key } }
        }).catch(() => {})
        return key
      },
      ended: () => change((before) => before && withoutKey(before)).catch(() => {}),
    },
  }
}
