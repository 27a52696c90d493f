import { type MouseEvent, type ReactNode, useState } from 'react'
import { call } from '#web/core/call.ts'
import { tellFailure } from '#web/core/tell-failure.ts'

/** A link to a file; where it holds personal data, the person confirms first that it is them. */
export function DownloadLink({
  href,
  check,
  className,
  children,
}: {
  href: string
  /** The call that asks whether the file may go. */
  check: { readonly path: string; readonly body: object }
  className: string
  children: ReactNode
}) {
  const [busy, setBusy] = useState(false)
  const ask = async (event: MouseEvent) => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    try {
      await call(check.path, check.body)
      Object.assign(document.createElement('a'), { href, download: '' }).click()
    } catch (error) {
      tellFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <a href={href} download aria-busy={busy} onClick={(event) => void ask(event)} className={className}>
      {children}
    </a>
  )
}

/** The file of a job. */
export function JobFileLink({ job_id, ...rest }: { job_id: string; className: string; children: ReactNode }) {
  const href = `/api/export/${job_id}`
  return <DownloadLink href={href} check={{ path: `${href}/check`, body: {} }} {...rest} />
}
