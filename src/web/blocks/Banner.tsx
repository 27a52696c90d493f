/** A line that a page begins with: why its record waits or ended, with one action at most. */
import { CircleAlert, Info as InfoIcon } from 'lucide-react'
import type { ReactNode } from 'react'

const levels = {
  attention: 'border-amber6 bg-amber3 text-amber11',
  critical: 'border-red6 bg-red3 text-red11',
} as const

export function Banner({
  lead,
  level = 'attention',
  action,
  children,
}: {
  lead: string
  level?: keyof typeof levels
  action?: ReactNode
  children: ReactNode
}) {
  return (
    <div role="note" className={`flex flex-wrap gap-2 rounded-lg border p-3 ${levels[level]}`}>
      <CircleAlert size={18} aria-hidden className="mt-0.5 shrink-0" />
      <p className="min-w-0 flex-1 break-words whitespace-pre-line">
        <strong className="font-semibold">{lead}.</strong> {children}
      </p>
      {action}
    </div>
  )
}

/** One line that explains the field or figure beside it. */
export const Info = ({ children }: { children: ReactNode }) => (
  <p className="flex items-start gap-1.5 text-n11">
    <InfoIcon size={14} aria-hidden className="mt-0.5 shrink-0" />
    <span className="min-w-0">{children}</span>
  </p>
)
