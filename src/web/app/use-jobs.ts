import { useMemo, useState } from 'react'
import type { Jobs } from '#web/core/jobs-context.ts'

export interface FollowedJob {
  readonly id: string
  readonly label: string
}

/** Jobs started on this page, each shown until closed. */
export function useJobList(): { api: Jobs; list: readonly FollowedJob[]; close: (id: string) => void } {
  const [list, setList] = useState<readonly FollowedJob[]>([])
  const api = useMemo<Jobs>(() => ({ follow: (id, label) => setList((now) => [...now, { id, label }]) }), [])
  return { api, list, close: (id) => setList((now) => now.filter((job) => job.id !== id)) }
}
