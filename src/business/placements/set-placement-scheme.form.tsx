import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { valueAt } from '#entity/path.ts'
import { graphql } from '#web/core/call.ts'
import { gql } from '#web/core/query.ts'
import { useSession } from '#web/core/session.ts'
import { VerbModal } from '#web/form/VerbModal.tsx'
import type { ListRow } from '#web/list/model/list.ts'
import { Button } from '#web/ui/Button.tsx'
import type { Option } from '#web/ui/inputs.tsx'
import { isOneOf } from '../shared/who-may.rules.ts'
import { useAgencySchemes } from './paye-scheme/agency-schemes.hook.ts'
import {
  can_scheme,
  isPaidUnderScheme,
  scheme_of_employment,
  scheme_setters,
} from './paye-scheme/placement-scheme.rules.ts'

const document = gql(`query scheme_of_placement($id: uuid!) {
  placement: contract_temp_placement_by_pk(id: $id) {
    id paye_scheme_id ir35_status
    timesheets(where: { approved_at: { _is_null: false } }, order_by: [{ approved_at: asc }], limit: 1) { id human_id }
  }
}`)

/** For workers on payroll of an agency with several PAYE schemes, until a timesheet is approved. */
export function SetPlacementScheme({ row }: { row: ListRow }) {
  const session = useSession()
  const schemes = useAgencySchemes(isOneOf(session, scheme_setters.set) ? String(row.agency_id) : '')
  return schemes.length > 1 ? <Choose row={row} schemes={schemes} /> : null
}

function Choose({ row, schemes }: { row: ListRow; schemes: readonly Option[] }) {
  const session = useSession()
  const [isOpen, setOpen] = useState(false)
  const { data } = useQuery({
    queryKey: ['scheme_of_placement', row.id, row.updated_at],
    queryFn: ({ signal }) => graphql(document, { id: row.id }, signal),
  })
  const placement = data?.placement
  if (!placement) return null
  const [approved] = placement.timesheets
  const facts = {
    human_id: String(row.human_id),
    status: String(row.status),
    approved: approved?.human_id ?? null,
  }
  const payee = valueAt(row, 'payment_company.type')
  const payment_type =
    payee === 'umbrella' || payee === 'selfemployed' || payee === 'limited' ? payee : 'paye'
  if (!isPaidUnderScheme({ payment_type, ir35_status: placement.ir35_status })) return null
  if (can_scheme.set(facts, session) !== true) return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>Choose PAYE scheme</Button>
      {isOpen && (
        <VerbModal
          title="Choose PAYE scheme"
          description="It is fixed once a timesheet is approved."
          action_id="contract.temp_placement.set_paye_scheme"
          fixed={{ id: row.id }}
          initial={{ paye_scheme_id: placement.paye_scheme_id ?? '' }}
          fields={[
            {
              kind: 'choice',
              name: 'paye_scheme_id',
              label: 'PAYE scheme',
              placeholder: scheme_of_employment,
              options: schemes,
            },
          ]}
          input={(input, values) => ({ ...input, paye_scheme_id: values.paye_scheme_id || null })}
          submit="Choose PAYE scheme"
          success="The PAYE scheme is chosen"
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
