/** Requests a change of a permanent placement in force. Facts that its documents state stay once the documents are raised. */
import { useQuery } from '@tanstack/react-query'
import { NotFound } from '#web/blocks/NotFound.tsx'
import { graphql } from '#web/core/call.ts'
import { pathOf, usePlace } from '#web/core/place.ts'
import { type Answer, gql } from '#web/core/query.ts'
import { useSession } from '#web/core/session.ts'
import type { Made } from '#web/form/fields.ts'
import { VerbForm } from '#web/form/VerbForm.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { useGo } from '#web/ui/use-go.ts'
import { currency_field, funding_type_field } from '../../shared/form-choices.view.ts'
import { RecordState } from '../../shared/record-state.card.tsx'
import { isOneOf } from '../../shared/who-may.rules.ts'
import { askers } from '../request/change-request.rules.ts'
import { comment_field } from '../request/request-fields.view.ts'
import { requestPath } from '../request/request-path.view.ts'

const document = gql(`query changed_perm_placement($id: uuid!) {
  placement: contract_perm_placement_by_pk(id: $id) {
    id human_id title contract_start_date placement_fee funding_type currency { alpha_code }
    invoice_sets(where: { status: { _eq: "live" } }, limit: 1) { id }
  }
}`)

type Perm = NonNullable<Answer<typeof document>['placement']>

export function NewPermChangePage() {
  const session = useSession()
  const { id } = usePlace()
  const mayAsk = isOneOf(session, askers)
  const query = useQuery({
    queryKey: ['changed_perm_placement', id],
    queryFn: async ({ signal }) => (await graphql(document, { id: id ?? '' }, signal)).placement,
    enabled: mayAsk && id !== null,
  })
  if (!mayAsk || id === null) return <NotFound what="Placement" />
  return (
    <RecordState query={query} what="Placement">
      {(perm) => <PermChangeForm key={perm.id} perm={perm} />}
    </RecordState>
  )
}

const says = {
  open: 'The client approves a new start, fee or currency; the provider a new funding type.',
  raised:
    'The documents of this placement are raised: fee, currency and funding type stay. Credit the documents instead. The client approves a new start, from which the guarantee counts.',
} as const

function PermChangeForm({ perm }: { perm: Perm }) {
  const { category, today } = useSession()
  const go = useGo()
  const is_raised = perm.invoice_sets.length > 0
  const stands = {
    contract_start_date: perm.contract_start_date ?? '',
    placement_fee: perm.placement_fee === null ? '' : String(perm.placement_fee),
    currency: perm.currency?.alpha_code ?? 'GBP',
    funding_type: perm.funding_type,
  }
  return (
    <>
      <PageHeader
        title="Request a change"
        back={{ to: pathOf({ category, path: 'contract/perm_placement', id: perm.id }), label: perm.title }}
        meta={<span>{perm.human_id}</span>}
      />
      <div className="max-w-200 px-4 pb-6">
        <VerbForm
          intro={says[is_raised ? 'raised' : 'open']}
          action_id="request.change_request.create"
          fixed={{ contract_id: perm.id }}
          initial={stands}
          fields={[
            {
              kind: 'day',
              name: 'contract_start_date',
              label: 'Start date',
              required: true,
              ...(is_raised ? { max: today } : {}),
            },
            !is_raised && {
              kind: 'money',
              name: 'placement_fee',
              label: 'Placement fee without VAT',
              currency: ({ currency }: typeof stands) => currency,
              required: true,
            },
            !is_raised && currency_field,
            !is_raised && funding_type_field,
            comment_field,
          ]}
          input={(_, { comment, ...typed }) => ({
            comment,
            ...Object.fromEntries(
              // Its own keys.
              (Object.keys(stands) as (keyof typeof stands)[]).flatMap((name) =>
                typed[name].trim() === stands[name] ? [] : [[name, typed[name].trim()]],
              ),
            ),
          })}
          submit="Send for approval"
          success={({ human_id }: Made) => `Sent for approval as ${human_id}`}
          onDone={({ id }: Made) => go.replace(requestPath(id, 'contract', category))}
        />
      </div>
    </>
  )
}
