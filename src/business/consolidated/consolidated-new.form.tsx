/** Gathers a client's open invoices of a period into drafts, and keeps how that client wants them (spec §3). */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { day } from '#kernel/day.ts'
import { graphql } from '#web/core/call.ts'
import { pathOf } from '#web/core/place.ts'
import { type Answer, gql } from '#web/core/query.ts'
import { useSession } from '#web/core/session.ts'
import { useAction } from '#web/core/use-action.ts'
import { useFirstFault } from '#web/form/use-first-fault.ts'
import { useUnsaved } from '#web/form/use-unsaved.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { DayPicker } from '#web/ui/DayPicker.tsx'
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
  { value: 'client', label: 'All of the client together' },
  { value: 'po_number', label: 'By purchase order' },
  { value: 'placement', label: 'By placement' },
] as const

function Gather({ link }: { link: Link }) {
  const session = useSession()
  const go = useGo()
  const period = lastPeriod(link.consolidation_frequency ?? 'month', day(session.today))
  const [period_start, setStart] = useState<string>(period.start)
  const [period_end, setEnd] = useState<string>(period.end)
  const [by, setBy] = useState<string>(link.consolidation_by ?? 'client')
  const unsaved = useUnsaved()
  const create = useAction<{ consolidated_invoices: readonly { id: string; human_id: string }[] }>(
    'transaction.consolidated_invoice.create',
    {
      success: (made) => `${made.consolidated_invoices.map((one) => one.human_id).join(', ')} made`,
      onDone: ({ consolidated_invoices: [first, ...others] }) => {
        unsaved.clear()
        go.replace(
          pathOf({
            category: session.category,
            path: 'transaction/consolidated_invoice',
            id: first && others.length === 0 ? first.id : null,
          }),
        )
      },
    },
  )
  const form = useFirstFault(create.errors)
  const marked = (set: (value: string) => void) => (value: string) => {
    unsaved.mark()
    set(value)
  }
  return (
    <Card title="Invoices raised in">
      <form
        ref={form}
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          const { from_business_id: client_id, to_business_id: agency_id } = link
          void create.run({ client_id, agency_id, period_start, period_end, by })
        }}
      >
        {unsaved.guard}
        <div className="grid gap-3 sideways:grid-cols-2">
          <DayPicker
            label="From"
            required
            value={period_start}
            onChange={marked(setStart)}
            error={create.errors.period_start}
          />
          <DayPicker
            label="To"
            required
            value={period_end}
            onChange={marked(setEnd)}
            error={create.errors.period_end}
          />
        </div>
        <Select
          label="Kept apart"
          value={by}
          onChange={marked(setBy)}
          options={by_options}
          error={create.errors.by}
        />
        <Button type="submit" tone="primary" busy={create.busy} className="self-end">
          Gather the invoices
        </Button>
      </form>
    </Card>
  )
}

function Preference({ link }: { link: Link }) {
  const [frequency, setFrequency] = useState<string>(link.consolidation_frequency ?? '')
  const [by, setBy] = useState<string>(link.consolidation_by ?? 'client')
  const unsaved = useUnsaved()
  const keep = useAction('business.service.set_consolidation', {
    success: 'The preference is kept',
    onDone: unsaved.clear,
  })
  const form = useFirstFault(keep.errors)
  return (
    <Card title="What the client prefers">
      <form
        ref={form}
        onInput={unsaved.mark}
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          const { from_business_id: client_id, to_business_id: agency_id } = link
          void keep.run({ client_id, agency_id, frequency: frequency === '' ? null : frequency, by })
        }}
      >
        {unsaved.guard}
        <Select
          label="Consolidated"
          value={frequency}
          onChange={setFrequency}
          options={[
            { value: '', label: 'Every invoice by itself' },
            { value: 'week', label: 'Every week' },
            { value: 'month', label: 'Every month' },
          ]}
        />
        {frequency !== '' && <Select label="Kept apart" value={by} onChange={setBy} options={by_options} />}
        <Button type="submit" busy={keep.busy} className="self-end">
          Keep
        </Button>
      </form>
    </Card>
  )
}
