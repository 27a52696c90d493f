/** One consolidated invoice: its members with their timesheets and proof, its PDF, and the next step (spec §3, §4). */

import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { labelIn } from '#entity/choices.ts'
import { countText } from '#kernel/count-text.ts'
import { PdfViewer } from '#web/blocks/PdfViewer.tsx'
import { RecordHeader } from '#web/blocks/RecordHeader.tsx'
import { graphql } from '#web/core/call.ts'
import { usePlace } from '#web/core/place.ts'
import { useSession } from '#web/core/session.ts'
import { useAction } from '#web/core/use-action.ts'
import { Amount } from '#web/kinds/amount.tsx'
import { dayText, instantText } from '#web/kinds/time.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { ConfirmAction } from '#web/ui/ConfirmAction.tsx'
import { cx } from '#web/ui/class-names.ts'
import { useMedia } from '#web/ui/media.ts'
import { PropertiesTable } from '#web/ui/PropertiesTable.tsx'
import { consolidated_invoice } from '../invoices/invoice-set.entity.ts'
import { RecordBlocks } from '../platform/blocks/record-blocks.card.tsx'
import { RecordState } from '../shared/record-state.card.tsx'
import { can } from './consolidate.rules.ts'
import type { Consolidated } from './consolidated-data.card.tsx'
import {
  ConsolidatedMembers,
  ConsolidatedProof,
  ConsolidatedReceipts,
  consolidated_query,
} from './consolidated-data.card.tsx'

export function ConsolidatedInvoicePage() {
  const { id } = usePlace()
  const { category } = useSession()
  const issues = category === 'agency' || category === 'provider'
  const query = useQuery({
    queryKey: ['consolidated_invoice', id],
    queryFn: async ({ signal }) => (await graphql(consolidated_query, { id: id ?? '', issues }, signal)).one,
  })
  return (
    <RecordState query={query} what="Consolidated invoice">
      {(one) => <ConsolidatedView key={one.id} one={one} />}
    </RecordState>
  )
}

const tones = {
  draft: 'neutral',
  generated: 'attention',
  open: 'progress',
  closed: 'positive',
  canceled: 'neutral',
} as const

function ConsolidatedView({ one }: { one: Consolidated }) {
  const session = useSession()
  const wide = useMedia('(min-width: 1280px)')
  const printed = one.status !== 'draft' && one.status !== 'canceled'
  const pdf = `/api/pdf/consolidated_invoice/${one.id}`
  const shows_pdf = wide && printed
  const matches = session.category === 'provider' && (one.status === 'generated' || one.status === 'open')
  return (
    <>
      <RecordHeader
        title={one.human_id}
        badge={
          <Badge tone={tones[one.status]}>
            {labelIn(consolidated_invoice.fields.status.choices, one.status)}
          </Badge>
        }
        meta={
          <>
            <span>
              {one.from_business?.name} → {one.to_business?.name}
            </span>
            {one.due_date && <span>Due {dayText(one.due_date)}</span>}
          </>
        }
        actions={<Steps one={one} pdf={printed ? pdf : null} />}
      />
      <div className={cx('grid gap-4 px-4 pb-6', shows_pdf && 'wide:grid-cols-2')}>
        <div className="flex min-w-0 flex-col gap-4">
          <Facts one={one} />
          <ConsolidatedProof one={one} />
          <ConsolidatedMembers one={one} />
          {matches && <ConsolidatedReceipts one={one} />}
          <RecordBlocks entity="transaction.consolidated_invoice" id={one.id} />
        </div>
        {shows_pdf && (
          <Card
            title="PDF"
            flush
            className="sticky top-4 h-[calc(100vh-120px)] min-h-120 self-start overflow-hidden"
          >
            <PdfViewer
              title={`PDF of ${one.human_id}`}
              src={pdf}
              file_name={`${one.human_id}.pdf`}
              className="h-[calc(100dvh-162px)]"
            />
          </Card>
        )}
      </div>
    </>
  )
}

function Facts({ one }: { one: Consolidated }) {
  const currency = one.currency?.alpha_code
  return (
    <Card title="Consolidated invoice">
      <PropertiesTable
        items={[
          { label: 'Total', value: <Amount value={one.total_amount} currency={currency} strong /> },
          { label: 'Net', value: <Amount value={one.amount} currency={currency} /> },
          { label: 'VAT', value: <Amount value={one.tax_amount} currency={currency} /> },
          {
            label: 'Period',
            value: one.period_start && `${dayText(one.period_start)} – ${dayText(one.period_end)}`,
          },
          { label: 'Raised', value: one.raised_date && dayText(one.raised_date) },
          { label: 'Sent', value: one.sent_at && instantText(one.sent_at) },
          { label: 'Purchase order', value: one.po_number },
          { label: 'Reason for cancelling', value: one.cancel_reason },
        ]}
      />
    </Card>
  )
}

function Steps({ one, pdf }: { one: Consolidated; pdf: string | null }) {
  const session = useSession()
  const done = (what: string) => ({ success: `${one.human_id} is ${what}` })
  const generate = useAction('transaction.consolidated_invoice.generate', done('generated'))
  const send = useAction('transaction.consolidated_invoice.send', {
    success: `${one.human_id} is being sent. See the mail log`,
  })
  const cancel = useAction('transaction.consolidated_invoice.cancel', {
    ...done('canceled'),
    shows: ['reason'],
  })
  const [asking, setAsking] = useState<'generate' | 'send' | 'cancel' | null>(null)
  const may = (what: 'generate' | 'send' | 'cancel') => can[what](one, session) === true
  const close = () => setAsking(null)
  return (
    <>
      {may('cancel') && <Button onClick={() => setAsking('cancel')}>Cancel</Button>}
      {pdf && (
        <a href={`${pdf}?download=1`} className={buttonClass()}>
          <Download size={15} aria-hidden /> Download PDF
        </a>
      )}
      {may('generate') && (
        <Button tone="primary" onClick={() => setAsking('generate')}>
          Generate
        </Button>
      )}
      {may('send') && (
        <Button
          {...(one.status === 'generated' ? { tone: 'primary' as const } : {})}
          onClick={() => setAsking('send')}
        >
          Send by mail
        </Button>
      )}
      <ConfirmAction
        open={asking === 'generate'}
        onClose={close}
        label="Generate"
        description={`${one.human_id} is issued with ${countText(one.invoices.length, 'invoice')} and can’t change after that.`}
        onConfirm={async () => (await generate.run({ id: one.id })) !== undefined}
      />
      <ConfirmAction
        open={asking === 'send'}
        onClose={close}
        label="Send"
        description={`Send ${one.human_id} with its PDF to ${one.to_business?.name ?? ''}?`}
        onConfirm={async () => (await send.run({ id: one.id })) !== undefined}
      />
      <ConfirmAction
        open={asking === 'cancel'}
        onClose={close}
        label="Cancel"
        error={cancel.errors.reason}
        description="Its invoices stay unchanged and can join another consolidated invoice."
        onConfirm={async (reason) => (await cancel.run({ id: one.id, reason })) !== undefined}
      />
    </>
  )
}
