/** One collection note: the agency's debt, its reason, and its recovery from earnings (money.md §1.8). */
import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { labelIn } from '#entity/choices.ts'
import { RecordHeader } from '#web/blocks/RecordHeader.tsx'
import { graphql } from '#web/core/call.ts'
import { pathOf, usePlace } from '#web/core/place.ts'
import { type Answer, gql } from '#web/core/query.ts'
import { useSession } from '#web/core/session.ts'
import { useAction } from '#web/core/use-action.ts'
import { Amount } from '#web/kinds/amount.tsx'
import { dayText } from '#web/kinds/time.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { ConfirmAction } from '#web/ui/ConfirmAction.tsx'
import { Link } from '#web/ui/Link.tsx'
import { PropertiesTable } from '#web/ui/PropertiesTable.tsx'
import { Table, Td } from '#web/ui/Table.tsx'
import { RecordState } from '../../shared/record-state.card.tsx'
import { collection_note } from './collection-note.entity.ts'
import { can } from './collection-note.rules.ts'

/** A funder may not read the invoice and the payment of a note. */
const note_query = gql(`query note($id: uuid!, $with_documents: Boolean!) {
  note: transaction_collection_note_by_pk(id: $id) {
    id human_id source status reason raised_date amount recovered_amount cured_amount outstanding_balance
    currency { alpha_code } agency { name } principal { name }
    ... @include(if: $with_documents) {
      invoice { id human_id }
      payment { details(where: { reversal_date: { _is_null: true } }, order_by: { created_at: asc }) {
        id amount post_date invoice { id human_id } } }
    }
  }
}`)

type Note = NonNullable<Answer<typeof note_query>['note']>

export function CollectionNotePage() {
  const session = useSession()
  const { id } = usePlace()
  const query = useQuery({
    queryKey: ['collection_note', id],
    queryFn: async ({ signal }) =>
      (await graphql(note_query, { id: id ?? '', with_documents: session.category !== 'funder' }, signal))
        .note,
  })
  return (
    <RecordState query={query} what="Collection note">
      {(note) => <NoteView key={note.id} note={note} />}
    </RecordState>
  )
}

const tones = { open: 'attention', closed: 'positive', cancelled: 'neutral' } as const

function NoteView({ note }: { note: Note }) {
  const session = useSession()
  const currency = note.currency?.alpha_code
  const cancel = useAction('transaction.collection_note.cancel', {
    shows: ['reason'],
    success: `${note.human_id} is cancelled`,
  })
  const send = useAction('transaction.collection_note.send', {
    success: `${note.human_id} is being sent. See the mail log`,
  })
  const [dialog, setDialog] = useState<'cancel' | 'send' | null>(null)
  const maySend = can.send(note, session) === true
  const mayCancel = can.cancel({ ...note, has_recovered: note.recovered_amount > 0 }, session) === true
  return (
    <>
      <RecordHeader
        title={note.human_id}
        badge={
          <Badge tone={tones[note.status]}>
            {labelIn(collection_note.fields.status.choices, note.status)}
          </Badge>
        }
        meta={
          <>
            <span>{note.agency?.name}</span>
            <span>{dayText(note.raised_date)}</span>
          </>
        }
        actions={
          <>
            {mayCancel && <Button onClick={() => setDialog('cancel')}>Cancel note</Button>}
            <a href={`/api/pdf/collection_note/${note.id}?download=1`} className={buttonClass()}>
              <Download size={15} aria-hidden /> Download PDF
            </a>
            {maySend && <Button onClick={() => setDialog('send')}>Send by mail</Button>}
          </>
        }
      />
      <div className="grid gap-4 px-4 pb-6 wide:grid-cols-[minmax(0,1fr)_340px]">
        <Card title="Collection">
          <PropertiesTable
            columns={1}
            items={[
              { label: 'Reason', value: note.reason },
              { label: 'Source', value: labelIn(collection_note.fields.source.choices, note.source) },
              { label: 'Owed by', value: note.agency?.name },
              { label: 'Owed to', value: note.principal?.name },
              {
                label: 'Invoice',
                value: note.invoice && (
                  <Link
                    to={pathOf({
                      category: session.category,
                      path: 'transaction/invoice',
                      id: note.invoice.id,
                    })}
                  >
                    {note.invoice.human_id}
                  </Link>
                ),
              },
            ]}
          />
        </Card>
        <Card title="Amounts" className="self-start">
          <PropertiesTable
            columns={1}
            items={[
              { label: 'Amount', value: <Amount value={note.amount} currency={currency} /> },
              { label: 'Recovered', value: <Amount value={note.recovered_amount} currency={currency} /> },
              ...(note.cured_amount > 0
                ? [{ label: 'Cured', value: <Amount value={note.cured_amount} currency={currency} /> }]
                : []),
              {
                label: 'Outstanding',
                value: <Amount value={note.outstanding_balance} currency={currency} strong />,
              },
            ]}
          />
        </Card>
        {(note.payment?.details.length ?? 0) > 0 && <Recovered note={note} />}
      </div>
      <ConfirmAction
        open={dialog === 'cancel'}
        onClose={() => setDialog(null)}
        label="Cancel note"
        error={cancel.errors.reason}
        description={`After this, ${note.agency?.name ?? 'the agency'} does not owe this amount.`}
        onConfirm={async (reason) => (await cancel.run({ id: note.id, reason })) !== undefined}
      />
      <ConfirmAction
        open={dialog === 'send'}
        onClose={() => setDialog(null)}
        label="Send"
        description={`Send ${note.human_id} with its PDF to ${note.agency?.name ?? 'the agency'}?`}
        onConfirm={async () => (await send.run({ id: note.id })) !== undefined}
      />
    </>
  )
}

/** Earnings from which the note was deducted. */
function Recovered({ note }: { note: Note }) {
  const { category } = useSession()
  return (
    <Card title="Deducted from earnings" flush>
      <div className="scroll-quiet overflow-x-auto">
        <Table heads={['Invoice Id', 'Post Date', { numeric: 'Amount' }]}>
          {note.payment?.details.map((line) => (
            <tr key={line.id}>
              <Td>
                {line.invoice && (
                  <Link to={pathOf({ category, path: 'transaction/invoice', id: line.invoice.id })}>
                    {line.invoice.human_id}
                  </Link>
                )}
              </Td>
              <Td>{dayText(line.post_date)}</Td>
              <Td numeric>
                <Amount value={line.amount} currency={note.currency?.alpha_code} />
              </Td>
            </tr>
          ))}
        </Table>
      </div>
    </Card>
  )
}
