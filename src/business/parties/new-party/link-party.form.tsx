/** The provider links businesses it already has: a client or a funder to an agency (spec §3, Service). */
import { useState } from 'react'
import { useSession } from '#web/core/session.ts'
import { VerbModal } from '#web/form/VerbModal.tsx'
import { Button } from '#web/ui/Button.tsx'
import {
  agency_field,
  client_field,
  named_funder_field,
  ready_party,
} from '../../shared/form-choices.view.ts'
import { isOneOf, provider_staff } from '../../shared/who-may.rules.ts'

type Party = { readonly id: string; readonly name: string }

const terms_fields = [
  {
    kind: 'whole',
    name: 'temp_payment_terms',
    label: 'Payment terms of temp placements, days',
    max: 3,
    required: true,
  },
  { kind: 'whole', name: 'perm_payment_terms', label: 'Payment terms of perm placements, days', max: 3 },
  { kind: 'text', name: 'reference', label: 'Reference' },
] as const

/** On the page of a client: another agency gets it as its client, too. */
export function LinkAgency({ client }: { client: Party }) {
  const [isOpen, setOpen] = useState(false)
  if (!useMayLink()) return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>Link to agency</Button>
      {isOpen && (
        <VerbModal
          title={`Link ${client.name} to an agency`}
          description="The agency then sees the client. It does not see the client’s other agencies."
          action_id="business.service.link_client"
          fixed={{ client_id: client.id }}
          fields={[{ ...agency_field, where: ready_party }, ...terms_fields]}
          submit="Link"
          success={`${client.name} is linked`}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

/** On the page of an agency: one of the provider's clients becomes its client. */
export function LinkClient({ agency }: { agency: Party }) {
  const [isOpen, setOpen] = useState(false)
  if (!useMayLink()) return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>Link client</Button>
      {isOpen && (
        <VerbModal
          title={`Link a client to ${agency.name}`}
          description="The agency then sees the client. It does not see the client’s other agencies."
          action_id="business.service.link_client"
          fixed={{ agency_id: agency.id }}
          fields={[client_field, ...terms_fields]}
          submit="Link"
          success={`The client is linked to ${agency.name}`}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

/** On the page of an agency: a funder finances its placements. */
export function LinkFunder({ agency }: { agency: Party }) {
  const [isOpen, setOpen] = useState(false)
  if (!useMayLink()) return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>Link funder</Button>
      {isOpen && (
        <VerbModal
          title={`Link a funder to ${agency.name}`}
          description="Placements of the indirect model may name the funder from now on."
          action_id="business.service.link_funder"
          fixed={{ agency_id: agency.id }}
          fields={[named_funder_field]}
          submit="Link"
          success={`The funder is linked to ${agency.name}`}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

const useMayLink = () => isOneOf(useSession(), { provider: provider_staff })
