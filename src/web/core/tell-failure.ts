import { helpBelow } from '#kernel/error-help.ts'
import { notify } from '#web/ui/Toast.tsx'
import { CallError } from './call.ts'

/** Shows the toast of a failed call: its message (spec §8) and its help (quality U5). */
export function tellFailure(error: unknown): void {
  const message = error instanceof Error && error.message ? error.message : undefined
  notify.error(message, error instanceof CallError ? helpBelow(error.code, error.message) : undefined)
}

/** Whether these fields say every fault of a refusal; false for a failure without faults. */
export function showsAll(error: unknown, fields: readonly string[]): boolean {
  const faulty = error instanceof CallError ? Object.keys(error.errors) : []
  return faulty.length > 0 && faulty.every((field) => fields.includes(field))
}
