/** Automatic matching: first the receipts of new bank lines, then the pairs, each with the rest for people. */
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { countText } from '#kernel/count-text.ts'
import { CouldNotLoad } from '#web/blocks/CouldNotLoad.tsx'
import { action } from '#web/core/call.ts'
import { pathOf } from '#web/core/place.ts'
import { useAction } from '#web/core/use-action.ts'
import { Amount } from '#web/kinds/amount.tsx'
import { dayText } from '#web/kinds/time.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Checkbox } from '#web/ui/inputs.tsx'
import { Link } from '#web/ui/Link.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { PageSkeleton } from '#web/ui/Skeleton.tsx'
import { Table, Td, Th } from '#web/ui/Table.tsx'
import type { AutoPreview, LinePayer } from './match-answers.rules.ts'

const receiptPath = (id: string) => pathOf({ category: 'provider', path: 'transaction/receipts', id })
const linePath = (id: string) => pathOf({ category: 'provider', path: 'transaction/bank_line', id })
const batch_max = 100

export function AutoMatchPage() {
  const query = useQuery({
    queryKey: ['auto_match'],
    queryFn: async () => {
      const ask = <T,>(action_id: string) => action<T>(action_id, {}, crypto.randomUUID())
      const [lines, preview] = await Promise.all([
        ask<{ lines: LinePayer[] }>('transaction.bank_line.payers'),
        ask<AutoPreview>('transaction.payment_receipt.auto_match_preview'),
      ])
      return { lines: lines.lines, preview }
    },
  })
  return (
    <>
      <PageHeader
        title="Auto-match"
        back={{ to: pathOf({ category: 'provider', path: 'transaction/cash_match' }), label: 'Cash match' }}
        meta={<span>Nothing is matched until you confirm. You can undo any match.</span>}
      />
      {query.isPending && <PageSkeleton />}
      {query.isError && <CouldNotLoad onRetry={() => void query.refetch()} />}
      {query.data && (
        <div className="flex flex-col gap-4 px-4 pb-6">
          <NewLines lines={query.data.lines} />
          <CertainPairs preview={query.data.preview} />
          <Exceptions preview={query.data.preview} />
        </div>
      )}
    </>
  )
}

/** Bank lines without a receipt: those with a known payer become receipts together. */
function NewLines({ lines }: { lines: readonly LinePayer[] }) {
  const known = lines.filter((line) => line.for_business_id !== null)
  const record = useAction<{ receipts: number }>('transaction.payment_receipt.record_many', {
    success: (done) => `Recorded ${countText(done.receipts, 'receipt')}`,
  })
  if (lines.length === 0) return null
  return (
    <Card
      title={`Bank lines without a receipt: ${lines.length}`}
      flush
      actions={
        <Button
          size="sm"
          tone="primary"
          busy={record.busy}
          disabledReason={known.length === 0 ? 'No payer is known' : null}
          onClick={() =>
            void record.run({
              receipts: known.map(({ bank_line_id, for_business_id }) => ({ bank_line_id, for_business_id })),
            })
          }
        >
          Record {countText(known.length, 'receipt')}
        </Button>
      }
    >
      <Rows label="Bank lines">
        <thead>
          <tr>
            <Th>Date</Th>
            <Th>From the bank</Th>
            <Th>Paid by</Th>
            <Th numeric>Amount</Th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.bank_line_id}>
              <Td className="whitespace-nowrap">{dayText(line.transaction_date)}</Td>
              <Td>
                <Link to={linePath(line.bank_line_id)}>{line.counterparty || 'Bank line'}</Link>
                <span className="block text-12 text-n11">{line.reference}</span>
              </Td>
              <Td>
                {line.payer ?? 'Unknown. Open the line to choose the payer.'}
                {line.reason && <span className="block text-12 text-n11">{line.reason}</span>}
              </Td>
              <Td numeric>
                <Amount value={line.amount} currency={line.currency} />
              </Td>
            </tr>
          ))}
        </tbody>
      </Rows>
    </Card>
  )
}

function CertainPairs({ preview }: { preview: AutoPreview }) {
  const [left_out, setLeftOut] = useState<ReadonlySet<string>>(new Set())
  const apply = useAction<{ receipts: number; pairs: number }>('transaction.payment_receipt.auto_match', {
    success: (done) =>
      `Matched ${countText(done.receipts, 'receipt')} with ${countText(done.pairs, 'invoice')}`,
  })
  const chosen = preview.matches.filter((match) => !left_out.has(match.id)).slice(0, batch_max)
  const toggle = (id: string, on: boolean) =>
    setLeftOut((now) => new Set(on ? [...now].filter((one) => one !== id) : [...now, id]))
  return (
    <Card
      title={`${preview.matches.length} of ${countText(preview.looked_at, 'receipt')} ready`}
      flush
      actions={
        <Button
          size="sm"
          tone="primary"
          busy={apply.busy}
          disabledReason={chosen.length === 0 ? 'There is nothing to match' : null}
          onClick={() =>
            void apply.run({
              receipts: chosen.map(({ id, matches }) => ({
                id,
                matches: matches.map(({ invoice_id, amount, outstanding_balance }) => ({
                  invoice_id,
                  amount,
                  outstanding_balance,
                })),
              })),
            })
          }
        >
          Match {chosen.length}
        </Button>
      }
    >
      <p className="flex flex-wrap gap-x-4 border-b p-3 text-n11">
        {preview.totals.length === 0 &&
          (preview.looked_at === 0
            ? 'No receipt waits to be matched.'
            : 'No reference matches invoices of the exact amount.')}
        {preview.totals.map((total) => (
          <span key={total.currency}>
            {total.count} in {total.currency}:{' '}
            <Amount value={total.amount} currency={total.currency} strong />
          </span>
        ))}
      </p>
      {preview.matches.length > 0 && (
        <Rows label="Certain pairs">
          <thead>
            <tr>
              <Th>
                <span className="sr-only">Take</span>
              </Th>
              <Th>Receipt</Th>
              <Th>Pays</Th>
              <Th numeric>Amount</Th>
            </tr>
          </thead>
          <tbody>
            {preview.matches.map((match) => (
              <tr key={match.id}>
                <Td className="w-8">
                  <Checkbox
                    label={`Match ${match.human_id}`}
                    hideLabel
                    checked={!left_out.has(match.id)}
                    onChange={(on) => toggle(match.id, on)}
                  />
                </Td>
                <Td>
                  <Link to={receiptPath(match.id)}>{match.human_id}</Link>
                  <span className="block text-12 text-n11">{match.payer}</span>
                </Td>
                <Td>
                  {match.matches.map((one) => one.human_id).join(', ')}
                  <span className="block text-12 text-n11">
                    {[...new Set(match.matches.map((one) => one.client_name))].join(', ')}
                  </span>
                </Td>
                <Td numeric>
                  <Amount value={match.amount} currency={match.currency} />
                </Td>
              </tr>
            ))}
          </tbody>
        </Rows>
      )}
    </Card>
  )
}

function Exceptions({ preview }: { preview: AutoPreview }) {
  if (preview.exceptions.length === 0) return null
  return (
    <Card title={`${preview.exceptions.length} to review`} flush>
      <Rows label="Exceptions">
        <thead>
          <tr>
            <Th>Receipt</Th>
            <Th>Why it needs review</Th>
            <Th numeric>Amount</Th>
          </tr>
        </thead>
        <tbody>
          {preview.exceptions.map((one) => (
            <tr key={one.id}>
              <Td>
                <Link to={receiptPath(one.id)}>{one.human_id}</Link>
                <span className="block text-12 text-n11">{one.payer}</span>
              </Td>
              <Td>{one.reason}</Td>
              <Td numeric>
                <Amount value={one.amount} currency={one.currency} />
              </Td>
            </tr>
          ))}
        </tbody>
      </Rows>
    </Card>
  )
}

function Rows({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the scrolling region must be reachable by keyboard.
    <section className="scroll-quiet overflow-x-auto" aria-label={`${label}, rows`} tabIndex={0}>
      <Table>{children}</Table>
    </section>
  )
}
