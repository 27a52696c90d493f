/** The people that a placement names: approvers and invoice contacts of the client, and the agency's consultant. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { reasonOf } from '#kernel/refusal.ts'
import { graphql } from '#web/core/call.ts'
import { type Answer, gql } from '#web/core/query.ts'
import { useSession } from '#web/core/session.ts'
import type { FormField } from '#web/form/fields.ts'
import { VerbModal } from '#web/form/VerbModal.tsx'
import type { ListRow } from '#web/list/model/list.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { isOneOf } from '../../shared/who-may.rules.ts'
import {
  type ContactType,
  canReplaceContact,
  contact_labels,
  contact_types,
  namesOne,
  placement_contact_changers,
} from './replace-contact.rules.ts'

const named_document = gql(`query placement_contacts($id: uuid!, $client_id: uuid!, $agency_id: uuid!) {
  named: contract_contract_contact(where: { contract_id: { _eq: $id } }, order_by: [{ created_at: asc }], limit: 100) {
    id type business_contact_id business_contact { name email }
  }
  client_people: business_business_contact(where: { business_id: { _eq: $client_id }, is_active: { _eq: true } }, order_by: [{ name: asc }], limit: 200) { id name roles }
  agency_people: business_business_contact(where: { business_id: { _eq: $agency_id }, is_active: { _eq: true } }, order_by: [{ name: asc }], limit: 200) { id name roles }
}`)

const elsewhere_document = gql(`query placements_of_contact($contact_id: uuid!, $type: String!, $id: uuid!) {
  elsewhere: contract_contract_contact(
    where: {
      business_contact_id: { _eq: $contact_id }, type: { _eq: $type }, contract_id: { _neq: $id }
      contract: { status: { _in: ["active", "expired"] }, type: { _eq: "temp_placement" } }
    }
    limit: 199
  ) { contract_id }
}`)

type People = Answer<typeof named_document>
type Change = { readonly type: ContactType; readonly from: { id: string; name: string } | null }

export function PlacementContacts({ row }: { row: ListRow }) {
  const session = useSession()
  const client = useQueryClient()
  const [change, setChange] = useState<Change | null>(null)
  const reads = isOneOf(session, placement_contact_changers)
  const key = ['placement_contacts', row.id]
  const { data } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) =>
      graphql(
        named_document,
        { id: row.id, client_id: String(row.client_id), agency_id: String(row.agency_id) },
        signal,
      ),
    enabled: reads,
  })
  if (!reads || !data) return null
  const facts = { human_id: String(row.human_id), status: String(row.status) }
  return (
    <Card title="People of this placement">
      <div className="grid gap-4 tablet:grid-cols-2 desktop:grid-cols-4">
        {contact_types.map((type) => {
          const verdict = canReplaceContact(facts, session, type)
          const named = data.named.filter((one) => one.type === type)
          return (
            <section key={type} aria-label={contact_labels[type]} className="min-w-0">
              <h3 className="mb-1 text-12 font-medium text-n11">{contact_labels[type]}</h3>
              <ul className="flex flex-col gap-1">
                {named.map((one) => {
                  const name = one.business_contact?.name ?? ''
                  return (
                    <li key={one.id} className="flex flex-wrap items-center justify-between gap-2">
                      <span className="min-w-0 wrap-anywhere">{name}</span>
                      {verdict === true && (
                        <Button
                          size="sm"
                          aria-label={`Replace ${name}`}
                          onClick={() => setChange({ type, from: { id: one.business_contact_id, name } })}
                        >
                          Replace
                        </Button>
                      )}
                    </li>
                  )
                })}
              </ul>
              {named.length === 0 && <p className="text-12 text-n11">{nobody[type]}</p>}
              {(!namesOne(type) || named.length === 0) && reasonOf(verdict) === null && (
                <Button
                  size="sm"
                  tone="quiet"
                  aria-label={`Add: ${contact_labels[type]}`}
                  onClick={() => setChange({ type, from: null })}
                >
                  Add
                </Button>
              )}
            </section>
          )
        })}
      </div>
      {change && (
        <ReplaceContact
          row={row}
          change={change}
          people={data}
          onClose={() => setChange(null)}
          onDone={() => void client.invalidateQueries({ queryKey: key })}
        />
      )}
    </Card>
  )
}

const nobody: Readonly<Record<ContactType, string>> = {
  timesheet_approver: 'Every timesheet approver of the client decides.',
  invoice_contact: 'Invoices go to the company’s address.',
  hiring_manager: 'Nobody is named.',
  agency_consultant: 'Nobody is named.',
}

function ReplaceContact({
  row,
  change: { type, from },
  people,
  onClose,
  onDone,
}: {
  row: ListRow
  change: Change
  people: People
  onClose: () => void
  onDone: () => void
}) {
  const elsewhere = useElsewhere(row.id, type, from?.id ?? null)
  const label = contact_labels[type]
  const taken = people.named.filter((one) => one.type === type).map((one) => one.business_contact_id)
  const candidates =
    type === 'agency_consultant'
      ? people.agency_people
      : people.client_people.filter((one) => one.roles.includes(type))
  const fields: readonly (FormField<'to_contact_id' | 'is_everywhere'> | false)[] = [
    {
      kind: 'choice',
      name: 'to_contact_id',
      label: from ? `Instead of ${from.name}` : label,
      required: from === null,
      placeholder: from ? 'Nobody: take them off' : 'Choose a person',
      options: candidates
        .filter((one) => !taken.includes(one.id))
        .map((one) => ({ value: one.id, label: one.name ?? '' })),
    },
    elsewhere.length > 0 && {
      kind: 'check',
      name: 'is_everywhere',
      label: `Also on ${elsewhere.length} other ${elsewhere.length === 1 ? 'placement' : 'placements'} in force`,
    },
  ]
  return (
    <VerbModal
      title={from ? `Replace ${from.name}` : `Add: ${label}`}
      description={
        type === 'agency_consultant'
          ? 'From now on.'
          : `${type === 'hiring_manager' ? '' : 'Open timesheets and expenses move along. '}The people concerned and the client’s invoice contacts get a mail.`
      }
      action_id="contract.contact.replace"
      fields={fields}
      input={({ is_everywhere, ...input }) => ({
        ...input,
        type,
        contract_ids: [row.id, ...(is_everywhere === true ? elsewhere : [])],
        ...(from ? { from_contact_id: from.id } : {}),
      })}
      submit={from ? 'Replace' : 'Add'}
      success="The people of the placement have changed"
      onClose={onClose}
      onDone={onDone}
    />
  )
}

/** Other placements in force that name the person for the same. */
function useElsewhere(id: string, type: ContactType, contact_id: string | null): readonly string[] {
  const { data } = useQuery({
    queryKey: ['placements_of_contact', id, type, contact_id],
    queryFn: ({ signal }) => graphql(elsewhere_document, { contact_id: contact_id ?? '', type, id }, signal),
    enabled: contact_id !== null,
  })
  return (data?.elsewhere ?? []).map((one) => one.contract_id)
}
