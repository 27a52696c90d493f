/** The agency's own reference of a client or contractor. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { graphql } from '#web/core/call.ts'
import { gql } from '#web/core/query.ts'
import { useSession, useViewer } from '#web/core/session.ts'
import { VerbModal } from '#web/form/VerbModal.tsx'
import { Button } from '#web/ui/Button.tsx'
import { isOneOf } from '../shared/who-may.rules.ts'
import { has_reference, reference_writers } from './service-reference.rules.ts'

const document = gql(`query reference_of($party: uuid!, $agency: uuid!) {
  services: business_service(where: { from_business_id: { _eq: $party }, to_business_id: { _eq: $agency } }, limit: 10) {
    id type reference
  }
}`)

export function SetReference({ party }: { party: { id: string; name: string } }) {
  const session = useSession()
  return isOneOf(session, reference_writers) ? <OwnReference party={party} /> : null
}

function OwnReference({ party }: { party: { id: string; name: string } }) {
  const { business_id } = useViewer()
  const queries = useQueryClient()
  const [open, setOpen] = useState(false)
  const queryKey = ['reference_of', party.id]
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }) =>
      (await graphql(document, { party: party.id, agency: business_id }, signal)).services,
  })
  const link = query.data?.find(({ type }) => has_reference.some((one) => one === type))
  if (!link) return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>Change reference</Button>
      {open && (
        <VerbModal
          title={`Your reference of ${party.name}`}
          action_id="business.service.set_reference"
          fixed={{ id: link.id }}
          initial={{ reference: link.reference ?? '' }}
          fields={[{ kind: 'text', name: 'reference', label: 'Reference', hint: 'Empty for none.' }]}
          submit="Save reference"
          success="The reference is saved"
          onClose={() => setOpen(false)}
          onDone={() => void queries.invalidateQueries({ queryKey })}
        />
      )}
    </>
  )
}
