import { ArrowRight } from 'lucide-react'
import { labelOf } from '#entity/choices.ts'
import { instantText } from '#web/kinds/time.tsx'
import type { Tone } from '#web/ui/Badge.tsx'
import { Badge } from '#web/ui/Badge.tsx'

export interface TimelineStep {
  readonly id: string
  readonly old_status?: string | null
  readonly new_status: string
  readonly message: string
  readonly comment?: string | null
  readonly user_name: string
  readonly created_at: string
}

/** Activity steps with status change, author, time and message, newest first. */
export function Timeline({
  steps,
  toneOf,
}: {
  steps: readonly TimelineStep[]
  toneOf: (status: string) => Tone
}) {
  if (steps.length === 0) return <p className="text-n11">Nothing has happened yet.</p>
  return (
    <ol className="flex flex-col" aria-label="Activities, newest first">
      {steps.map((step) => (
        <li key={step.id} className="relative border-l border-n6 pb-4 pl-4 last:pb-0">
          <span aria-hidden className="absolute top-1.5 -left-[4.5px] size-2 rounded-full bg-n8" />
          <div className="flex flex-wrap items-center gap-1.5">
            {step.old_status && step.old_status !== step.new_status && (
              <>
                <Badge tone={toneOf(step.old_status)} dot={false}>
                  {labelOf(step.old_status)}
                </Badge>
                <ArrowRight size={13} aria-label="to" className="text-n10" />
              </>
            )}
            <Badge tone={toneOf(step.new_status)} dot={false}>
              {labelOf(step.new_status)}
            </Badge>
          </div>
          <p className="mt-1">{step.message}</p>
          {step.comment && (
            <blockquote className="mt-1 border-l-2 border-n7 pl-2 break-words whitespace-pre-line text-n11">
              {step.comment}
            </blockquote>
          )}
          <p className="mt-0.5 text-12 text-n11">
            {step.user_name} · <time dateTime={step.created_at}>{instantText(step.created_at)}</time>
          </p>
        </li>
      ))}
    </ol>
  )
}
