/** The page of a return on its way is read again, until HMRC has decided or a person has to. */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ListRow } from '#web/list/model/list.ts'

const POLL_MS = 5000

export function useFollowSending({ id, poll_after }: ListRow): void {
  const queries = useQueryClient()
  const is_going = poll_after !== null
  useEffect(() => {
    if (!is_going) return undefined
    const timer = setInterval(
      () => void queries.invalidateQueries({ queryKey: ['record', 'transaction', 'rti_submission', id] }),
      POLL_MS,
    )
    return () => clearInterval(timer)
  }, [id, is_going, queries])
}
