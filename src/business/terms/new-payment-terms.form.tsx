/** New terms for a client from a day on, for the client to agree to (spec §4: Pending Client Approval). */

import { Banner } from '#web/blocks/Banner.tsx'
import { pathOf } from '#web/core/place.ts'
import { useSession } from '#web/core/session.ts'
import type { FormField } from '#web/form/fields.ts'
import { VerbForm } from '#web/form/VerbForm.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { useGo } from '#web/ui/use-go.ts'
import { agency_field, client_field } from '../shared/form-choices.view.ts'

const fields: readonly FormField[] = [
  {
    kind: 'choice',
    name: 'placement_type',
    label: 'For',
    required: true,
    options: [
      { value: 'temp_placement', label: 'Temp placements' },
      { value: 'perm_placement', label: 'Perm placements' },
    ],
  },
  { kind: 'whole', name: 'payment_terms', label: 'Payment terms, days', required: true },
  { kind: 'day', name: 'effective_from', label: 'Effective from', required: true },
]

type Party = { readonly id: string; readonly name: string } | null

type TermsForm = {
  readonly title: string
  /** The client's reason against the terms before. */
  readonly reason?: string | null
  readonly initial: Readonly<Record<string, string>>
  /** The rows of the initial parties, for their words. */
  readonly picked?: { readonly agency: Party; readonly client: Party }
}

const optionOf = (party: Party | undefined) => (party ? { value: party.id, label: party.name } : undefined)

export function PaymentTermsForm({ title, reason = null, initial, picked }: TermsForm) {
  const { category } = useSession()
  const go = useGo()
  const list = pathOf({ category, path: 'config/payment_terms' })
  return (
    <>
      <PageHeader title={title} back={{ to: list, label: 'Payment Terms' }} />
      <div className="flex max-w-200 flex-col gap-3 px-4 pb-6">
        {reason !== null && <Banner lead="The client rejected these terms">{reason}</Banner>}
        <VerbForm
          action_id="config.payment_terms.create"
          fields={[
            category === 'provider' && { ...agency_field, picked: optionOf(picked?.agency) },
            { ...client_field, picked: optionOf(picked?.client) },
            ...fields,
          ]}
          initial={initial}
          intro="Takes effect once the client approves, for placements that follow the client’s terms."
          submit="Send to client"
          success="Sent to the client"
          onDone={() => go.replace(list)}
        />
      </div>
    </>
  )
}

export function NewPaymentTermsPage() {
  const { today } = useSession()
  return (
    <PaymentTermsForm
      title="New payment terms"
      initial={{ placement_type: 'temp_placement', effective_from: today }}
    />
  )
}
