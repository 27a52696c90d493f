/** The history of a document, and the hash of its file (experience.md, page 5). */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { moneyOf } from '#kernel/money.ts'
import { graphql } from '#web/core/call.ts'
import { type Answer, gql } from '#web/core/query.ts'
import { useSession } from '#web/core/session.ts'
import { minorOf } from '#web/kinds/amount.tsx'
import { dayText } from '#web/kinds/time.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { CopyButton } from '#web/ui/CopyButton.tsx'
import type { InvoiceData } from './invoice.hook.ts'
import { activityOf, type DocumentFacts } from './invoice-activity.rules.ts'

/** Letters and promises are between agency and provider; the audit log is their administrators'. */
const activity = gql(`query invoice_activity($id: uuid!, $audits: Boolean!) {
  letters: transaction_chase_invoice(where: { invoice_id: { _eq: $id } }, order_by: { created_at: asc }, limit: 100) {
    id chase { kind on_date recipients user_name }
  }
  promises: transaction_payment_promise(where: { invoice_id: { _eq: $id } }, order_by: { created_at: asc }) {
    id amount promised_date status note user_name created_at updated_at
  }
  audits: log_audit(where: { entity: { _eq: "transaction.invoice" }, entity_id: { _eq: $id } }, order_by: { id: asc }, limit: 100)
    @include(if: $audits) { id at action_id new_values }
}`)

export function InvoiceActivity({ document }: { document: InvoiceData }) {
  const { category, roles, business_contact_id } = useSession()
  const asks = category === 'agency' || category === 'provider'
  const audits = asks && (roles.includes('agency_admin') || roles.includes('provider_admin'))
  const query = useQuery({
    queryKey: ['invoice_activity', business_contact_id, document.id],
    queryFn: ({ signal }) => graphql(activity, { id: document.id, audits }, signal),
    enabled: asks,
  })
  const steps = activityOf(factsOf(document, query.data))
  return (
    <Card title="Activity" className="self-start">
      {query.isError && <p className="mb-2 text-n11">Letters and promises could not be read.</p>}
      <ol className="flex flex-col" aria-label="Activity, newest first">
        {steps.map((step) => (
          <li key={step.id} className="relative border-l border-n6 pb-3 pl-4 last:pb-0">
            <span aria-hidden className="absolute top-1.5 -left-[4.5px] size-2 rounded-full bg-n8" />
            <p className="flex flex-wrap gap-x-3">
              <time dateTime={step.on} className="numeric w-26 shrink-0 text-n11">
                {dayText(step.on)}
              </time>
              <span className="min-w-0 flex-1 break-words">
                {step.what}
                {step.detail && <span className="block text-12 text-n11">{step.detail}</span>}
              </span>
            </p>
          </li>
        ))}
      </ol>
    </Card>
  )
}

function factsOf(document: InvoiceData, answer: Answer<typeof activity> | undefined): DocumentFacts {
  const of = (value: unknown) => moneyOf(minorOf(value), document.currency?.alpha_code)
  return {
    raised_date: document.raised_date,
    matches: document.payment_receipt_details.map((match) => ({
      ...match,
      human_id: match.payment_receipt_summary?.human_id ?? null,
      amount: of(match.amount),
    })),
    credit_notes: document.credit_notes.map((note) => ({ ...note, total: of(note.total_amount) })),
    letters: (answer?.letters ?? []).flatMap(({ id, chase }) => (chase ? [{ id, ...chase }] : [])),
    promises: (answer?.promises ?? []).map((promise) => ({ ...promise, amount: of(promise.amount) })),
    audits: answer?.audits ?? [],
  }
}

/** The hash of the mailed bytes, on request: the file is made for it. */
export function FileHash({ src }: { src: string }) {
  const [isAsked, setAsked] = useState(false)
  const query = useQuery({
    queryKey: ['pdf_hash', src],
    queryFn: async ({ signal }) => {
      const answer = await fetch(src, { method: 'HEAD', signal })
      const hash = answer.headers.get('x-content-sha256')
      if (!answer.ok || hash === null) throw new Error(`No hash of ${src}`)
      return hash
    },
    enabled: isAsked,
  })
  if (query.data === undefined)
    return (
      <Button
        size="sm"
        busy={query.isFetching}
        onClick={() => (query.isError ? void query.refetch() : setAsked(true))}
      >
        {query.isError ? 'Could not be made – try again' : 'Show the hash'}
      </Button>
    )
  return (
    <span className="inline-flex items-start gap-1">
      <code className="text-12 break-all">{query.data}</code>
      <CopyButton text={query.data} label="Copy the hash" />
    </span>
  )
}
