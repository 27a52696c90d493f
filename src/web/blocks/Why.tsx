import { CircleQuestionMark } from 'lucide-react'
import type { ReactNode } from 'react'
import { Popover } from '#web/ui/Popover.tsx'

/** Button beside a figure that opens its explanation. */
export function Why({
  what,
  sentences,
  children,
}: {
  what: string
  sentences: readonly string[]
  /** Further items, loaded on opening. */
  children?: ReactNode
}) {
  return (
    <Popover
      label={`Why: ${what}`}
      className="w-90 max-w-[calc(100vw-32px)]"
      trigger={
        <button
          type="button"
          aria-label={`Why: ${what}`}
          className="finger -my-1 inline-grid size-6 place-items-center rounded text-n10 hover:bg-n4 hover:text-n12"
        >
          <CircleQuestionMark size={13} aria-hidden />
        </button>
      }
    >
      <ol className="flex flex-col gap-1.5 p-3 text-12">
        {sentences.map((sentence) => (
          <li key={sentence} className={sentence.includes(' = ') ? 'numeric' : 'text-n11'}>
            {sentence}
          </li>
        ))}
        {children}
      </ol>
    </Popover>
  )
}
