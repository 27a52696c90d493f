/** Parties with the VAT number that a change gives to another one: only companies of one VAT group share it. */
import { useQuery } from '@tanstack/react-query'
import { action } from '#web/core/call.ts'
import type { PartyKind } from '../onboarding.rules.ts'
import { AlikeList, type AlikeParty } from './alike-list.card.tsx'

export function SameVatNumber({ kind, id, vat }: { kind: PartyKind; id?: string; vat: string }) {
  const typed = vat.replaceAll(/\s/g, '')
  // Shorter than any VAT number.
  const is_asked = typed.length >= 9
  const query = useQuery({
    queryKey: ['same_vat_number', kind, typed, id],
    queryFn: () =>
      action<{ readonly parties: readonly AlikeParty[] }>(
        'business.party.find_alike',
        { kind, vat_registration_no: typed, ...(id === undefined ? {} : { id }) },
        crypto.randomUUID(),
      ),
    enabled: is_asked,
  })
  return is_asked ? <AlikeList parties={query.data?.parties ?? []} answer={() => null} /> : null
}
