/** Recourse on a client's invoice: the agency's debt with its reason, and reassignment (money.md §1.9). */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { labelIn } from '#entity/choices.ts'
import { commission_roles } from '#entity/roles.ts'
import { currencyOrGbp, type Money, money } from '#kernel/money.ts'
import { Why } from '#web/blocks/Why.tsx'
import { graphql } from '#web/core/call.ts'
import { pathOf } from '#web/core/place.ts'
import { type Answer, gql } from '#web/core/query.ts'
import type { Session } from '#web/core/session.ts'
import { useSession } from '#web/core/session.ts'
import { Amount, minorOf } from '#web/kinds/amount.tsx'
import { dayText } from '#web/kinds/time.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Link } from '#web/ui/Link.tsx'
import { Table, Td } from '#web/ui/Table.tsx'
import { type InvoiceType, isClientFacing } from '../shared/invoice-types.rules.ts'
import { collection_note } from './collection-notes/collection-note.entity.ts'
import { ReassignForm } from './reassign.form.tsx'
import { can } from './reassign.rules.ts'
import { explainRecourse } from './recourse.rules.ts'

/** The card's document. */
interface OnInvoice {
  readonly id: string
  readonly human_id: string
  readonly type: string
  readonly status: string
  readonly is_credit_note: boolean
  readonly currency: { readonly alpha_code: string } | null
}

/** A funder does not read the parts of a pay-out. */
const document = gql(`query recourse($id: uuid!, $reads_inputs: Boolean!) {
  invoice: transaction_invoice_by_pk(id: $id) {
    reassigned_on reassign_reason
    recourse(order_by: [{ created_at: desc }, { id: desc }]) {
      id reason amount balance debt_amount received is_reassigned on_date
      ... @include(if: $reads_inputs) { gone_out fees }
    }
    collection_notes(where: { source: { _eq: "disallowance" } }, order_by: { human_id: asc }) {
      id human_id status amount recovered_amount cured_amount outstanding_balance
    }
  }
  undone: transaction_reassignment(
    where: { invoice_id: { _eq: $id }, undone_on: { _is_null: false } }, order_by: { created_at: desc }
  ) { id on_date reason undone_on undone_by undone_reason }
}`)

/** A reassignment that was taken back. */
type Undone = Answer<typeof document>['undone'][number]
type Recourse = NonNullable<Answer<typeof document>['invoice']> & { readonly undone: readonly Undone[] }
type Entry = Recourse['recourse'][number]
type Note = Recourse['collection_notes'][number]

/** Between an agency, its provider and its funder; at the agency for readers of commission. */
function reads({ category, roles }: Session): boolean {
  if (category === 'agency') return commission_roles.some((role) => roles.includes(role))
  return category === 'provider' || category === 'funder'
}

function useRecourse(session: Session, invoice: OnInvoice) {
  return useQuery({
    queryKey: ['recourse', session.business_contact_id, invoice.id],
    enabled: reads(session) && isClientFacing(invoice.type as InvoiceType), // A type of the database, as its entity lists them.
    queryFn: async ({ signal }) => {
      const reads_inputs = session.category !== 'funder'
      const answer = await graphql(document, { id: invoice.id, reads_inputs }, signal)
      return answer.invoice && { ...answer.invoice, undone: answer.undone }
    },
  })
}

export function RecourseCard({ invoice }: { invoice: OnInvoice }) {
  const session = useSession()
  const data = useRecourse(session, invoice).data
  const [last] = data?.recourse ?? []
  if (!data || (!last && data.reassigned_on === null && data.undone.length === 0)) return null
  const currency = invoice.currency?.alpha_code
  return (
    <Card title="Recourse" flush>
      <div className="flex flex-col gap-1 px-3 py-3">
        <p className="flex flex-wrap items-center gap-2 text-16">
          <Amount value={last?.balance ?? 0} currency={currency} strong />
          {last && <Why what={`Recourse for ${invoice.human_id}`} sentences={sentences(last, currency)} />}
          <span className="text-13 text-n11">
            {(last?.balance ?? 0) > 0
              ? 'owed by the agency, out of its next earnings'
              : last
                ? 'owed: the whole advance is allowed again'
                : 'owed: nothing was advanced'}
          </span>
        </p>
        {data.reassigned_on && (
          <p className="text-n11">
            Reassigned to the agency on {dayText(data.reassigned_on)}: {data.reassign_reason}. The agency
            keeps all client payments.
          </p>
        )}
      </div>
      {data.undone.map((one) => (
        <p key={one.id} className="border-t px-3 py-2 break-words text-n11">
          Reassigned {dayText(one.on_date)} ({one.reason}), taken back {dayText(one.undone_on)} by{' '}
          {one.undone_by}: {one.undone_reason}
        </p>
      ))}
      {data.collection_notes.length > 0 && <Notes notes={data.collection_notes} currency={currency} />}
      {data.recourse.length > 0 && <Entries entries={data.recourse} currency={currency} />}
    </Card>
  )
}

function sentences(entry: Entry, code: string | undefined): readonly string[] {
  const of = (value: number): Money => money(minorOf(value), currencyOrGbp(code))
  if (entry.gone_out === undefined || entry.fees === undefined) {
    return entry.is_reassigned
      ? ['Reassigned: the agency owes the advance less client payments.']
      : [`The disallowed part of the advance: ${entry.reason}.`]
  }
  return explainRecourse({
    reason: entry.reason,
    is_reassigned: entry.is_reassigned,
    balance: of(entry.balance),
    debt_amount: of(entry.debt_amount),
    gone_out: of(entry.gone_out),
    fees: of(entry.fees),
    received: of(entry.received),
  })
}

const tones = { open: 'attention', closed: 'positive', cancelled: 'neutral' } as const

function Notes({ notes, currency }: { notes: readonly Note[]; currency: string | undefined }) {
  const { category } = useSession()
  const isListed = category !== 'funder'
  return (
    <div className="scroll-quiet overflow-x-auto border-t">
      <Table
        heads={[
          'Collection Note',
          'Status',
          { numeric: 'Amount' },
          { numeric: 'Recovered' },
          { numeric: 'Cured' },
          { numeric: 'Outstanding' },
        ]}
      >
        {notes.map((note) => (
          <tr key={note.id}>
            <Td className="whitespace-nowrap">
              {isListed ? (
                <Link to={pathOf({ category, path: 'transaction/collection_note', id: note.id })}>
                  {note.human_id}
                </Link>
              ) : (
                note.human_id
              )}
            </Td>
            <Td>
              <Badge tone={tones[note.status as keyof typeof tones]}>
                {labelIn(collection_note.fields.status.choices, note.status)}
              </Badge>
            </Td>
            {[note.amount, note.recovered_amount, note.cured_amount, note.outstanding_balance].map(
              (amount, i) => (
                <Td key={columns[i]} numeric>
                  <Amount value={amount} currency={currency} />
                </Td>
              ),
            )}
          </tr>
        ))}
      </Table>
    </div>
  )
}

const columns = ['amount', 'recovered', 'cured', 'outstanding'] as const

/** Every change, newest first: nothing that happened disappears. */
function Entries({ entries, currency }: { entries: readonly Entry[]; currency: string | undefined }) {
  return (
    <div className="scroll-quiet overflow-x-auto border-t">
      <Table heads={['On', 'Reason', { numeric: 'Change' }, { numeric: 'Owed' }]}>
        {entries.map((entry) => (
          <tr key={entry.id}>
            <Td className="whitespace-nowrap">{dayText(entry.on_date)}</Td>
            <Td>{entry.reason}</Td>
            <Td numeric>
              <Amount value={entry.amount} currency={currency} />
            </Td>
            <Td numeric>
              <Amount value={entry.balance} currency={currency} />
            </Td>
          </tr>
        ))}
      </Table>
    </div>
  )
}

/** Shows at the top that the debt is reassigned, or offers the reassignment to the risk carrier. */
export function Reassigned({ invoice }: { invoice: OnInvoice }) {
  const data = useRecourse(useSession(), invoice).data
  return data?.reassigned_on ? <Badge tone="critical">Reassigned</Badge> : null
}

export function ReassignAction({ invoice }: { invoice: OnInvoice }) {
  const session = useSession()
  const [way, setWay] = useState<'reassign' | 'take_back' | null>(null)
  const data = useRecourse(session, invoice).data
  // A type of the database, as its entity lists them.
  const facts = { ...invoice, type: invoice.type as InvoiceType, reassigned_on: data?.reassigned_on ?? null }
  // A funder reassigns from its list of debts: its own bills are in no list of invoices (spec §6).
  if (!data || session.category !== 'provider') return null
  return (
    <>
      {can.reassign(facts, session) === true && <Button onClick={() => setWay('reassign')}>Reassign</Button>}
      {can.takeBack(facts, session) === true && (
        <Button onClick={() => setWay('take_back')}>Take back</Button>
      )}
      {way && <ReassignForm debt={invoice} way={way} onClose={() => setWay(null)} />}
    </>
  )
}
