import { useQuery } from '@tanstack/react-query'
import { graphql } from '#web/core/call.ts'
import { CHECKS_SHOWN, pay_run_checks } from './runs/pay-run-checks.card.tsx'

/** The checks, and how many warnings have no reason yet. */
export function useChecks(id: string, content: unknown) {
  const query = useQuery({
    queryKey: ['pay_run_checks', id, content],
    queryFn: ({ signal }) => graphql(pay_run_checks, { id, most: CHECKS_SHOWN }, signal),
  })
  return { checks: query.data?.checks ?? [], open_warnings: query.data?.waiting.aggregate?.count ?? 0 }
}
