/** Long work under way can be stopped by whoever started it. True, or the reason the reader gets. */
export function canCancel({ status }: { readonly status: string }): true | string {
  return ['queued', 'running'].includes(status) || `This job is ${status} already`
}

/** What is to be said of a file that an export made. */
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
