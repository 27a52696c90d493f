/** The content of a signing link's page: the facts, the file, and the end. */
import { useQueryClient } from '@tanstack/react-query'
import { Fragment, useEffect, useRef, useState } from 'react'
import type { SigningView } from '#business/signing/signing.rules.ts'
import { labelOf } from '#entity/choices.ts'
import { sizeText } from '#kernel/file-text.ts'
import { PdfViewer } from '#web/blocks/PdfViewer.tsx'
import { CallError, fileByLink } from '#web/core/call.ts'
import { saveFile } from '#web/core/save-file.ts'
import { instantText } from '#web/kinds/time.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Fault } from './FrontPage.tsx'

export function Facts({ view }: { view: SigningView }) {
  return (
    <div className="flex flex-col gap-1.5">
      <p className="flex flex-wrap items-center gap-2">
        <span className="font-medium">{labelOf(view.type)}</span>
        <Badge tone={view.status === 'completed' ? 'positive' : 'attention'}>{view.state}</Badge>
      </p>
      {view.about && <p>About {view.about}</p>}
      {view.agreed.length > 0 && <Agreed lines={view.agreed} />}
      <p className="text-n11">
        Sent by {view.sender}, {view.business}
      </p>
      <ul className="flex flex-col divide-y rounded border" aria-label="Signers">
        {view.signers.map(({ name, party, status, signed_at }) => (
          <li key={`${name} ${party}`} className="flex items-baseline justify-between gap-3 px-3 py-2">
            <span className="min-w-0 wrap-anywhere">
              {name} <span className="text-n11">for the {party}</span>
            </span>
            <span className="shrink-0 text-12 text-n11">
              {signed_at ? `Signed ${instantText(signed_at)}` : labelOf(status)}
            </span>
          </li>
        ))}
      </ul>
      {view.reason && <p className="wrap-anywhere">{view.reason}</p>}
    </div>
  )
}

/** In short what the document is about, read from the record; the document itself is what counts. */
function Agreed({ lines }: { lines: SigningView['agreed'] }) {
  return (
    <dl aria-label="Summary" className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 rounded border px-3 py-2">
      {lines.map(({ label, text }) => (
        <Fragment key={`${label} ${text}`}>
          <dt className="text-n11">{label}</dt>
          <dd className="min-w-0 wrap-anywhere">{text}</dd>
        </Fragment>
      ))}
    </dl>
  )
}

/** Read before it is signed. */
export function DocumentFile({ token, view }: { token: string; view: SigningView }) {
  const [bytes, setBytes] = useState<Blob | null>(null)
  const [fault, setFault] = useState('')
  const [busy, setBusy] = useState(false)
  const { file } = view
  if (file === null) return null
  const open = async () => {
    setBusy(true)
    setFault('')
    try {
      setBytes(await fileByLink('/api/sign/file', token, { file: 'frozen' }))
    } catch (error) {
      setFault(error instanceof CallError ? error.message : 'Please try again.')
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="flex flex-col gap-2">
      <Button size="lg" busy={busy} onClick={() => void open()}>
        Read the document
      </Button>
      <span className="text-12 text-n11 wrap-anywhere">
        {file.file_name}, <span className="numeric">{sizeText(file.size_bytes)}</span>
      </span>
      {bytes && (
        <PdfViewer
          title={view.title}
          src={bytes}
          file_name={file.file_name}
          className="h-[70dvh] rounded border"
        />
      )}
      {fault && <Fault>{fault}</Fault>}
    </div>
  )
}

export function Done({ token, view }: { token: string; view: SigningView }) {
  const queries = useQueryClient()
  const heading = useRef<HTMLParagraphElement>(null)
  const isSigned = view.signer.status === 'signed'
  // The pressed button is gone.
  useEffect(() => heading.current?.focus(), [])
  // The seal takes a moment after the last signature.
  useEffect(() => {
    if (view.status !== 'completed' || view.is_sealed) return
    const timer = setInterval(() => void queries.invalidateQueries({ queryKey: ['signing', token] }), 3000)
    return () => clearInterval(timer)
  }, [view.status, view.is_sealed, queries, token])
  const words = isSigned
    ? 'You have signed. Thank you.'
    : view.signer.status === 'declined'
      ? 'You declined to sign.'
      : view.status === 'inprogress'
        ? 'It is not your turn to sign yet. A mail tells you.'
        : 'There is nothing to sign any more.'
  return (
    <>
      <p ref={heading} tabIndex={-1} className="text-16 font-semibold">
        {words}
      </p>
      {view.status === 'completed' && !view.is_sealed && (
        <p className="text-n11">The document is being sealed.</p>
      )}
      {isSigned && view.status === 'inprogress' && (
        <p className="text-n11">You get the signed document by mail once all have signed.</p>
      )}
      {view.is_sealed && (
        <>
          <Download
            token={token}
            file="final"
            label="Download the signed document"
            name={`${view.title}.pdf`}
          />
          <Download
            token={token}
            file="certificate"
            label="Download the certificate"
            name={`${view.title} - certificate.pdf`}
          />
        </>
      )}
      {view.return_url && (
        <a href={view.return_url} className="text-a11 underline">
          Go back
        </a>
      )}
    </>
  )
}

function Download({
  token,
  file,
  label,
  name,
}: {
  token: string
  file: string
  label: string
  name: string
}) {
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState('')
  const save = async () => {
    setBusy(true)
    try {
      saveFile(name, await fileByLink('/api/sign/file', token, { file }))
    } catch (error) {
      setFault(error instanceof CallError ? error.message : 'Please try again.')
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Button size="lg" busy={busy} onClick={() => void save()}>
        {label}
      </Button>
      {fault && <Fault>{fault}</Fault>}
    </>
  )
}
