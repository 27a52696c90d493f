import { useEffect, useLayoutEffect, useRef } from 'react'
import type { FormKeeper } from '#web/drafts/form-keeper.ts'
import type { FormField, Values } from './fields.ts'

export interface DraftedForm {
  readonly values: Values
  readonly now: () => Values
  readonly fields: readonly FormField<string, never>[]
  /** The form in words. */
  readonly label: () => string
  readonly set: (changes: Values) => void
}

/** Fills in the values typed before, in one step with the first drawing, and keeps each later one. */
export function useDraftValues(keeper: FormKeeper | null, form: DraftedForm) {
  const { values, now, fields } = form
  const parts = useRef(form)
  parts.current = form
  const isFilled = useRef(false)
  useLayoutEffect(() => {
    if (isFilled.current || !keeper?.back) return
    isFilled.current = true
    parts.current.set(keeper.back.values)
  }, [keeper])
  const isDrawn = useRef(false)
  useEffect(() => {
    // The first drawing shows the saved values: those typed before are filled in right after it.
    if (isDrawn.current) keeper?.typed(parts.current.fields, values, parts.current.label())
    isDrawn.current = true
  }, [keeper, values])
  return {
    forget: () => void keeper?.discard(),
    loses: () => keeper?.loses(fields, now()) ?? true,
  }
}
