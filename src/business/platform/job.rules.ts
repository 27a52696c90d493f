import { refuse } from '#kernel/refusal.ts'
import { transitions } from '../shared/transitions.rules.ts'

/** The starter of a job may stop it. */
export const { can } = transitions<'cancel', { readonly status: string }>(
  { name: () => 'This job', misfit: ({ status }) => refuse('precondition', `This job is ${status} already`) },
  { cancel: { from: ['queued', 'running'], to: 'cancelled', done: 'cancelled' } },
)

/** The state of an export's file, in words. */
export function fileState(job: {
  readonly status: string
  readonly has_file: boolean
}): 'there' | 'expired' | 'none' {
  if (job.has_file) return 'there'
  return job.status === 'completed' ? 'expired' : 'none'
}
