import type { CallError } from '#web/core/call.ts'
import { TextArea } from '#web/ui/inputs.tsx'

/** The reason of a refusal, on a page opened by a mailed link. */
export function ReasonArea({
  value,
  onChange,
  missing,
  fault,
}: {
  value: string
  onChange: (value: string) => void
  /** The browser's own fault, '' without one. */
  missing: string
  fault: CallError | null
}) {
  return (
    <TextArea
      label="Comments Please"
      value={value}
      onChange={onChange}
      error={missing || fault?.errors.comment}
      maxLength={2000}
      autoFocus
      required
    />
  )
}
