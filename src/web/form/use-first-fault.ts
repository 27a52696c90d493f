import { type RefObject, useEffect, useRef } from 'react'
import type { FieldErrors } from '#kernel/errors.ts'

/** Focuses the first field with an error after a refusal and scrolls it into view. */
export function useFirstFault(errors: FieldErrors): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (Object.keys(errors).length === 0) return
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [errors])
  return form
}
