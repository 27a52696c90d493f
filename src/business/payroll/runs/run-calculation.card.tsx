/** A pay run that a job calculates: how far it is, and why the last job failed. The page follows it. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { groupThousands } from '#kernel/decimal-text.ts'
import { graphql } from '#web/core/call.ts'
import { gql } from '#web/core/query.ts'
import type { ListRow } from '#web/list/model/list.ts'
import { Card } from '#web/ui/Card.tsx'

const document = gql(`query pay_run_calculation($id: uuid!) {
  rows: platform_job(where: { id: { _eq: $id } }, limit: 1) { id status total done message }
}`)

const poll_ms = 700
const counted = (count: number) => groupThousands(String(count))

/** The person who started the job reads how far it is; other readers see that the run is being calculated. */
export function RunCalculation({ row }: { row: ListRow }) {
  const { calculation_job_id: job_id } = row
  return typeof job_id === 'string' ? (
    <Calculation key={job_id} job_id={job_id} is_going={row.work_status === 'calculating'} />
  ) : null
}

function Calculation({ job_id, is_going }: { job_id: string; is_going: boolean }) {
  const queries = useQueryClient()
  const { data: job } = useQuery({
    queryKey: ['pay_run_calculation', job_id, is_going],
    queryFn: async ({ signal }) => (await graphql(document, { id: job_id }, signal)).rows[0] ?? null,
    refetchInterval: is_going ? poll_ms : false,
  })
  const is_over = job !== undefined && job !== null && job.status !== 'queued' && job.status !== 'running'
  useEffect(() => {
    // The run, its checks and its payslips are read again.
    if (is_going && is_over)
      void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'pay_run_calculation' })
  }, [is_going, is_over, queries])
  if (!is_going)
    return job?.status === 'failed' ? (
      <p role="status" className="rounded-lg border border-amber6 bg-amber3 p-3 text-amber11">
        The run was not calculated: {job.message}
      </p>
    ) : null
  const done = job?.done ?? 0
  return (
    <Card>
      <p>
        <span aria-live="polite">Calculating the payslips. You can leave this page; it goes on.</span>{' '}
        {job && done > 0 && (
          <span className="numeric text-n11">
            {counted(done)} of {counted(job.total)}
          </span>
        )}
      </p>
      <progress
        aria-label="Progress"
        className="progress mt-2 h-1.5 w-full"
        value={done > 0 ? done : undefined}
        max={Math.max(1, job?.total ?? 1)}
      />
    </Card>
  )
}
