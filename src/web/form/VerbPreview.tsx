import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { action } from '#web/core/call.ts'

interface VerbPreviewProps<T> {
  /** A reading verb. */
  readonly action_id: string
  readonly asked: object
  /** Are the typed values complete enough to ask? */
  readonly isWhole: boolean
  /** Shown until they are. */
  readonly empty: string
  readonly children: (shown: T) => ReactNode
}

/** The effect of typed values before a form is sent, or the refusal of the verb; asked again after each change. */
export function VerbPreview<T>({ action_id, asked, isWhole, empty, children }: VerbPreviewProps<T>) {
  const query = useQuery({
    queryKey: ['preview', action_id, asked],
    queryFn: () => action<T>(action_id, asked, crypto.randomUUID()),
    enabled: isWhole,
    retry: false,
  })
  if (!isWhole) return <p className="text-n11">{empty}</p>
  if (query.isError)
    return (
      <p role="status" className="text-amber11">
        {query.error.message}
      </p>
    )
  return query.data ? children(query.data) : null
}
