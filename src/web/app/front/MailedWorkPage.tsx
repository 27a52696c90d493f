/** `/m/{token}`: approves or rejects one timesheet or expense by the link in a mail, without a sign-in. Made for a phone. */

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { MailedFile, MailedWorkFacts } from '#business/decisions/mailed-work.rules.ts'
import { unitLabel } from '#business/rates/units.rules.ts'
import type { Usual } from '#business/timesheets/days/hours-baseline.rules.ts'
import { day, formatDayLong } from '#kernel/day.ts'
import { sizeText } from '#kernel/file-text.ts'
import { errorText, validationText } from '#kernel/messages.ts'
import { formatUnits, units } from '#kernel/rate.ts'
import { CallError, callByLink, fileByLink } from '#web/core/call.ts'
import { saveFile } from '#web/core/save-file.ts'
import { Amount } from '#web/kinds/amount.tsx'
import { secondsLeft } from '#web/kinds/seconds-left.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Fault, FrontPage, LinkedPage, type LinkPageProps, SignInLine } from './FrontPage.tsx'
import { ReasonArea } from './ReasonArea.tsx'

interface MailedWork {
  readonly category: string
  readonly module: string
  readonly entity: 'timesheet' | 'expense'
  readonly record: MailedWorkFacts
  readonly usual: Usual | null
  readonly signs: readonly string[]
  readonly actions: readonly ('approve' | 'reject')[]
  readonly needs_sign_in: boolean
  readonly person: { readonly name: string; readonly business: string }
  readonly decision: {
    readonly decision_id: string
    readonly action: 'approve' | 'reject'
    readonly state: 'held' | 'done' | 'failed'
    readonly ms_left: number
  } | null
}

export function MailedWorkPage({ token }: LinkPageProps) {
  const query = useQuery({
    queryKey: ['mailed_work', token],
    queryFn: ({ signal }) => callByLink<MailedWork>('/api/magic/query', token, { body: {} }, signal),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  })
  return (
    <LinkedPage title="Approval" query={query} height="h-40" way_on={<SignInLine />}>
      {(work) => <Work token={token} work={work} />}
    </LinkedPage>
  )
}

function Work({ token, work }: { token: string; work: MailedWork }) {
  const { record, usual, signs, needs_sign_in, decision, entity } = work
  return (
    <FrontPage title={entity === 'timesheet' ? 'Timesheet' : 'Expense'}>
      <Facts record={record} usual={usual} signs={signs} />
      <Lines record={record} />
      <Files token={token} work={work} />
      {needs_sign_in ? (
        <>
          <p>The charge is above the limit of approvals by mail. Sign in to decide.</p>
          <a
            href={`/auth/login?next=${encodeURIComponent(`/client/transaction/${entity}/${record.id}`)}`}
            className="text-a11 underline"
          >
            Sign in
          </a>
        </>
      ) : decision === null ? (
        <Choice token={token} work={work} />
      ) : (
        <Decided token={token} work={work} decision={decision} />
      )}
      <p className="text-12 text-n11">
        For {work.person.name}, {work.person.business}
      </p>
    </FrontPage>
  )
}

function Facts({ record, usual, signs }: Pick<MailedWork, 'record' | 'usual' | 'signs'>) {
  const { contractor, title, agency, start_date, end_date, total_units, unit_type } = record
  return (
    <div className="flex flex-col gap-1.5">
      <p className="text-16 font-semibold">{contractor}</p>
      <p className="text-n11">
        {title}, by {agency}
      </p>
      {start_date && end_date && (
        <p className="numeric">
          {formatDayLong(day(start_date))} – {formatDayLong(day(end_date))}
        </p>
      )}
      <p className="flex flex-wrap items-center gap-2">
        {total_units !== null && (
          <span className="numeric text-20 font-semibold">
            {formatUnits(units(total_units))} {unitLabel(unit_type ?? 'hourly', 'plural').toLowerCase()}
          </span>
        )}
        {record.amount !== null && (
          <span className="text-16">
            <Amount value={record.amount} currency={record.currency} strong />
            {record.tax_amount !== null && (
              <span className="text-n11">
                {' and '}
                <Amount value={record.tax_amount} currency={record.currency} /> VAT
              </span>
            )}
          </span>
        )}
        {usual && <Badge tone={usual.is_usual ? 'positive' : 'attention'}>{usual.text}</Badge>}
        {signs.map((sign) => (
          <Badge key={sign} tone="attention">
            {sign}
          </Badge>
        ))}
      </p>
    </div>
  )
}

function Lines({ record }: Pick<MailedWork, 'record'>) {
  return (
    <>
      <ul className="flex flex-col divide-y rounded border" aria-label="Days">
        {record.lines.map((line, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of an answer never change places
          <li key={at} className="flex items-baseline justify-between gap-3 px-3 py-2">
            <span className="min-w-0 break-words">
              <span className="numeric">{formatDayLong(day(line.date))}</span>{' '}
              <span className="text-n11">
                {line.what}
                {line.description ? `: ${line.description}` : ''}
              </span>
            </span>
            <span className="numeric shrink-0 font-medium">
              {line.units === null ? (
                <Amount value={line.amount} currency={record.currency} />
              ) : (
                formatUnits(units(line.units))
              )}
            </span>
          </li>
        ))}
      </ul>
      {record.comment && <p className="break-words whitespace-pre-line">{record.comment}</p>}
    </>
  )
}

/** The evidence: each file opens without a sign-in. */
function Files({ token, work }: { token: string; work: MailedWork }) {
  const { category, module, entity, record } = work
  const [opening, setOpening] = useState<string | null>(null)
  const [fault, setFault] = useState('')
  const open = async ({ id, file_name }: MailedFile) => {
    if (opening !== null) return
    setOpening(id)
    setFault('')
    try {
      const body = { category, module, entity, body: { id } }
      saveFile(file_name, await fileByLink('/api/magic/file', token, body))
    } catch (error) {
      setFault(error instanceof CallError ? error.message : errorText.action_failed)
    } finally {
      setOpening(null)
    }
  }
  if (record.files.length === 0) return null
  return (
    <section aria-label="Files" className="flex flex-col gap-1.5">
      <h2 className="font-medium">Files</h2>
      <ul className="flex flex-col divide-y rounded border">
        {record.files.map((file) => (
          <li key={file.id} className="flex items-center justify-between gap-3 px-3 py-2">
            <span className="min-w-0 break-words">
              {file.file_name} <span className="numeric text-n11">{sizeText(file.size_bytes)}</span>
            </span>
            <Button
              busy={opening === file.id}
              aria-label={`Open ${file.file_name}`}
              onClick={() => void open(file)}
            >
              Open
            </Button>
          </li>
        ))}
      </ul>
      {fault && <Fault>{fault}</Fault>}
    </section>
  )
}

/** Sends a decision, and reads the record again. */
function useDecide(token: string, { category, module, entity }: MailedWork) {
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<CallError | null>(null)
  const decide = async (body: object) => {
    if (busy) return
    setBusy(true)
    setFault(null)
    try {
      await callByLink('/api/magic/action', token, { category, module, entity, body })
      await queries.refetchQueries({ queryKey: ['mailed_work', token] })
    } catch (error) {
      setFault(error instanceof CallError ? error : new CallError('internal', 'Please try again.'))
    } finally {
      setBusy(false)
    }
  }
  return { decide, busy, fault }
}

function Choice({ token, work }: { token: string; work: MailedWork }) {
  const { decide, busy, fault } = useDecide(token, work)
  const [isRejecting, setRejecting] = useState(false)
  const [comment, setComment] = useState('')
  const [missing, setMissing] = useState('')
  const reject = () => {
    if (!isRejecting) return setRejecting(true)
    if (comment.trim() === '') return setMissing(validationText.specify_reason)
    void decide({ action: 'reject', comment })
  }
  return (
    <>
      {isRejecting && (
        <ReasonArea
          value={comment}
          onChange={(text) => {
            setComment(text)
            setMissing('')
          }}
          missing={missing}
          fault={fault}
        />
      )}
      {fault && !fault.errors.comment && <Fault>{fault.message}</Fault>}
      <div className="grid grid-cols-2 gap-2">
        {isRejecting ? (
          <Button size="lg" onClick={() => setRejecting(false)}>
            Back
          </Button>
        ) : (
          <Button size="lg" onClick={reject}>
            Reject
          </Button>
        )}
        {isRejecting ? (
          <Button size="lg" tone="danger" busy={busy} onClick={reject}>
            Reject
          </Button>
        ) : (
          <Button size="lg" tone="primary" busy={busy} onClick={() => void decide({ action: 'approve' })}>
            Approve
          </Button>
        )}
      </div>
    </>
  )
}

function Decided({
  token,
  work,
  decision,
}: {
  token: string
  work: MailedWork
  decision: NonNullable<MailedWork['decision']>
}) {
  const { decide, busy, fault } = useDecide(token, work)
  const [left, setLeft] = useState(secondsLeft(decision.ms_left))
  const heading = useRef<HTMLParagraphElement>(null)
  // The pressed button is gone.
  useEffect(() => heading.current?.focus(), [])
  useEffect(() => {
    const timer = setInterval(() => setLeft((seconds) => Math.max(0, seconds - 1)), 1000)
    return () => clearInterval(timer)
  }, [])
  const done = decision.action === 'approve' ? 'Approved' : 'Rejected'
  if (decision.state === 'failed')
    return <Fault>Your decision could not be carried out. A mail tells you why.</Fault>
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p ref={heading} tabIndex={-1} className="text-16 font-semibold">
        {done}
      </p>
      {decision.state === 'held' && left > 0 && (
        <Button
          size="lg"
          busy={busy}
          aria-label="Undo"
          onClick={() => void decide({ action: 'undo', decision_id: decision.decision_id })}
        >
          Undo <span className="numeric text-n11">{left} s</span>
        </Button>
      )}
      {fault && <Fault>{fault.message}</Fault>}
      {left === 0 && (
        <a
          href={`/auth/login?next=${encodeURIComponent(`/${work.category}/inbox`)}`}
          className="w-full text-a11 underline"
        >
          See what else waits for you
        </a>
      )}
    </div>
  )
}
