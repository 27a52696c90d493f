/** Gathers a client's open invoices of a period into drafts, and keeps how that client wants them (spec §3). */

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { day } from '#kernel/day.ts'
import { graphql } from '#web/core/call.ts'
import { pathOf } from '#web/core/place.ts'
import { type Answer, gql } from '#web/core/query.ts'
import { useSession } from '#web/core/session.ts'
import type { Made } from '#web/form/fields.ts'
import { VerbForm } from '#web/form/VerbForm.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Select } from '#web/ui/inputs.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { useGo } from '#web/ui/use-go.ts'
import { lastPeriod } from './consolidate.rules.ts'

const clients = gql(`query clients {
  links: business_service(where: { type: { _eq: "client-agency" } }, order_by: { created_at: asc }) {
    from_business_id to_business_id from_party { name } to_party { name } consolidation_frequency consolidation_by
  }
}`)

type Link = Answer<typeof clients>['links'][number]

const keyOf = (link: Link) => `${link.from_business_id} ${link.to_business_id}`

export function NewConsolidatedInvoicePage() {
  const session = useSession()
  const query = useQuery({
    queryKey: ['consolidation_clients', session.business_contact_id],
    queryFn: async ({ signal }) => (await graphql(clients, {}, signal)).links,
  })
  const links = [...(query.data ?? [])].sort((a, b) => nameOf(a) - nameOf(b) || compareNames(a, b))
  const [chosen, setChosen] = useState('')
  const link = links.find((one) => keyOf(one) === chosen)
  return (
    <>
      <PageHeader
        title="New consolidated invoice"
        back={{
          to: pathOf({ category: session.category, path: 'transaction/consolidated_invoice' }),
          label: 'Consolidated invoices',
        }}
      />
      <div className="flex max-w-140 flex-col gap-4 px-4 pb-6">
        <Card>
          <Select
            label="Client"
            required
            value={chosen}
            onChange={setChosen}
            placeholder="Choose a client"
            options={links.map((one) => ({
              value: keyOf(one),
              label:
                session.category === 'provider'
                  ? `${one.from_party?.name ?? ''} (${one.to_party?.name ?? ''})`
                  : (one.from_party?.name ?? ''),
            }))}
          />
        </Card>
        {link && <Gather key={keyOf(link)} link={link} />}
        {link && <Preference key={`${keyOf(link)} kept`} link={link} />}
      </div>
    </>
  )
}

/** Clients with a preference first: those are the ones gathered every time. */
function nameOf(link: Link): number {
  return link.consolidation_frequency === null ? 1 : 0
}

function compareNames(a: Link, b: Link): number {
  return (a.from_party?.name ?? '').localeCompare(b.from_party?.name ?? '')
}

const by_options = [
  { value: 'client', label: 'One for the client' },
  { value: 'po_number', label: 'By purchase order' },
  { value: 'placement', label: 'By placement' },
] as const

function Gather({ link }: { link: Link }) {
  const session = useSession()
  const go = useGo()
  const period = lastPeriod(link.consolidation_frequency ?? 'month', day(session.today))
  return (
    <VerbForm
      title="Invoices raised in"
      action_id="transaction.consolidated_invoice.create"
      fixed={{ client_id: link.from_business_id, agency_id: link.to_business_id }}
      initial={{
        period_start: text(period.start),
        period_end: text(period.end),
        by: text(link.consolidation_by ?? 'client'),
      }}
      fields={[
        { kind: 'day', name: 'period_start', label: 'From', required: true },
        { kind: 'day', name: 'period_end', label: 'To', required: true },
        { kind: 'choice', name: 'by', label: 'Kept apart', options: by_options, wide: true },
      ]}
      submit="Combine invoices"
      success={(made: MadeInvoices) =>
        `${made.consolidated_invoices.map((one) => one.human_id).join(', ')} made`
      }
      onDone={({ consolidated_invoices: [first, ...others] }: MadeInvoices) =>
        go.replace(
          pathOf({
            category: session.category,
            path: 'transaction/consolidated_invoice',
            id: first && others.length === 0 ? first.id : null,
          }),
        )
      }
    />
  )
}

interface MadeInvoices {
  readonly consolidated_invoices: readonly Made[]
}

const text = (value: string) => value

function Preference({ link }: { link: Link }) {
  return (
    <VerbForm
      title="Client’s preference"
      columns={1}
      action_id="business.service.set_consolidation"
      fixed={{ client_id: link.from_business_id, agency_id: link.to_business_id }}
      initial={{
        frequency: text(link.consolidation_frequency ?? ''),
        by: text(link.consolidation_by ?? 'client'),
      }}
      fields={[
        {
          kind: 'choice',
          name: 'frequency',
          label: 'Consolidated',
          options: [
            { value: '', label: 'Each invoice separately' },
            { value: 'week', label: 'Every week' },
            { value: 'month', label: 'Every month' },
          ],
        },
        {
          kind: 'choice',
          name: 'by',
          label: 'Kept apart',
          options: by_options,
          when: ({ frequency }) => frequency !== '',
        },
      ]}
      input={(_, { frequency, by }) => ({ frequency: frequency === '' ? null : frequency, by })}
      submit="Keep"
      tone="secondary"
      success="Preference saved"
    />
  )
}
