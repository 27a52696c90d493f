/** Mails, calls and promises of one client, newest first; a letter is read as it was sent (experience.md, page 8). */

import type { LucideIcon } from 'lucide-react'
import { CircleCheck, CircleX, Download, Handshake, Mail, Phone, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { countText } from '#kernel/count-text.ts'
import { moneyOf } from '#kernel/money.ts'
import { pathOf } from '#web/core/place.ts'
import { type Answer, gql } from '#web/core/query.ts'
import { useSession } from '#web/core/session.ts'
import { minorOf } from '#web/kinds/amount.tsx'
import { dayText } from '#web/kinds/time.tsx'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/class-names.ts'
import { Link } from '#web/ui/Link.tsx'
import { Modal } from '#web/ui/Modal.tsx'
import { type Letter, type TimelineEntry, timelineOf } from './client-timeline.rules.ts'
import { filled, type LetterNames } from './credit-mail.rules.ts'

export const promise_fields = gql(`fragment client_promise on transaction_payment_promise {
  id amount promised_date status note user_name created_at updated_at
  invoice { id human_id } currency { alpha_code }
}`)

type AskedPromise = Answer<typeof promise_fields>

const looks: Readonly<Record<TimelineEntry['kind'], readonly [LucideIcon, string]>> = {
  mail: [Mail, 'text-n11'],
  call: [Phone, 'text-n11'],
  promise: [Handshake, 'text-sky11'],
  kept: [CircleCheck, 'text-green11'],
  broken: [CircleX, 'text-red11'],
  withdrawn: [Undo2, 'text-n11'],
}

/** So many are seen at once; the rest at a press. */
const shown_first = 8

export function ClientTimeline({
  letters,
  promises,
  names,
}: {
  letters: readonly Letter[]
  promises: readonly AskedPromise[]
  names: LetterNames
}) {
  const { category } = useSession()
  const [isAll, setAll] = useState(false)
  const [read, setRead] = useState<Letter | null>(null)
  const entries = timelineOf(
    letters,
    promises.flatMap(({ invoice, ...promise }) =>
      invoice
        ? {
            ...promise,
            invoice_id: invoice.id,
            human_id: invoice.human_id,
            amount: moneyOf(minorOf(promise.amount), promise.currency?.alpha_code),
          }
        : [],
    ),
  )
  if (entries.length === 0) return null
  const shown = isAll ? entries : entries.slice(0, shown_first)
  return (
    <div className="mt-3 border-t pt-2">
      <ol className="flex flex-col gap-1.5" aria-label="Mails, calls and promises, newest first">
        {shown.map((entry) => {
          const [Icon, colour] = looks[entry.kind]
          const letter = entry.kind === 'mail' ? letters.find((one) => one.id === entry.id) : undefined
          return (
            <li key={entry.id} className="grid grid-cols-[auto_1fr] gap-x-2">
              <Icon size={15} aria-hidden className={cx('mt-0.5', colour)} />
              <div className="flex min-w-0 flex-wrap items-baseline gap-x-3">
                <time dateTime={entry.on} className="numeric w-24 text-n11">
                  {dayText(entry.on)}
                </time>
                {letter ? (
                  <button
                    type="button"
                    className="text-a11 underline-offset-2 hover:underline"
                    onClick={() => setRead(letter)}
                  >
                    {entry.what}
                  </button>
                ) : (
                  <span>{entry.what}</span>
                )}
                {entry.invoice && (
                  <Link to={pathOf({ category, path: 'transaction/invoice', id: entry.invoice.id })}>
                    {entry.invoice.human_id}
                  </Link>
                )}
                <span className="break-words text-n11">{entry.detail}</span>
                {entry.note && <p className="w-full break-words whitespace-pre-line">{entry.note}</p>}
              </div>
            </li>
          )
        })}
      </ol>
      {!isAll && entries.length > shown.length && (
        <Button size="sm" className="mt-2" onClick={() => setAll(true)}>
          {`Show ${entries.length - shown.length} more`}
        </Button>
      )}
      {read && (
        <Modal
          open
          onClose={() => setRead(null)}
          size="md"
          title={filled(read.subject, names)}
          description={`Sent on ${dayText(read.on_date)} to ${read.recipients.join(', ')}`}
          footer={
            // The button above prints the present statement.
            read.kind !== 'statement' && (
              <a href={`/api/pdf/chase/${read.id}?download=1`} className={buttonClass()}>
                <Download size={15} aria-hidden /> Letter as PDF
              </a>
            )
          }
        >
          <p className="whitespace-pre-line">{filled(read.body, names)}</p>
          <p className="mt-3 text-n11">
            {countText(read.invoice_count, 'invoice was', 'invoices were')} listed below.
          </p>
        </Modal>
      )}
    </div>
  )
}
