import type { ReactNode } from 'react'
import { cx } from './class-names.ts'

/** Meaning of a state: nothing to do, under way, waiting, done, wrong. */
export type Tone = 'neutral' | 'progress' | 'attention' | 'positive' | 'critical'

const looks: Record<Tone, string> = {
  neutral: 'bg-n3 text-n11 border-n6',
  progress: 'bg-sky3 text-sky11 border-sky6',
  attention: 'bg-amber3 text-amber11 border-amber6',
  positive: 'bg-green3 text-green11 border-green6',
  critical: 'bg-red3 text-red11 border-red6',
}
const dots: Record<Tone, string> = {
  neutral: 'bg-n9',
  progress: 'bg-sky9',
  attention: 'bg-amber9',
  positive: 'bg-green9',
  critical: 'bg-red9',
}

export function Badge({
  tone = 'neutral',
  dot,
  children,
  className,
}: {
  tone?: Tone
  dot?: boolean
  children: ReactNode
  className?: string
}) {
  return (
    <span
      className={cx(
        'inline-flex h-5 max-w-full items-center gap-1.5 rounded-full border px-2 text-12 font-medium whitespace-nowrap',
        looks[tone],
        className,
      )}
    >
      {dot !== false && <span aria-hidden className={cx('size-1.5 shrink-0 rounded-full', dots[tone])} />}
      <span className="truncate">{children}</span>
    </span>
  )
}
