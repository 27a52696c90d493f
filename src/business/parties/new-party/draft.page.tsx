/** Pages of a new party and of a kept draft: the form of its kind, with the typed values. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { CouldNotLoad } from '#web/blocks/CouldNotLoad.tsx'
import { NotFound } from '#web/blocks/NotFound.tsx'
import { action, CallError } from '#web/core/call.ts'
import { usePlace } from '#web/core/place.ts'
import { PageSkeleton } from '#web/ui/Skeleton.tsx'
import type { PartyDraft } from '../onboarding/party-draft.hook.ts'
import type { PartyKind } from '../onboarding.rules.ts'
import { KnownContractor } from '../self-service/known-contractor.card.tsx'
import { AgencyForm } from './new-agency.form.tsx'
import { ClientForm } from './new-client.form.tsx'
import { ContractorForm } from './new-contractor.form.tsx'
import { FunderForm } from './new-funder.form.tsx'
import { PaymentCompanyForm } from './new-payment-company.form.tsx'

export function DraftPage() {
  const { id } = usePlace()
  return <LoadedDraft id={id ?? ''} />
}

/** After a reload the address names the draft. */
function NewPage({ kind }: { kind: PartyKind }) {
  const [draft_id] = useState(() => new URLSearchParams(window.location.search).get('draft'))
  return draft_id === null ? <PartyForm kind={kind} draft={null} /> : <LoadedDraft id={draft_id} />
}

export const NewClientPage = () => <NewPage kind="client" />
export const NewContractorPage = () => <NewPage kind="contractor" />
export const NewLimitedPage = () => <NewPage kind="limited" />
export const NewUmbrellaPage = () => <NewPage kind="umbrella" />
export const NewSelfemployedPage = () => <NewPage kind="selfemployed" />
export const NewPayerPage = () => <NewPage kind="payer" />
export const NewFunderPage = () => <NewPage kind="funder" />
export const NewAgencyPage = () => <NewPage kind="agency" />

function PartyForm({ kind, draft }: { kind: PartyKind; draft: PartyDraft | null }) {
  if (kind === 'client') return <ClientForm draft={draft} />
  if (kind === 'contractor') return <ContractorForm draft={draft} />
  if (kind === 'funder') return <FunderForm draft={draft} />
  if (kind === 'agency') return <AgencyForm draft={draft} />
  return <PaymentCompanyForm kind={kind} draft={draft} />
}

function LoadedDraft({ id }: { id: string }) {
  const query = useQuery({
    queryKey: ['party_draft', id],
    queryFn: () => action<PartyDraft>('business.party.read_draft', { id }, crypto.randomUUID()),
    // From here on the form holds the typed values.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
  const draft = query.data
  if (draft) return <PartyForm key={id} kind={draft.kind} draft={draft} />
  if (query.isPending) return <PageSkeleton />
  // A submitted draft without a party: a contractor of the provider has asked by its link.
  if (query.error instanceof CallError && query.error.code === 'precondition')
    return <KnownContractor draft_id={id} />
  if (query.error instanceof CallError && query.error.code !== 'lost') return <NotFound what="Draft" />
  return <CouldNotLoad onRetry={() => void query.refetch()} />
}
