/** The cards of an invoice page besides its lines: parties, payable account, receipts, related records. */
import type { Category } from '#entity/access.ts'
import { labelIn } from '#entity/choices.ts'
import { pathOf } from '#web/core/place.ts'
import { useSession } from '#web/core/session.ts'
import { Amount } from '#web/kinds/amount.tsx'
import { dayText } from '#web/kinds/time.tsx'
import { Card } from '#web/ui/Card.tsx'
import { CopyButton } from '#web/ui/CopyButton.tsx'
import { cx } from '#web/ui/class-names.ts'
import { Link } from '#web/ui/Link.tsx'
import { PropertiesTable } from '#web/ui/PropertiesTable.tsx'
import { Table, Td } from '#web/ui/Table.tsx'
import { DocumentsCard } from './documents-table.card.tsx'
import type { InvoiceData, InvoiceMatch, PrintedParty } from './invoice.hook.ts'
import { FileHash } from './invoice-activity.card.tsx'

export function InvoiceParties({ document }: { document: InvoiceData }) {
  return (
    <Card title="Parties">
      <div className="grid gap-4 sideways:grid-cols-2">
        <Party label="From" party={document.from_invoice_entity} />
        <Party label="To" party={document.to_invoice_entity} />
      </div>
    </Card>
  )
}

function Party({ label, party }: { label: string; party: PrintedParty | null }) {
  if (!party) return null
  const facts = [
    party.invoicing_address,
    party.registration_number && `Company no. ${party.registration_number}`,
    party.vat_number && `VAT no. ${party.vat_number}`,
    party.email,
  ].filter(Boolean)
  return (
    <div className="min-w-0">
      <p className="text-12 text-n11">{label}</p>
      <p className="font-medium break-words">{party.business_name}</p>
      {facts.map((fact) => (
        <p key={fact} className="break-words text-n11">
          {fact}
        </p>
      ))}
    </div>
  )
}

export function PayableAccountCard({ document }: { document: InvoiceData }) {
  const account = document.payable_bank_account
  if (!account) return null
  const sort_code = account.sort_code?.replace(/^(..)(..)(..)$/, '$1-$2-$3') ?? null
  const facts = [
    ['Account holder', account.account_holder_name],
    ['Bank', account.bank_name],
    ['Sort code', sort_code],
    ['Account number', account.account_number],
    ['IBAN', account.iban],
    ['Swift code', account.swift_code],
    ['Reference', document.human_id],
  ] as const
  return (
    <Card title="Payable account">
      <PropertiesTable
        columns={1}
        items={facts
          .filter(([, value]) => value)
          .map(([label, value]) => ({
            label,
            value: (
              <span className="numeric inline-flex max-w-full items-center gap-1">
                <span className="min-w-0 wrap-anywhere">{value}</span>
                <CopyButton text={value ?? ''} label={`Copy ${label.toLowerCase()}`} />
              </span>
            ),
          }))}
      />
    </Card>
  )
}

/** Where a category reads receipts (spec §2, menus); an agency's and a funder's evidence ends in the money. */
const receipts: Readonly<Partial<Record<Category, string>>> = {
  agency: 'transaction/receipts',
  provider: 'transaction/receipts',
  funder: 'transaction/receipt',
}

function CashLink({ match }: { match: InvoiceMatch }) {
  const { category } = useSession()
  const cash = match.payment_receipt_summary
  if (!cash) return '–'
  const path = receipts[category]
  if (path === undefined || (cash.type !== 'receipt' && category !== 'provider')) return cash.human_id
  return <Link to={pathOf({ category, path, id: cash.id })}>{cash.human_id}</Link>
}

/** Every match with its reversal: nothing that happened disappears. */
export function InvoiceMatches({ document }: { document: InvoiceData }) {
  const currency = document.currency?.alpha_code
  if (document.payment_receipt_details.length === 0) return null
  return (
    <Card title="Payments and receipts" flush>
      <div className="scroll-quiet overflow-x-auto">
        <Table heads={['Id', 'Post Date', 'Kind', { numeric: 'Amount' }, 'Reversed']}>
          {document.payment_receipt_details.map((match) => (
            <tr key={match.id} className={cx(match.reversal_date && 'text-n10 line-through')}>
              <Td>
                <CashLink match={match} />
              </Td>
              <Td>{dayText(match.post_date)}</Td>
              <Td>{labelIn([], match.payment_type)}</Td>
              <Td numeric>
                <Amount value={match.amount} currency={currency} />
              </Td>
              <Td>
                {match.reversal_date ? `${dayText(match.reversal_date)} ${match.reversal_reason ?? ''}` : ''}
              </Td>
            </tr>
          ))}
        </Table>
      </div>
    </Card>
  )
}

interface LinkedRecord {
  readonly id: string
  readonly human_id: string
}

/** A line with the way to a record; none where there is no such record, or none of the reader's. */
function linkLine(label: string, path: string, record: LinkedRecord | null | undefined, more = '') {
  if (!record) return []
  return [{ label, value: <RecordLink path={path} record={record} more={more} /> }]
}

function RecordLink({ path, record, more }: { path: string; record: LinkedRecord; more: string }) {
  const { category } = useSession()
  return (
    <Link to={pathOf({ category, path, id: record.id })}>
      {record.human_id} {more}
    </Link>
  )
}

function CreditNotes({ notes }: { notes: readonly LinkedRecord[] }) {
  return (
    <span className="flex flex-wrap gap-x-3">
      {notes.map((note) => (
        <RecordLink key={note.id} path="transaction/invoice" record={note} more="" />
      ))}
    </span>
  )
}

export function InvoiceLinks({ document, pdf }: { document: InvoiceData; pdf: string }) {
  const { contract, credit_notes } = document
  const invoices = 'transaction/invoice'
  return (
    <Card title="Details">
      <PropertiesTable
        items={[
          { label: 'Raised date', value: dayText(document.raised_date) },
          { label: 'Tax point', value: dayText(document.tax_point) },
          { label: 'Due date', value: dayText(document.due_date) },
          { label: 'Payment terms', value: `${document.payment_terms} days` },
          { label: 'Last payment', value: dayText(document.last_payment_date) },
          { label: 'PO number', value: document.po_number },
          { label: 'Period', value: period(document) },
          ...linkLine('Placement', `contract/${contract?.type ?? ''}`, contract, contract?.title),
          ...linkLine('Timesheet', 'transaction/timesheet', document.timesheet),
          ...linkLine('Expense', 'transaction/expense', document.expense),
          ...linkLine(
            'Consolidated invoice',
            'transaction/consolidated_invoice',
            document.consolidated_invoice,
          ),
          ...linkLine('Credits', invoices, document.parent_invoice),
          ...linkLine('Reverses', invoices, document.reverses_invoice),
          ...linkLine('Refinement', 'transaction/refinement', document.refinement),
          ...(credit_notes.length > 0
            ? [{ label: 'Credit notes', value: <CreditNotes notes={credit_notes} /> }]
            : []),
          { label: 'SHA-256 of the PDF', value: <FileHash src={pdf} />, wide: true },
        ]}
      />
    </Card>
  )
}

function period(document: InvoiceData): string | null {
  if (!document.period_start || !document.period_end) return null
  return `${dayText(document.period_start)} – ${dayText(document.period_end)}`
}

/** All documents raised from the same work, those the viewer may see. */
export function InvoiceSetCard({ document }: { document: InvoiceData }) {
  const documents = document.invoice_set?.invoices ?? []
  if (documents.length < 2) return null
  return (
    <DocumentsCard
      title="Raised together"
      documents={documents}
      currency={document.currency?.alpha_code}
      own={document.id}
    />
  )
}
