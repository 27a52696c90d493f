/** Equal treatment after 12 weeks in a role, for the agency and its provider: its day, and the pay to compare with. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { currencyOrGbp, symbolOf } from '#kernel/money.ts'
import { formatRate, rate } from '#kernel/rate.ts'
import { graphql } from '#web/core/call.ts'
import { gql } from '#web/core/query.ts'
import { useSession } from '#web/core/session.ts'
import { VerbModal } from '#web/form/VerbModal.tsx'
import { dayText } from '#web/kinds/time.tsx'
import type { ListRow } from '#web/list/model/list.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { type UnitType, unitLabel } from '../../rates/units.rules.ts'
import { agency_side, isOneOf } from '../../shared/who-may.rules.ts'
import { awrAskedOn, isBelowComparable } from './awr.rules.ts'

const document = gql(`query agency_worker($id: uuid!, $today: date!) {
  placement: contract_temp_placement_by_pk(id: $id) {
    id unit_type awr_role awr_qualifying_date awr_comparable_rate currency { alpha_code }
  }
  rates: contract_rate(
    where: {
      contract_id: { _eq: $id }, sub_type: { _eq: "contractor_rate" }, effective_from: { _lte: $today }
      _or: [{ effective_to: { _is_null: true } }, { effective_to: { _gte: $today } }]
    }
    limit: 100
  ) { value_text value_numeric value_boolean value_jsonb_object }
}`)

export function AgencyWorker({ row }: { row: ListRow }) {
  const { category } = useSession()
  return category === 'agency' || category === 'provider' ? <EqualTreatment id={row.id} /> : null
}

function EqualTreatment({ id }: { id: string }) {
  const session = useSession()
  const [isAsking, setAsking] = useState(false)
  const { today } = session
  const { data, refetch } = useQuery({
    queryKey: ['agency_worker', id, today],
    queryFn: ({ signal }) => graphql(document, { id, today }, signal),
  })
  const placement = data?.placement
  if (!placement || placement.awr_qualifying_date === null) return null
  const { awr_qualifying_date: qualifying, awr_comparable_rate, awr_role, unit_type } = placement
  const comparable = awr_comparable_rate === null ? null : rate(String(awr_comparable_rate))
  const unit = unitLabel(unit_type as UnitType, 'singular') // The column takes the four types alone.
  const paid = data.rates
    .filter(({ value_text }) => value_text === unit_type)
    .map((one) => ({ ...one, value_numeric: String(one.value_numeric) }))
  return (
    <Card
      title="Equal treatment"
      actions={
        isOneOf(session, agency_side) && (
          <Button onClick={() => setAsking(true)}>
            {comparable === null ? 'Enter the comparable rate' : 'Change the comparable rate'}
          </Button>
        )
      }
    >
      <p>
        From {dayText(qualifying)}, after 12 weeks with work{awr_role ? ` as ${awr_role}` : ''}
      </p>
      {comparable === null ? (
        <p className="text-n11">
          {awrAskedOn(qualifying) <= today
            ? 'The comparable rate is missing.'
            : `The comparable rate is asked for from ${dayText(awrAskedOn(qualifying))}.`}
        </p>
      ) : (
        <p className="flex flex-wrap items-center gap-2">
          Comparable rate {symbolOf(currencyOrGbp(placement.currency?.alpha_code))}
          {formatRate(comparable)} per {unit}
          {isBelowComparable(paid, comparable) && (
            <Badge tone="attention">The contractor rate is below the comparable rate</Badge>
          )}
        </p>
      )}
      {isAsking && (
        <VerbModal
          title="Comparable rate"
          description="Pay of a comparable employee of the client, in the unit of the placement and without holiday pay."
          action_id="contract.temp_placement.set_comparable_rate"
          fixed={{ id }}
          initial={{ awr_comparable_rate: comparable === null ? '' : formatRate(comparable) }}
          fields={[
            { kind: 'decimal', name: 'awr_comparable_rate', label: 'Comparable rate', required: true },
          ]}
          submit="Save"
          success="The comparable rate is saved"
          onClose={() => setAsking(false)}
          onDone={() => void refetch()}
        />
      )}
    </Card>
  )
}
