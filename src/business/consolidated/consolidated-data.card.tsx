/** The data and tables of a consolidated invoice's page. */
import { useQuery } from '@tanstack/react-query'
import { formatUnits, units } from '#kernel/rate.ts'
import { graphql } from '#web/core/call.ts'
import { pathOf } from '#web/core/place.ts'
import { type Answer, gql } from '#web/core/query.ts'
import { useSession } from '#web/core/session.ts'
import { useAction } from '#web/core/use-action.ts'
import { Amount } from '#web/kinds/amount.tsx'
import { FileLink } from '#web/kinds/file.tsx'
import { dayText, instantText } from '#web/kinds/time.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Link } from '#web/ui/Link.tsx'
import { Table, Td } from '#web/ui/Table.tsx'

const proof = gql(`fragment proof on platform_document { created_at attachment { file_name file_url } }`)

/** Only the issuer reads the proof of mailing. */
export const consolidated_query = gql(
  `query consolidated($id: uuid!, $issues: Boolean!) {
  one: transaction_consolidated_invoice_by_pk(id: $id) {
    id human_id status raised_date due_date sent_at period_start period_end po_number cancel_reason
    amount tax_amount total_amount client_id currency { alpha_code } from_business { name } to_business { name }
    invoices(order_by: [{ raised_date: asc }, { human_id: asc }]) {
      id human_id status is_credit_note total_amount outstanding_balance period_end contractor { name }
      timesheet { id human_id total_units approved_by_name } credit_notes { id human_id }
    }
    timesheet_summary_document { ...proof }
    mail_proof_document @include(if: $issues) { ...proof }
  }
}`,
  proof,
)

export type Consolidated = NonNullable<Answer<typeof consolidated_query>['one']>

/** Each invoice with its timesheet and approver: the proof. */
export function ConsolidatedMembers({ one }: { one: Consolidated }) {
  const { category } = useSession()
  const currency = one.currency?.alpha_code
  const to = (path: string, id: string) => pathOf({ category, path, id })
  return (
    <Card title="Invoices and timesheets" flush>
      {one.invoices.length === 0 ? (
        <p className="p-3 text-n11">Its invoices can join another consolidated invoice.</p>
      ) : (
        <div className="scroll-quiet overflow-x-auto">
          <Table
            className="whitespace-nowrap"
            heads={[
              'Invoice Id',
              'Contractor',
              'Weekending',
              'Timesheet',
              { numeric: 'Units' },
              'Approved By',
              { numeric: 'Total Amount' },
              { numeric: 'Outstanding' },
            ]}
          >
            {one.invoices.map((member) => (
              <tr key={member.id}>
                <Td>
                  <Link to={to('transaction/invoice', member.id)}>{member.human_id}</Link>
                  {member.credit_notes.length > 0 && <Badge tone="attention">Corrected since</Badge>}
                </Td>
                <Td>{member.contractor?.name}</Td>
                <Td>{dayText(member.period_end)}</Td>
                <Td>
                  {member.timesheet && (
                    <Link to={to('transaction/timesheet', member.timesheet.id)}>
                      {member.timesheet.human_id}
                    </Link>
                  )}
                </Td>
                <Td numeric>
                  {member.timesheet && formatUnits(units(String(member.timesheet.total_units)))}
                </Td>
                <Td>{member.timesheet?.approved_by_name}</Td>
                <Td numeric>
                  <Amount value={member.total_amount} currency={currency} />
                </Td>
                <Td numeric>
                  <Amount value={member.outstanding_balance} currency={currency} />
                </Td>
              </tr>
            ))}
          </Table>
        </div>
      )}
    </Card>
  )
}

/** Its proof documents: the time worked by day, and the mails (spec §3). */
export function ConsolidatedProof({ one }: { one: Consolidated }) {
  const documents = [one.timesheet_summary_document, one.mail_proof_document].flatMap((found) =>
    found?.attachment ? [{ ...found.attachment, created_at: found.created_at }] : [],
  )
  if (documents.length === 0) return null
  return (
    <Card title="Proof">
      <ul className="flex flex-col gap-2">
        {documents.map((file) => (
          <li key={file.file_url} className="flex flex-wrap items-baseline justify-between gap-x-4">
            <FileLink name={file.file_name} file_url={file.file_url} />
            <span className="text-n11">{instantText(file.created_at)}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

const receipts = gql(`query receipts($client_id: uuid!) {
  receipts: transaction_payment_receipt_summary(
    where: { type: { _eq: "receipt" }, for_business_id: { _eq: $client_id }, status: { _in: ["allocated", "partially_matched"] } }
    order_by: { transaction_date: desc } limit: 20
  ) { id human_id reference transaction_date unmatched_amount }
}`)

/** The client's unmatched receipts: one click spreads one over the invoices, oldest first. */
export function ConsolidatedReceipts({ one }: { one: Consolidated }) {
  const query = useQuery({
    queryKey: ['consolidated_receipts', one.client_id],
    queryFn: async ({ signal }) =>
      (await graphql(receipts, { client_id: one.client_id ?? '' }, signal)).receipts,
  })
  const match = useAction<{ matches: readonly unknown[] }>('transaction.payment_receipt.match_consolidated', {
    success: (done) => `Matched with ${done.matches.length} invoices of ${one.human_id}`,
  })
  const rows = query.data ?? []
  if (rows.length === 0) return null
  return (
    <Card title="Unmatched receipts of the client" flush>
      <div className="scroll-quiet overflow-x-auto">
        <Table
          heads={[
            'Receipt Id',
            'Reference',
            'Transaction Date',
            { numeric: 'Unmatched' },
            { hidden: 'Actions' },
          ]}
        >
          {rows.map((receipt) => (
            <tr key={receipt.id}>
              <Td>
                <Link to={pathOf({ category: 'provider', path: 'transaction/receipts', id: receipt.id })}>
                  {receipt.human_id}
                </Link>
              </Td>
              <Td>
                {receipt.reference}{' '}
                {receipt.reference.toUpperCase().includes(one.human_id) && (
                  <Badge tone="positive">Quotes {one.human_id}</Badge>
                )}
              </Td>
              <Td>{dayText(receipt.transaction_date)}</Td>
              <Td numeric>
                <Amount value={receipt.unmatched_amount} currency={one.currency?.alpha_code} />
              </Td>
              <Td>
                <Button
                  size="sm"
                  tone="quiet"
                  busy={match.busy}
                  onClick={() => void match.run({ id: receipt.id, consolidated_invoice_id: one.id })}
                >
                  Match
                </Button>
              </Td>
            </tr>
          ))}
        </Table>
      </div>
    </Card>
  )
}
