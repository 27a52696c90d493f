/** One fee rule, the rules before and after it, and the provider's actions. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { valueAt } from '#entity/path.ts'
import { currencyOrGbp } from '#kernel/money.ts'
import { RecordPage } from '#web/blocks/RecordPage.tsx'
import { record } from '#web/blocks/record.ts'
import { graphql } from '#web/core/call.ts'
import { pathOf } from '#web/core/place.ts'
import { gql } from '#web/core/query.ts'
import { useSession } from '#web/core/session.ts'
import { VerbModal } from '#web/form/VerbModal.tsx'
import { Amount } from '#web/kinds/amount.tsx'
import { rateText } from '#web/kinds/number.tsx'
import { dayText } from '#web/kinds/time.tsx'
import type { ListRow } from '#web/list/model/list.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Link } from '#web/ui/Link.tsx'
import { useGo } from '#web/ui/use-go.ts'
import { service_charge } from '../rates/rate.entity.ts'
import { fee_kind_field, fee_of_fields } from './service-charge.form.tsx'
import { fee_facts } from './service-charge.list.tsx'

export const service_charge_record = record({
  entity: service_charge,
  what: 'Fee rule',
  title: 'fee_type',
  meta: [{ field: 'agency.name' }, { field: 'effective_from' }],
  fields: ['replaced_by_id', 'agency_id', 'funder_id', 'transaction_id'],
  cards: [
    {
      title: 'For',
      facts: [
        { field: 'agency.name', label: 'Agency' },
        { field: 'funder.name', label: 'Funder' },
        { field: 'service_type' },
        { field: 'funding_type' },
        { field: 'payment_terms', label: 'Payment Terms, Days' },
        { field: 'payment_terms_type', label: 'Terms Of' },
        { field: 'contract.title', label: 'Placement' },
      ],
    },
    {
      title: 'Fee',
      facts: fee_facts,
    },
  ],
})

export function ServiceChargePage() {
  return (
    <RecordPage
      screen={service_charge_record}
      actions={(row) => <Actions row={row} />}
      after={(row) => <Versions row={row} />}
    />
  )
}

function Actions({ row }: { row: ListRow }) {
  const { category, roles, today } = useSession()
  const go = useGo()
  const [asking, setAsking] = useState<'replace' | 'end' | null>(null)
  const is_staff = roles.some((role) => role === 'provider_admin' || role === 'provider_operations')
  if (category !== 'provider' || !is_staff || row.replaced_by_id !== null) return null
  const close = () => setAsking(null)
  return (
    <>
      <Button onClick={() => setAsking('end')}>End</Button>
      <Button tone="primary" onClick={() => setAsking('replace')}>
        Replace
      </Button>
      {asking === 'end' && (
        <VerbModal
          title="End this fee rule"
          action_id="contract.service_charge.end"
          fixed={{ id: row.id }}
          initial={{ effective_to: today }}
          fields={[{ kind: 'day', name: 'effective_to', label: 'Last day', required: true, min: today }]}
          submit="End"
          success="The fee rule has a last day"
          onClose={close}
        />
      )}
      {asking === 'replace' && (
        <VerbModal
          title="Replace this fee rule"
          description="This rule ends the day before the new one starts."
          action_id="contract.service_charge.supersede"
          fixed={{ id: row.id }}
          initial={{
            type: row.type === 'fixed' ? 'fixed' : 'percent',
            currency: currencyOrGbp(String(valueAt(row, 'currency.alpha_code') ?? '')),
            fee_base: row.fee_base === 'net' ? 'net' : 'gross',
            effective_from: today,
          }}
          fields={[
            fee_kind_field,
            { kind: 'decimal', name: 'value', label: 'Value', required: true },
            ...fee_of_fields,
            { kind: 'day', name: 'effective_from', label: 'Effective from', required: true, min: today },
          ]}
          submit="Replace"
          success="The fee rule is replaced"
          onClose={close}
          onDone={({ id }: { id: string }) =>
            go.replace(pathOf({ category, path: 'contract/service_charge', id }))
          }
        />
      )}
    </>
  )
}

const document = gql(`query fee_rule_versions($where: contract_service_charge_bool_exp!) {
  versions: contract_service_charge(where: $where, order_by: [{ effective_from: desc }]) {
    id type value fee_base currency { alpha_code } effective_from effective_to
  }
}`)

const is = (value: unknown) => (value === null || value === undefined ? { _is_null: true } : { _eq: value })

/** Rules for the same work, newest first. */
function Versions({ row }: { row: ListRow }) {
  const { category } = useSession()
  const where = {
    agency_id: { _eq: row.agency_id },
    fee_type: { _eq: row.fee_type },
    service_type: { _eq: row.service_type },
    funding_type: is(row.funding_type),
    funder_id: is(row.funder_id),
    transaction_id: is(row.transaction_id),
    payment_terms: is(row.payment_terms),
  }
  const query = useQuery({
    queryKey: ['fee_rule_versions', where],
    queryFn: async ({ signal }) => (await graphql(document, { where }, signal)).versions,
  })
  return (
    <Card title="Timeline">
      <ol className="flex flex-col gap-2">
        {(query.data ?? []).map((one) => (
          <li key={one.id} className="flex flex-wrap items-baseline gap-x-3">
            <span className="numeric font-semibold">
              {one.type === 'percent' ? (
                `${rateText(one.value)}% of ${one.fee_base}`
              ) : (
                <Amount value={one.value} currency={one.currency?.alpha_code} />
              )}
            </span>
            <span className="text-n11">
              {dayText(one.effective_from)} – {one.effective_to ? dayText(one.effective_to) : 'open'}
            </span>
            {one.id === row.id ? (
              <span className="text-12 text-n11">this rule</span>
            ) : (
              <Link to={pathOf({ category, path: 'contract/service_charge', id: one.id })}>Open</Link>
            )}
          </li>
        ))}
      </ol>
    </Card>
  )
}
