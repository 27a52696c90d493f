import { type RefObject, useEffect, useRef } from 'react'
import type { FieldErrors } from '#kernel/errors.ts'

/** When what was sent is refused, the keyboard stands on the first field with a message, and that is in sight. */
export function useFirstFault(errors: FieldErrors): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (Object.keys(errors).length === 0) return
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [errors])
  return form
}
