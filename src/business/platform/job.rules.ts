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

/** `1.2 MB`: sizes as people read them. */
export function sizeText(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  const kilobytes = bytes / 1000
  return kilobytes < 1000
    ? `${kilobytes.toFixed(kilobytes < 10 ? 1 : 0)} kB`
    : `${(kilobytes / 1000).toFixed(1)} MB`
}
