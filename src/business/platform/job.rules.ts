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

const sizeIn = (unit: 'byte' | 'kilobyte' | 'megabyte') =>
  new Intl.NumberFormat('en-GB', { style: 'unit', unit, maximumFractionDigits: unit === 'megabyte' ? 1 : 0 })
const [in_bytes, in_kilobytes, in_megabytes] = [sizeIn('byte'), sizeIn('kilobyte'), sizeIn('megabyte')]

/** `1.2 MB`: sizes as people read them. */
export function sizeText(bytes: number): string {
  if (bytes < 1000) return in_bytes.format(bytes)
  return bytes < 1_000_000 ? in_kilobytes.format(bytes / 1000) : in_megabytes.format(bytes / 1_000_000)
}
