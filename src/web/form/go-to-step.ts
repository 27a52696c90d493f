import { headingId } from './form-steps.ts'

/** Shows a section of a long form, and moves the focus to its heading. */
export function goToStep(name: string): void {
  const heading = document.getElementById(headingId(name))
  heading?.scrollIntoView({ block: 'start' })
  heading?.focus({ preventScroll: true })
}
