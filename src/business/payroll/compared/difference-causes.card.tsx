/** Causes of a difference, each with its sentence. */
import { labelIn } from '#entity/choices.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { type DifferenceCause, difference_causes, type FoundCause } from './difference-cause.rules.ts'

const quiet: readonly DifferenceCause[] = ['rounding', 'not_compared']

export function Causes({ causes }: { readonly causes: readonly FoundCause[] }) {
  if (causes.length === 0) return null
  return (
    <ul className="flex flex-col gap-1">
      {causes.map(({ cause, sentence }) => (
        <li key={cause} className="flex flex-wrap items-center gap-x-2">
          <Badge tone={quiet.includes(cause) ? 'neutral' : 'attention'}>
            {labelIn(difference_causes, cause)}
          </Badge>
          <span className="text-n11">{sentence}</span>
        </li>
      ))}
    </ul>
  )
}
