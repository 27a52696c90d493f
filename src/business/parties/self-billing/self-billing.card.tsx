/** Until when self-bills of a contractor's payees carry VAT, and the renewal of their agreements. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { CouldNotLoad } from '#web/blocks/CouldNotLoad.tsx'
import { action } from '#web/core/call.ts'
import { useSession } from '#web/core/session.ts'
import { useFileStep, withoutFile } from '#web/form/file-step.tsx'
import { VerbModal } from '#web/form/VerbModal.tsx'
import { Button } from '#web/ui/Button.tsx'

type Agreement = {
  readonly service_id: string
  readonly payee_id: string | null
  readonly agency_name: string
  readonly payee_name: string
  readonly vat: string
  readonly next_from: string
  readonly next_to: string
  readonly can_renew: boolean
  readonly renew_refusal: string | null
}

export function SelfBilling({ contractor_id }: { contractor_id: string }) {
  const { category } = useSession()
  const [renewing, setRenewing] = useState<Agreement | null>(null)
  const query = useQuery({
    queryKey: ['self_billing', contractor_id],
    queryFn: () =>
      action<{ agreements: Agreement[] }>(
        'business.service.read_self_billing',
        { contractor_id },
        crypto.randomUUID(),
      ),
  })
  if (query.isLoadingError) return <CouldNotLoad onRetry={() => void query.refetch()} />
  const agreements = query.data?.agreements ?? []
  if (agreements.length === 0) return null
  return (
    <>
      <ul className="mt-3 flex flex-col divide-y divide-n5 border-t border-n5">
        {agreements.map((one) => (
          <li
            key={`${one.service_id} ${one.payee_id}`}
            className="flex flex-wrap items-center gap-x-3 gap-y-1 py-3 last:pb-0"
          >
            <span className="font-medium wrap-anywhere">
              {one.payee_name}
              {category === 'agency' ? '' : ` with ${one.agency_name}`}
            </span>
            <span className="text-n11 wrap-anywhere">{one.vat}</span>
            {one.can_renew && (
              <Button
                className="ml-auto"
                aria-label={`Renew the self-billing agreement of ${one.payee_name}`}
                disabledReason={one.renew_refusal}
                onClick={() => setRenewing(one)}
              >
                Renew self-billing
              </Button>
            )}
          </li>
        ))}
      </ul>
      {renewing && <Renew agreement={renewing} onClose={() => setRenewing(null)} />}
    </>
  )
}

function Renew({ agreement, onClose }: { agreement: Agreement; onClose: () => void }) {
  const queries = useQueryClient()
  const step = useFileStep('business.service.renew_self_billing', 'platform.document')
  const { service_id, payee_id, payee_name, next_from, next_to } = agreement
  return (
    <VerbModal
      title={`Renew the self-billing agreement of ${payee_name}`}
      description="Another person verifies it. Days without an agreement carry no VAT."
      action_id="business.service.renew_self_billing"
      fixed={{ id: service_id, ...(payee_id === null ? {} : { payee_id }) }}
      initial={{ valid_from: next_from, valid_to: next_to }}
      send={step.send}
      check={step.check}
      input={withoutFile}
      fields={[
        { kind: 'custom', name: 'file', label: 'File', render: step.render },
        { kind: 'day', name: 'valid_from', label: 'From', required: true },
        { kind: 'day', name: 'valid_to', label: 'Until', hint: 'Twelve months at most.', required: true },
        { kind: 'text', name: 'reference', label: 'Reference' },
      ]}
      submit="Renew"
      success="The agreement waits for its verification"
      onClose={onClose}
      onDone={() => {
        void queries.invalidateQueries({ queryKey: ['self_billing'] })
        void queries.invalidateQueries({ queryKey: ['papers'] })
      }}
    />
  )
}
