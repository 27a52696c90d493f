/** One change request: its changes and its approvals (experience.md, page 12; spec §5, edits awaiting approval). */
import { useQuery } from '@tanstack/react-query'
import { valueAt } from '#entity/path.ts'
import { CouldNotLoad } from '#web/blocks/CouldNotLoad.tsx'
import { RecordPage } from '#web/blocks/RecordPage.tsx'
import { record } from '#web/blocks/record.ts'
import { graphql } from '#web/core/call.ts'
import { gql } from '#web/core/query.ts'
import { useSession } from '#web/core/session.ts'
import { differences } from '#web/kinds/difference.ts'
import type { ListRow } from '#web/list/model/list.ts'
import { Card } from '#web/ui/Card.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Table, Td } from '#web/ui/Table.tsx'
import { SameVatNumber } from '../parties/look-alikes/same-vat-number.card.tsx'
import { isPartyKind } from '../parties/onboarding.rules.ts'
import { RecordBlocks } from '../platform/blocks/record-blocks.card.tsx'
import { request_facts, subjectOf } from './change-request.list.tsx'
import { ChangedData } from './changed-data.card.tsx'
import { CreditLimitCard } from './credit-limit/credit-limit.card.tsx'
import { InvoiceContactNote } from './placement-changes/invoice-contact.card.tsx'
import { change_request } from './request/change-request.entity.ts'
import { asksInvoiceContact, type Change } from './request/change-request.rules.ts'
import { RequestActions } from './request-actions.card.tsx'
import { RequestActivities } from './request-activities.card.tsx'
import { RequestFlow } from './request-flow.card.tsx'

export const change_request_record = record({
  entity: change_request,
  what: 'Change request',
  title: 'human_id',
  badge: 'status',
  meta: [{ field: 'type' }],
  fields: [
    ...request_facts,
    'entity',
    'entity_id',
    'contract_id',
    'client_id',
    'client.name',
    'contract.type',
    { field: 'data', only: ['agency', 'provider'] },
  ],
  cards: [
    {
      title: 'Change request',
      facts: [
        { field: 'human_id', label: 'Change Request Id' },
        { field: 'type' },
        { field: 'waits_for' },
        { field: 'contract.title', label: 'Placement', link: subjectOf },
        { field: 'contract.human_id', label: 'Placement Id' },
        { field: 'party.name', label: 'About', link: subjectOf },
        { field: 'party.human_id', label: 'Id' },
        { field: 'asked_by' },
        { field: 'created_at' },
        { field: 'approved_at' },
      ],
    },
    {
      title: 'Parties',
      facts: [
        { field: 'agency.name', label: 'Agency' },
        { field: 'client.name', label: 'Client' },
        { field: 'contractor.name', label: 'Contractor' },
      ],
    },
  ],
  tables: [
    {
      title: 'Approvals',
      relation: 'flow_approvals',
      args: 'order_by: [{ flow: { position: asc } }, { created_at: asc }]',
      columns: [
        { field: 'flow.position', label: 'Step' },
        { field: 'business_type' },
        { field: 'business.name', label: 'Business' },
        { field: 'status' },
        { field: 'is_most_recent' },
        { field: 'comment' },
        { field: 'updated_at' },
      ],
      empty: 'No approvals yet.',
    },
  ],
})

/** Only agency and provider read the data: they can name a contact. */
function asksInvoiceContactOf(row: ListRow): boolean {
  if (row.status !== 'pending' || row.waits_for !== 'client') return false
  const changes = valueAt(row, 'data.changes')
  return Array.isArray(changes) && asksInvoiceContact(changes as readonly Pick<Change, 'field'>[]) // As its verb wrote it.
}

type Asked = { readonly field: string; readonly new: unknown }

/** The approver sees the parties that have the asked VAT number already, as at the creation of a party. */
function NewVatNumber({ row }: { row: ListRow }) {
  const kind = String(row.entity ?? '').replace(/^business\./, '')
  const changes = valueAt(row, 'data.changes')
  if (row.status !== 'pending' || !isPartyKind(kind) || !Array.isArray(changes)) return null
  const asked = (changes as readonly Asked[]).find(({ field }) => field === 'vat_registration_no') // As its verb wrote it.
  return <SameVatNumber kind={kind} id={String(row.entity_id)} vat={String(asked?.new ?? '')} />
}

export function ChangeRequestPage() {
  const { category } = useSession()
  // The raw values hold both sides' figures, so only their readers ask for them.
  const reads_raw = category === 'agency' || category === 'provider'
  return (
    <RecordPage
      screen={change_request_record}
      actions={(row) => <RequestActions row={row} />}
      before={(row) => (
        <>
          {asksInvoiceContactOf(row) && typeof row.client_id === 'string' && (
            <InvoiceContactNote
              client={{ id: row.client_id, name: String(valueAt(row, 'client.name') ?? '') }}
              lead="Nobody can answer this request"
            />
          )}
          {reads_raw && <NewVatNumber row={row} />}
          <RequestFlow id={row.id} status={String(row.status)} />
          <ChangedData id={row.id} status={String(row.status)}>
            {reads_raw && <RawDifferences id={row.id} />}
          </ChangedData>
          {row.type === 'credit_limit' && typeof row.client_id === 'string' && (
            <CreditLimitCard
              client={{ id: row.client_id, name: String(valueAt(row, 'client.name') ?? '') }}
            />
          )}
        </>
      )}
      after={(row) => (
        <>
          <RequestActivities id={row.id} />
          <RecordBlocks entity="request.change_request" id={row.id} />
        </>
      )}
    />
  )
}

/** A request about no placement: its stored values. */
function RawDifferences({ id }: { id: string }) {
  const query = useQuery({
    queryKey: ['change_request_values', id],
    queryFn: async ({ signal }) => {
      const document = gql(
        `query change_request_values($id: uuid!) { raw: request_change_request_by_pk(id: $id) { old_values new_values } }`,
      )

      return (await graphql(document, { id }, signal)).raw
    },
  })
  if (query.isLoadingError) return <CouldNotLoad onRetry={() => void query.refetch()} />
  if (!query.data) return <Skeleton className="h-24 w-full" />
  const rows = differences(query.data.old_values, query.data.new_values)
  return (
    <Card title="Changed Data" flush>
      {rows.length === 0 ? (
        <p className="p-3 text-n11">No differences.</p>
      ) : (
        <Table heads={['Field', 'Old', 'New']}>
          {rows.map((one) => (
            <tr key={one.label}>
              <Td className="text-n11">{one.label}</Td>
              <Td>
                <del className="text-red11 decoration-red9">{one.old}</del>
              </Td>
              <Td>
                <ins className="text-green11 no-underline">{one.new}</ins>
              </Td>
            </tr>
          ))}
        </Table>
      )}
    </Card>
  )
}
