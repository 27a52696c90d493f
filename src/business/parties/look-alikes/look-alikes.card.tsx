/** In the form of a new party, and on the page of a submitted one: parties that it may be already. */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { action } from '#web/core/call.ts'
import { Button } from '#web/ui/Button.tsx'
import type { PartyKind } from '../onboarding.rules.ts'
import { AlikeList, type AlikeParty } from './alike-list.card.tsx'

type Asked = {
  readonly kind: PartyKind
  readonly name: string
  readonly zipcode: string
  readonly vat: string
  readonly id?: string
}
type Found = { readonly parties: readonly AlikeParty[] }

const PAUSE_MS = 600

/** The words as they were typed a moment ago. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}

export function LookAlikes({ kind, name, zipcode, vat, id }: Asked) {
  const [others, setOthers] = useState<readonly string[]>([])
  const settled = useSettled(JSON.stringify([name.trim(), zipcode.trim(), vat.trim()]))
  const query = useQuery({
    queryKey: ['look_alikes', kind, settled, id],
    queryFn: () =>
      action<Found>(
        'business.party.find_alike',
        {
          kind,
          name: name.trim(),
          zipcode: zipcode.trim(),
          vat_registration_no: vat.trim(),
          ...(id === undefined ? {} : { id }),
        },
        crypto.randomUUID(),
      ),
    enabled: name.trim().length > 2,
  })
  const found = (query.data?.parties ?? []).filter((one) => !others.includes(one.id))
  if (name.trim().length <= 2) return null
  return (
    <AlikeList
      parties={found}
      answer={({ id: other }) => (
        <Button onClick={() => setOthers([...others, other])}>It is another company</Button>
      )}
    />
  )
}

/** As a part of a form of a new party. */
export const alikeField = (kind: PartyKind) =>
  ({
    kind: 'custom',
    name: 'alike',
    label: 'Alike parties',
    wide: true,
    render: ({ values }: { values: Readonly<Record<string, unknown>> }) => (
      <LookAlikes
        kind={kind}
        name={
          kind === 'contractor'
            ? `${String(values.first_name ?? '')} ${String(values.last_name ?? '')}`
            : String(values.name ?? '')
        }
        zipcode={String(values.zipcode ?? '')}
        vat={kind === 'contractor' ? '' : String(values.vat_registration_no ?? '')}
      />
    ),
  }) as const
