import { Info, X } from 'lucide-react'
import { useState } from 'react'
import { droppedText } from '../model/dropped.ts'

/** Names the ignored parts of the address, so that nobody mistakes the list for filtered. */
export function Dropped({ parts }: { parts: readonly string[] }) {
  const [isSeen, setSeen] = useState(false)
  if (parts.length === 0 || isSeen) return null
  return (
    <p
      role="status"
      className="flex items-start gap-2 rounded border border-amber6 bg-amber3 py-1.5 pr-1 pl-3 text-amber11"
    >
      <Info size={15} aria-hidden className="mt-0.5 shrink-0" />
      <span className="min-w-0 flex-1 break-words">{droppedText(parts)}</span>
      <button
        type="button"
        aria-label="Close"
        onClick={() => setSeen(true)}
        className="grid size-6 shrink-0 place-items-center rounded hover:bg-amber6"
      >
        <X size={14} aria-hidden />
      </button>
    </p>
  )
}
