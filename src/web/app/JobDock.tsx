import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Download, X } from 'lucide-react'
import { useEffect } from 'react'
import { errorText } from '#kernel/messages.ts'
import { JobFileLink } from '#web/blocks/DownloadLink.tsx'
import { graphql } from '#web/core/call.ts'
import { type Answer, gql } from '#web/core/query.ts'
import { useAction } from '#web/core/use-action.ts'
import { Button, buttonClass, IconButton } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/class-names.ts'
import { notify } from '#web/ui/Toast.tsx'
import type { FollowedJob } from './use-jobs.ts'

const document = gql(`query job($id: uuid!) {
  rows: platform_job(where: { id: { _eq: $id } }, limit: 1) { id kind status total done failed message problems }
}`)

type Job = Answer<typeof document>['rows'][number]

const poll_ms = 700
const isOver = (job: Job | null | undefined) =>
  job?.status === 'completed' || job?.status === 'failed' || job?.status === 'cancelled'

const doneOf = (job: Job | null | undefined) => (job?.done ?? 0) + (job?.failed ?? 0)

/** All rows of a file may be read before it is ready: a PDF is laid out last. */
const doneText = (job: Job) =>
  job.kind === 'export' && job.status === 'running' && job.total > 0 && doneOf(job) === job.total
    ? `${doneOf(job)} rows read, writing the file…`
    : `${doneOf(job)} of ${job.total} done`

/** Progress of long work, in the corner, wherever the user goes meanwhile. */
export function JobDock({ jobs, onClose }: { jobs: readonly FollowedJob[]; onClose: (id: string) => void }) {
  return (
    <div className="fixed right-4 bottom-4 z-(--z-popover) flex w-80 max-w-[calc(100vw-32px)] flex-col gap-2 max-tablet:bottom-[calc(var(--shell-bottom)+8px)]">
      {jobs.map((job) => (
        <Progress key={job.id} job={job} onClose={() => onClose(job.id)} />
      ))}
    </div>
  )
}

function Progress({ job, onClose }: { job: FollowedJob; onClose: () => void }) {
  const queries = useQueryClient()
  const query = useQuery({
    queryKey: ['job', job.id],
    queryFn: async ({ signal }) => {
      const answer = await graphql(document, { id: job.id }, signal)
      return answer.rows[0] ?? null
    },
    refetchInterval: ({ state }) => (isOver(state.data) ? false : poll_ms),
  })
  const now = query.data
  const over = isOver(now)
  const cancel = useAction('platform.job.cancel', { success: false })
  const hasFile = now?.kind === 'export' && now.status === 'completed'
  useEffect(() => {
    // The dock may be out of sight on a phone, so the outcome is also a toast.
    if (now?.kind !== 'export') return
    if (now.status === 'completed') notify.success(`${job.label} is ready. ${now.message ?? ''}`)
    if (now.status === 'failed') notify.error(`${job.label}: ${now.message ?? errorText.action_failed}`)
  }, [now?.kind, now?.status, now?.message, job.label])
  useEffect(() => {
    // Reads everything again but the job itself.
    if (over) void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'job' })
  }, [over, queries])
  const total = now?.total ?? 0
  const done = doneOf(now)
  return (
    <section aria-label={job.label} className="rounded-lg border bg-surface p-3 shadow-3">
      <div className="flex items-center gap-2">
        <h2 className="min-w-0 flex-1 truncate text-13 font-semibold">{job.label}</h2>
        {over && <IconButton size="sm" icon={X} label="Close" onClick={onClose} />}
      </div>
      <progress
        aria-label={`${job.label} progress`}
        value={total > 0 ? done : undefined}
        max={Math.max(total, 1)}
        className="progress my-2 h-1.5 w-full"
      />
      <p className="numeric text-12 text-n11" aria-live="polite">
        {now ? doneText(now) : 'Starting…'}
        {now && now.failed > 0 && <span className="text-red11"> · {now.failed} refused</span>}
        {over && now?.message && ` · ${now.message}`}
        {now?.status === 'cancelled' && ' · Cancelled'}
      </p>
      {now && !over && (
        <Button size="sm" tone="quiet" busy={cancel.busy} onClick={() => void cancel.run({ id: job.id })}>
          Cancel
        </Button>
      )}
      {hasFile && (
        <JobFileLink job_id={job.id} className={cx(buttonClass('primary', 'sm'), 'mt-2')}>
          <Download size={15} aria-hidden />
          Download
        </JobFileLink>
      )}
      {over && now && now.problems.length > 0 && (
        <ul className="scroll-quiet mt-2 max-h-40 overflow-y-auto border-t pt-2 text-12">
          {now.problems.map((problem) => (
            <li key={problem.id} className="py-0.5">
              <span className="font-medium">{problem.human_id ?? 'Record'}</span>{' '}
              <span className="text-n11">{problem.message}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
