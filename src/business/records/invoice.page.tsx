/** One document: facts left, the very bytes that are mailed right (spec §2 invoice view; experience.md, page 5). */

import { labelIn } from '#entity/choices.ts'
import { countText } from '#kernel/count-text.ts'
import { formatScaled } from '#kernel/decimal-text.ts'
import { PdfViewer } from '#web/blocks/PdfViewer.tsx'
import { RecordHeader } from '#web/blocks/RecordHeader.tsx'
import { pathOf, usePlace } from '#web/core/place.ts'
import { useSession } from '#web/core/session.ts'
import { minorOf } from '#web/kinds/amount.tsx'
import { dayText } from '#web/kinds/time.tsx'
import type { Tone } from '#web/ui/Badge.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Card } from '#web/ui/Card.tsx'
import { useMedia } from '#web/ui/media.ts'
import { TabLinks } from '#web/ui/Tabs.tsx'
import { DisputeCard } from '../credit-control/dispute.card.tsx'
import { Promises } from '../credit-control/promise.form.tsx'
import { Reassigned, RecourseCard } from '../funding/recourse.card.tsx'
import { invoice } from '../invoices/invoice.entity.ts'
import type { InvoiceData } from '../invoices/invoice.hook.ts'
import { useInvoice } from '../invoices/invoice.hook.ts'
import { InvoiceActivity } from '../invoices/invoice-activity.card.tsx'
import {
  InvoiceLinks,
  InvoiceMatches,
  InvoiceParties,
  InvoiceSetCard,
  PayableAccountCard,
} from '../invoices/invoice-facts.card.tsx'
import { InvoiceLines } from '../invoices/invoice-lines.card.tsx'
import { InvoiceMoney } from '../invoices/invoice-money.card.tsx'
import { PaymentWait } from '../payments/document-holds/payment-wait.card.tsx'
import { DeductedFromFee } from '../payroll/deemed/deemed.card.tsx'
import { RecordBlocks } from '../platform/blocks/record-blocks.card.tsx'
import { type InvoiceType, isClientFacing } from '../shared/invoice-types.rules.ts'
import { RecordState } from '../shared/record-state.card.tsx'
import { InvoiceActions } from './invoice-actions.card.tsx'

export function InvoicePage() {
  const session = useSession()
  const { id } = usePlace()
  const query = useInvoice(session, id ?? '')
  return (
    <RecordState query={query} what="Invoice">
      {(document) => <Invoice key={document.id} document={document} />}
    </RecordState>
  )
}

const finance_tones = {
  initiated: 'progress',
  paid: 'positive',
  overdue: 'critical',
} as const satisfies Record<string, Tone>

function Invoice({ document }: { document: InvoiceData }) {
  const wide = useMedia('(min-width: 1280px)')
  const shown = useShown(wide)
  const pdf = `/api/pdf/invoice/${document.id}`
  return (
    <>
      <RecordHeader
        title={document.human_id}
        badge={<States document={document} />}
        meta={
          <>
            <span>{labelIn(invoice.fields.type.choices, document.type)}</span>
            <span>
              {document.from_invoice_entity?.business_name} → {document.to_invoice_entity?.business_name}
            </span>
            <Due document={document} />
          </>
        }
        actions={<InvoiceActions document={document} pdf={pdf} />}
      />
      <InvoiceMoney document={document} />
      <Tabs wide={wide} />
      <div className="grid gap-4 px-4 pt-3 pb-6 wide:grid-cols-2">
        {shown === 'activity' && <InvoiceActivity document={document} />}
        {shown === 'pdf' && (
          <Card title="PDF" flush className="min-h-120 overflow-hidden">
            <DocumentPdf document={document} pdf={pdf} />
          </Card>
        )}
        {shown === null && <Facts document={document} pdf={pdf} />}
        {wide && (
          <Card
            title="PDF"
            flush
            className="sticky top-4 h-[calc(100vh-120px)] min-h-120 self-start overflow-hidden"
          >
            <DocumentPdf document={document} pdf={pdf} />
          </Card>
        )}
      </div>
    </>
  )
}

function DocumentPdf({ document, pdf }: { document: InvoiceData; pdf: string }) {
  const { human_id } = document
  return (
    <PdfViewer
      title={`PDF of ${human_id}`}
      src={pdf}
      file_name={`${human_id}.pdf`}
      className="h-[calc(100dvh-162px)] min-h-108"
    />
  )
}

/** With the PDF beside the facts no tab is needed. */
function useShown(wide: boolean): 'pdf' | 'activity' | null {
  const { tab } = usePlace()
  if (tab === 'activity') return tab
  return tab === 'pdf' && !wide ? tab : null
}

function Tabs({ wide }: { wide: boolean }) {
  const place = usePlace()
  const shown = useShown(wide)
  const tabs = [
    { tab: null, label: 'Details' },
    ...(wide ? [] : [{ tab: 'pdf', label: 'PDF' }]),
    { tab: 'activity', label: 'Activity' },
  ]
  return (
    <TabLinks
      label="Invoice"
      tabs={tabs.map(({ tab, label }) => ({ to: pathOf({ ...place, tab }), label, current: tab === shown }))}
    />
  )
}

function Facts({ document, pdf }: { document: InvoiceData; pdf: string }) {
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <PaymentWait document={document} />
      <DeductedFromFee invoice={document} />
      <InvoiceLines document={document} />
      <InvoiceMatches document={document} />
      <DisputeCard document={document} />
      <RecourseCard invoice={document} />
      <PromisesOf document={document} />
      <InvoiceParties document={document} />
      <PayableAccountCard document={document} />
      <InvoiceLinks document={document} pdf={pdf} />
      <InvoiceSetCard document={document} />
      <RecordBlocks entity="transaction.invoice" id={document.id} facts={document} />
    </div>
  )
}

/** The client's promises, for credit control. */
function PromisesOf({ document }: { document: InvoiceData }) {
  const { category } = useSession()
  const asks = category === 'agency' || category === 'provider'
  const isOwed = document.status === 'open' && !document.is_credit_note
  if (!asks || !isOwed || !isClientFacing(document.type as InvoiceType)) return null // As the entity declares it.
  const outstanding_balance = formatScaled(minorOf(document.outstanding_balance), 2)
  return (
    <Promises invoice={{ ...document, outstanding_balance, currency: document.currency?.alpha_code ?? '' }} />
  )
}

function States({ document }: { document: InvoiceData }) {
  return (
    <>
      <Badge
        tone={document.status === 'open' ? 'progress' : document.status === 'closed' ? 'positive' : 'neutral'}
      >
        {labelIn(invoice.fields.status.choices, document.status)}
      </Badge>
      {document.finance_status && (
        <Badge tone={finance_tones[document.finance_status]}>
          {labelIn(invoice.fields.finance_status.choices, document.finance_status)}
        </Badge>
      )}
      {document.funding_type && (
        <Badge dot={false}>{labelIn(invoice.fields.funding_type.choices, document.funding_type)}</Badge>
      )}
      {document.is_credit_note && <Badge tone="attention">Credit note</Badge>}
      {document.is_disputed && <Badge tone="critical">Disputed</Badge>}
      {document.funding_hold_reason && <Badge tone="attention">{document.funding_hold_reason}</Badge>}
      {document.disallowed_status && <Badge tone="attention">{document.disallowed_status}</Badge>}
      <Reassigned invoice={document} />
    </>
  )
}

function Due({ document }: { document: InvoiceData }) {
  if (document.status !== 'open') return null
  const late = document.days_overdue ?? 0
  return late > 0 ? (
    <span className="text-red11">{countText(late, 'day')} overdue</span>
  ) : (
    <span>Due {dayText(document.due_date)}</span>
  )
}
