/** A pay run that a job works on: how far it is, and why the last job failed. The page follows it for every reader. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { groupThousands } from '#kernel/decimal-text.ts'
import { graphql } from '#web/core/call.ts'
import { gql } from '#web/core/query.ts'
import type { ListRow } from '#web/list/model/list.ts'
import { Card } from '#web/ui/Card.tsx'
import { type RunJob, runJobOf } from './pay-run.rules.ts'

const document = gql(`query pay_run_progress($id: uuid!) {
  rows: transaction_pay_run(where: { id: { _eq: $id } }, limit: 1) { id work_status work_done work_total }
}`)

const poll_ms = 700
const counted = (count: number) => groupThousands(String(count))

const words: Readonly<Record<RunJob, string>> = {
  calculating: 'Calculating the payslips.',
  checking: 'Comparing the payslips with the facts of now.',
  approving: 'Approving the run.',
  reopening: 'Crediting the documents of the run.',
}
/** Once all payslips are computed. */
const last_words: Readonly<Record<RunJob, string>> = {
  calculating: 'Storing the payslips.',
  checking: 'Sending the run for approval.',
  approving: 'Issuing payslips and documents.',
  reopening: 'Withdrawing the payslips.',
}

export function RunProgress({ row }: { row: ListRow }) {
  const job = runJobOf(row.work_status)
  if (job !== null) return <Progress key={String(row.job_id)} id={row.id} job={job} />
  return typeof row.work_fault === 'string' ? (
    <p role="status" className="rounded-lg border border-amber6 bg-amber3 p-3 text-amber11">
      {row.work_fault}
    </p>
  ) : null
}

function Progress({ id, job }: { id: string; job: RunJob }) {
  const queries = useQueryClient()
  const { data: run } = useQuery({
    queryKey: ['pay_run_progress', id, job],
    queryFn: async ({ signal }) => (await graphql(document, { id }, signal)).rows[0] ?? null,
    refetchInterval: poll_ms,
  })
  const is_over = run !== undefined && run?.work_status !== job
  useEffect(() => {
    // The run, its checks and its payslips are read again.
    if (is_over)
      void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'pay_run_progress' })
  }, [is_over, queries])
  const done = run?.work_done ?? 0
  const total = run?.work_total ?? 0
  const is_computed = done > 0 && done >= total
  return (
    <Card>
      <p>
        <span aria-live="polite">
          {(is_computed ? last_words : words)[job]} You can leave this page; it goes on.
        </span>{' '}
        {done > 0 && !is_computed && (
          <span className="numeric text-n11">
            {counted(done)} of {counted(total)}
          </span>
        )}
      </p>
      <progress
        aria-label="Progress"
        className="progress mt-2 h-1.5 w-full"
        value={done > 0 && !is_computed ? done : undefined}
        max={Math.max(1, total)}
      />
    </Card>
  )
}
