/** The states of a page about one record: loading, failed with a retry, not there (or not yours), there. */
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { CouldNotLoad } from '#web/blocks/CouldNotLoad.tsx'
import { NotFound } from '#web/blocks/NotFound.tsx'
import { PageSkeleton } from '#web/ui/Skeleton.tsx'

export function RecordState<T>({
  query,
  what,
  children,
}: {
  query: Pick<UseQueryResult<T | null>, 'data' | 'isPending' | 'error' | 'refetch'>
  /** As a heading says it: `Timesheet`. */
  what: string
  children: (record: T) => ReactNode
}) {
  if (query.data) return <>{children(query.data)}</>
  if (query.isPending) return <PageSkeleton />
  if (query.error) return <CouldNotLoad onRetry={() => void query.refetch()} />
  return <NotFound what={what} />
}
