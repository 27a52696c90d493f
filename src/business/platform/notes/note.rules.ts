/** Notes of records: who changes one and until when, and the colleagues whom a text names. Pure. */
import { type Instant, instant, instantFromMs, toMs } from '#kernel/instant.ts'
import { refuse, type Verdict } from '#kernel/refusal.ts'

export const note_letters_max = 4000
/** Longer, and colleagues have read what is rewritten. */
export const note_edit_minutes = 15

interface NoteFacts {
  readonly user_id: string
  readonly created_at: string
}
type Author = { readonly user_id: string }

/** Before this moment a note has been there too long. */
const editedSince = (now: Instant): Instant => instantFromMs(toMs(now) - note_edit_minutes * 60_000)

/** May the viewer still change the text? */
export function canChangeNote(note: NoteFacts, { user_id }: Author, now: Instant): Verdict {
  if (note.user_id !== user_id) return refuse('not_allowed', 'Only its author changes a note')
  return (
    toMs(instant(note.created_at)) > toMs(editedSince(now)) ||
    refuse('precondition', `A note is changed for ${note_edit_minutes} minutes. Remove it, or add another.`)
  )
}

export const canRemoveNote = (note: NoteFacts, { user_id }: Author): Verdict =>
  note.user_id === user_id || refuse('not_allowed', 'Only its author removes a note')

const isInWord = (letter: string | undefined): boolean => letter !== undefined && /[\p{L}\p{N}]/u.test(letter)

/** The people whom a text names as `@First Last`; of two names that begin alike the longer one is meant. */
export function mentionedIn<P extends { readonly name: string }>(text: string, people: readonly P[]): P[] {
  let rest = text.toLowerCase()
  const named = new Set<string>()
  const names = [...new Set(people.map(({ name }) => name.toLowerCase()))].sort((a, b) => b.length - a.length)
  for (const name of names) {
    for (let at = rest.indexOf(`@${name}`); at >= 0; at = rest.indexOf(`@${name}`, at + 1)) {
      const end = at + name.length + 1
      if (isInWord(rest[at - 1]) || isInWord(rest[end])) continue
      named.add(name)
      rest = `${rest.slice(0, at)}${' '.repeat(name.length + 1)}${rest.slice(end)}`
    }
  }
  return people.filter(({ name }) => named.has(name.toLowerCase()))
}

/** A mention that is being typed: the place of its `@`, and the letters of the name so far. */
export interface Typing {
  readonly from: number
  readonly name: string
}

const NAME_LETTERS_MAX = 40

export function mentionAt(text: string, caret: number): Typing | null {
  const before = text.slice(0, caret)
  const from = before.lastIndexOf('@')
  if (from < 0 || isInWord(before[from - 1])) return null
  const name = before.slice(from + 1)
  return name.length > NAME_LETTERS_MAX || /[\n@]/.test(name) ? null : { from, name }
}

/** Names of which a word begins so; none once a name is written out and followed by a blank. */
export function namesFor<P extends { readonly name: string }>(typed: string, people: readonly P[]): P[] {
  const letters = typed.toLowerCase()
  return people
    .filter(({ name }) => {
      const whole = name.toLowerCase()
      return whole.startsWith(letters) || whole.split(' ').some((word) => word.startsWith(letters))
    })
    .slice(0, 8)
}
