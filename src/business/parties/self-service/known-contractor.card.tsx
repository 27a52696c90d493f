/** The request of a contractor of the provider to work with the agency: approved or declined on the page of its draft. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { CouldNotLoad } from '#web/blocks/CouldNotLoad.tsx'
import { NotFound } from '#web/blocks/NotFound.tsx'
import { action, CallError } from '#web/core/call.ts'
import { pathOf } from '#web/core/place.ts'
import { useSession } from '#web/core/session.ts'
import { useAction } from '#web/core/use-action.ts'
import { VerbModal } from '#web/form/VerbModal.tsx'
import { dayText, instantText } from '#web/kinds/time.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { PropertiesTable } from '#web/ui/PropertiesTable.tsx'
import { PageSkeleton } from '#web/ui/Skeleton.tsx'
import { useGo } from '#web/ui/use-go.ts'
import { payeeText } from './known-contractor.rules.ts'

type Known = {
  readonly name: string
  readonly human_id: string
  readonly email: string
  readonly signed_as: string
  readonly asked_at: string
  readonly self_billing_from: string | null
  readonly payee: {
    readonly name: string
    readonly payment_type: string
    readonly is_default: boolean
  } | null
  readonly steps: readonly { readonly action: 'approve' | 'decline'; readonly refusal: string | null }[]
}

export function KnownContractor({ draft_id }: { draft_id: string }) {
  const query = useQuery({
    queryKey: ['known_contractor', draft_id],
    queryFn: () => action<Known | null>('business.party.read_known', { draft_id }, crypto.randomUUID()),
    retry: false,
  })
  if (query.data) return <Asked draft_id={draft_id} known={query.data} />
  if (query.isPending) return <PageSkeleton />
  if (query.error === null || (query.error instanceof CallError && query.error.code !== 'lost'))
    return <NotFound what="Draft" />
  return <CouldNotLoad onRetry={() => void query.refetch()} />
}

function factsOf({ name, human_id, email, asked_at, signed_as, payee, self_billing_from }: Known) {
  const later = payee?.is_default ? '' : ', once you and your provider agree to this payee'
  return [
    { label: 'Contractor', value: `${name} (${human_id})` },
    { label: 'Link sent to', value: email },
    { label: 'Asked', value: `${instantText(asked_at)}, signed ${signed_as}` },
    { label: 'Paid to', value: payee && `${payeeText(payee)}${later}` },
    { label: 'Self-billing agreed from', value: self_billing_from && dayText(self_billing_from) },
  ].filter(({ value }) => value !== null)
}

function Asked({ draft_id, known }: { draft_id: string; known: Known }) {
  const { category } = useSession()
  const go = useGo()
  const [declining, setDeclining] = useState(false)
  const approve = useAction<{ contractor_id: string }>('business.party.approve_known', {
    success: `${known.name} works with you`,
    onDone: ({ contractor_id }) =>
      go.replace(pathOf({ category, path: 'business/contractor', id: contractor_id })),
  })
  const refusalOf = (step: 'approve' | 'decline') =>
    known.steps.find(({ action }) => action === step)?.refusal ?? undefined
  return (
    <>
      <PageHeader
        title={known.name}
        back={{ to: pathOf({ category, path: 'request/draft_request' }), label: 'Drafts' }}
      />
      <div className="px-4 pb-6">
        <Card
          title="Asks to work with you"
          actions={
            <>
              <Button
                verb="business.party.decline_known"
                disabledReason={refusalOf('decline')}
                onClick={() => setDeclining(true)}
              >
                Decline
              </Button>
              <Button
                verb="business.party.approve_known"
                tone="primary"
                busy={approve.busy}
                disabledReason={refusalOf('approve')}
                onClick={() => void approve.run({ draft_id })}
              >
                Approve
              </Button>
            </>
          }
        >
          <p>
            They are in Stint already, so nobody enters their details again. You read them once you approve.
          </p>
          <div className="mt-3">
            <PropertiesTable items={factsOf(known)} />
          </div>
        </Card>
      </div>
      {declining && (
        <VerbModal
          title="Decline"
          description={`${known.name} reads the reason.`}
          action_id="business.party.decline_known"
          fixed={{ draft_id }}
          fields={[{ kind: 'area', name: 'comment', label: 'Reason', required: true }]}
          submit="Decline"
          success="The request is declined"
          onDone={() => go.replace(pathOf({ category, path: 'request/draft_request' }))}
          onClose={() => setDeclining(false)}
        />
      )}
    </>
  )
}
