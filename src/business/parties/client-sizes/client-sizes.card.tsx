/** The sizes of a client by tax year, and the statement of one. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { WhoMay } from '#entity/access.ts'
import { labelIn } from '#entity/choices.ts'
import { category_roles, client_placement_roles } from '#entity/roles.ts'
import { day } from '#kernel/day.ts'
import { CouldNotLoad } from '#web/blocks/CouldNotLoad.tsx'
import { graphql } from '#web/core/call.ts'
import { gql } from '#web/core/query.ts'
import { useSession } from '#web/core/session.ts'
import { VerbModal } from '#web/form/VerbModal.tsx'
import { dayText } from '#web/kinds/time.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { taxYearName } from '../../shared/tax-year-start.rules.ts'
import { isOneOf } from '../../shared/who-may.rules.ts'
import { client_sizes } from './client-size.entity.ts'
import { client_size_writers, statedYears, taxYearOf } from './client-size.rules.ts'
import { small_hint } from './client-size.view.ts'

const document = gql(`query client_sizes($id: uuid!) {
  sizes: business_client_size(where: { client_id: { _eq: $id } }, order_by: [{ tax_year: desc }], limit: 20) {
    id tax_year size stated_by stated_on
  }
}`)

const readers: WhoMay = {
  agency: category_roles.agency,
  client: client_placement_roles,
  provider: category_roles.provider,
}

export function ClientSizes({ client }: { client: { id: string; name: string } }) {
  const session = useSession()
  const queries = useQueryClient()
  const [isStating, setStating] = useState(false)
  const reads = isOneOf(session, readers)
  const queryKey = ['client_sizes', client.id]
  const { data, isError, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => graphql(document, { id: client.id }, signal),
    enabled: reads,
  })
  if (isError) return <CouldNotLoad onRetry={() => void refetch()} />
  if (!reads || !data) return null
  return (
    <Card
      title="Size by tax year"
      actions={
        isOneOf(session, client_size_writers) && (
          <Button icon={Plus} onClick={() => setStating(true)}>
            State the size
          </Button>
        )
      }
    >
      {data.sizes.length === 0 && (
        <p className="text-n11">No size is stated. A client that is not small determines IR35 status.</p>
      )}
      <ul className="flex flex-col divide-y divide-n5">
        {data.sizes.map(({ id, tax_year, size, stated_by, stated_on }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-3 first:pt-0 last:pb-0">
            <span className="font-medium">{taxYearName(tax_year)}</span>
            <span>{labelIn(client_sizes, size)}</span>
            <span className="text-n11 wrap-anywhere">
              stated by {stated_by} on {dayText(stated_on)}
            </span>
          </li>
        ))}
      </ul>
      {isStating && (
        <StateSize
          client={client}
          onClose={() => setStating(false)}
          onDone={() => void queries.invalidateQueries({ queryKey })}
        />
      )}
    </Card>
  )
}

type Stating = { client: { id: string; name: string }; onClose: () => void; onDone: () => void }

function StateSize({ client, onClose, onDone }: Stating) {
  const today = day(useSession().today)
  return (
    <VerbModal
      title="State the size"
      description={`The size of ${client.name} decides whether it or the contractor determines the IR35 status of its placements.`}
      action_id="business.client.set_size"
      fixed={{ client_id: client.id }}
      initial={{ tax_year: String(taxYearOf(today)), stated_on: today }}
      fields={[
        {
          kind: 'choice',
          name: 'tax_year',
          label: 'Tax year',
          options: statedYears(today).map((year) => ({ value: String(year), label: taxYearName(year) })),
          required: true,
        },
        {
          kind: 'choice',
          name: 'size',
          label: 'Size',
          options: client_sizes,
          required: true,
          hint: small_hint,
        },
        { kind: 'text', name: 'stated_by', label: 'Stated by', required: true },
        { kind: 'day', name: 'stated_on', label: 'Stated on', required: true, max: today },
      ]}
      input={(values) => ({ ...values, tax_year: Number(values.tax_year) })}
      submit="Save"
      success="The size is saved"
      onClose={onClose}
      onDone={onDone}
    />
  )
}
