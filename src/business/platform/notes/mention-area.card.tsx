/** A text field that offers colleagues after an `@`: arrows choose, Enter or Tab takes, Escape leaves the text as it is. */
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { countText } from '#kernel/count-text.ts'
import { action } from '#web/core/call.ts'
import { useSession } from '#web/core/session.ts'
import { announce } from '#web/ui/announce.ts'
import { cx } from '#web/ui/class-names.ts'
import { Field, fieldAria } from '#web/ui/Field.tsx'
import { mentionAt, namesFor, note_letters_max } from './note.rules.ts'

interface Person {
  readonly contact_id: string
  readonly name: string
}

/** Read once the field is entered. */
function useColleagues(enabled: boolean): readonly Person[] {
  const { business_contact_id } = useSession()
  const query = useQuery({
    queryKey: ['note_colleagues', business_contact_id],
    queryFn: () => action<{ people: readonly Person[] }>('platform.note.colleagues', {}, crypto.randomUUID()),
    enabled,
    staleTime: 300_000,
  })
  return query.data?.people ?? []
}

/** The offered names for the caret's place, and the steps among them. */
function useMention(value: string, onChange: (text: string) => void) {
  const area = useRef<HTMLTextAreaElement>(null)
  const [isEntered, setEntered] = useState(false)
  const [caret, setCaret] = useState(0)
  const [at, setAt] = useState(0)
  /** The `@` whose offer was closed with Escape. */
  const [closed, setClosed] = useState(-1)
  const people = useColleagues(isEntered)
  const typing = isEntered ? mentionAt(value, caret) : null
  const names = typing && typing.from !== closed ? namesFor(typing.name, people) : []
  const chosen = Math.min(at, names.length - 1)
  const move = (to: number) => {
    setCaret(to)
    setAt(0)
    const next = mentionAt(area.current?.value ?? '', to)
    if (next === null) setClosed(-1)
    else if (next.from !== closed && people.length > 0) {
      const found = namesFor(next.name, people).length
      if (found > 0 && next.from !== typing?.from) announce(countText(found, 'colleague'))
    }
  }
  const take = (person: Person) => {
    if (!typing) return
    const text = `${value.slice(0, typing.from)}@${person.name} ${value.slice(caret)}`
    const to = typing.from + person.name.length + 2
    onChange(text.slice(0, note_letters_max))
    setCaret(to)
    setClosed(typing.from)
    // After React has put the new text into the field.
    requestAnimationFrame(() => {
      area.current?.focus()
      area.current?.setSelectionRange(to, to)
    })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (names.length === 0 || !typing) return
    const steps: Readonly<Record<string, () => void>> = {
      ArrowDown: () => setAt((chosen + 1) % names.length),
      ArrowUp: () => setAt((chosen + names.length - 1) % names.length),
      Enter: () => names[chosen] && take(names[chosen]),
      Tab: () => names[chosen] && take(names[chosen]),
      Escape: () => setClosed(typing.from),
    }
    const step = event.shiftKey || event.metaKey || event.ctrlKey ? undefined : steps[event.key]
    if (!step) return
    event.preventDefault()
    event.stopPropagation()
    step()
  }
  return {
    area,
    names,
    chosen,
    move,
    take,
    onKeyDown,
    enter: () => setEntered(true),
    leave: () => setCaret(0),
  }
}

export function MentionArea({
  label,
  value,
  onChange,
  error,
}: {
  label: string
  value: string
  onChange: (text: string) => void
  error?: string | undefined
}) {
  const id = useId()
  const hint = 'Type @ to tell a colleague.'
  const { area, names, chosen, move, take, onKeyDown, enter, leave } = useMention(value, onChange)
  const isOpen = names.length > 0
  return (
    <Field id={id} label={label} required error={error} hint={hint}>
      <div className="relative">
        <textarea
          ref={area}
          rows={3}
          maxLength={note_letters_max}
          {...fieldAria(id, { error, hint, required: true })}
          aria-autocomplete="list"
          aria-haspopup="listbox"
          aria-controls={isOpen ? `${id}-names` : undefined}
          aria-activedescendant={isOpen ? `${id}-${chosen}` : undefined}
          value={value}
          onFocus={enter}
          onBlur={leave}
          onChange={(event) => {
            onChange(event.target.value)
            move(event.target.selectionStart)
          }}
          onSelect={(event) => move(event.currentTarget.selectionStart)}
          onKeyDown={onKeyDown}
          className="field-input"
        />
        {isOpen && (
          <div
            id={`${id}-names`}
            role="listbox"
            aria-label="Colleagues"
            className="popup scroll-quiet absolute inset-x-0 top-full z-(--z-modal-popover) mt-1 max-h-72 overflow-y-auto p-1"
          >
            {names.map((person, index) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the text field.
              <div
                key={person.contact_id}
                id={`${id}-${index}`}
                role="option"
                aria-selected={index === chosen}
                tabIndex={-1}
                // The field keeps the focus.
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => take(person)}
                className={cx(
                  'flex min-h-8 cursor-pointer items-center rounded px-2 pointer-coarse:min-h-12',
                  index === chosen ? 'bg-n4' : 'hover:bg-n3',
                )}
              >
                <span className="min-w-0 truncate">{person.name}</span>
              </div>
            ))}
          </div>
        )}
      </div>
    </Field>
  )
}
