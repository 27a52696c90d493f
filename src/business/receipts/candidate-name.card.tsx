/** A candidate of a receipt by its number, its client, its due day, and the reasons for it. */
import { Badge } from '#web/ui/Badge.tsx'

export function CandidateName({
  one,
  due,
  place,
  shared = [],
}: {
  one: {
    readonly human_id: string
    readonly client_name: string | null
    readonly reasons: readonly string[]
    readonly is_certain: boolean
  }
  due: string
  /** The key that takes it, where it has one. */
  place?: number
  /** Reasons that all candidates have: they are shown once above. */
  shared?: readonly string[]
}) {
  return (
    <div className="min-w-0">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        {place !== undefined && (
          <kbd aria-hidden className="rounded border border-n7 px-1 text-12 text-n11">
            {place}
          </kbd>
        )}
        <span className="font-medium">{one.human_id}</span>
        <span className="truncate text-n11">{one.client_name}</span>
      </p>
      <p className="mt-0.5 flex flex-wrap items-center gap-1 text-12 text-n11">
        <span className="mr-1">{due}</span>
        <Reasons one={one} shared={shared} />
      </p>
    </div>
  )
}

/** The reasons of a candidate that others lack. */
export function Reasons({
  one,
  shared,
}: {
  one: { readonly reasons: readonly string[]; readonly is_certain: boolean }
  shared: readonly string[]
}) {
  return one.reasons
    .filter((reason) => !shared.includes(reason))
    .map((reason) => (
      <Badge key={reason} tone={one.is_certain ? 'positive' : 'neutral'} dot={false}>
        {reason}
      </Badge>
    ))
}
