import { helpBelow } from '#kernel/error-help.ts'
import { notify } from '#web/ui/Toast.tsx'
import { CallError } from './call.ts'

/** By then the page has drawn the faults of its fields. */
const drawn_ms = 250

/**
 * Shows the toast of a failed call: its message (spec §8) and its help (quality U5). None where the fields on screen say
 * every fault themselves.
 */
export function tellFailure(error: unknown): void {
  const faults = error instanceof CallError ? Object.values(error.errors) : []
  if (faults.length === 0) tell(error)
  else
    setTimeout(() => {
      if (!saysAll(faultsOnPage(), faults)) tell(error)
    }, drawn_ms)
}

function tell(error: unknown): void {
  const message = error instanceof Error && error.message ? error.message : undefined
  notify.error(message, error instanceof CallError ? helpBelow(error.code, error.message) : undefined)
}

/** Without those of toasts. */
const faultsOnPage = (): string[] =>
  [...document.querySelectorAll('[role="alert"]')]
    .filter((shown) => !shown.closest('.Toastify__toast'))
    .map((shown) => shown.textContent ?? '')

/** Two fields with one fault say it twice. */
export function saysAll(shown: readonly string[], faults: readonly string[]): boolean {
  const rest = [...shown]
  return faults.every((fault) => {
    const at = rest.findIndex((text) => text.includes(fault))
    return at >= 0 && rest.splice(at, 1).length === 1
  })
}
