/** The states of a page about one record: loading, failed with a retry, not there (or not yours), there. */
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { errorText } from '#kernel/messages.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyMessage } from '#web/ui/EmptyMessage.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'

export function RecordState<T>({
  query,
  what,
  children,
}: {
  query: Pick<UseQueryResult<T | null>, 'data' | 'isPending' | 'error' | 'refetch'>
  what: string
  children: (record: T) => ReactNode
}) {
  if (query.data) return <>{children(query.data)}</>
  if (query.isPending)
    return (
      <div className="flex flex-col gap-3 p-4" aria-busy>
        <Skeleton className="h-8 w-64" />
        <Skeleton className="h-40 w-full" />
      </div>
    )
  if (query.error)
    return (
      <EmptyMessage
        title={`Could not load the ${what}`}
        action={<Button onClick={() => void query.refetch()}>Retry</Button>}
      >
        {query.error.message}
      </EmptyMessage>
    )
  return (
    <EmptyMessage title={errorText.not_found(what.charAt(0).toUpperCase() + what.slice(1))}>
      It does not exist, or it is not yours to see.
    </EmptyMessage>
  )
}
