import { type FocusEvent, type RefObject, useRef } from 'react'

type Typed = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** Whether any input differs from its first value. */
export interface TypedIn {
  readonly part: RefObject<HTMLDivElement | null>
  readonly onFocus: (event: FocusEvent) => void
  readonly isTyped: () => boolean
}

export function useTyped(): TypedIn {
  const part = useRef<HTMLDivElement>(null)
  const before = useRef(new WeakMap<Element, string>())
  return {
    part,
    onFocus: ({ target }) => {
      if ('value' in target && !before.current.has(target)) before.current.set(target, String(target.value))
    },
    isTyped: () =>
      [...(part.current?.querySelectorAll<Typed>('input,textarea,select') ?? [])].some((field) => {
        const was = before.current.get(field)
        return was !== undefined && was !== field.value
      }),
  }
}
