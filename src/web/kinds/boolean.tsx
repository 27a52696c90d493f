import { Check } from 'lucide-react'
import type { Kind } from './kind.ts'

/** Highlights Yes only: the eye looks for the set flags. */
export const boolean: Kind = {
  width: 80,
  cell: ({ value }) =>
    value === null ? null : value === true ? (
      <span className="inline-flex items-center gap-1">
        <Check size={14} strokeWidth={2.2} aria-hidden className="text-green11" />
        Yes
      </span>
    ) : (
      <span className="text-n10">No</span>
    ),
}

/** Spec §9, Yes/No option list: an answer rather than a flag, so neither side stands out. */
export function YesNo({ value }: { value: unknown }) {
  return value === null ? null : value === true ? 'Yes' : 'No'
}
