/** In the form of a new party, and on the page of a submitted one: parties that it may be already. */
import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import { action } from '#web/core/call.ts'
import { pathOf } from '#web/core/place.ts'
import { useSession } from '#web/core/session.ts'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { Link } from '#web/ui/Link.tsx'
import type { PartyKind } from '../onboarding/onboarding.rules.ts'

type Asked = {
  readonly kind: PartyKind
  readonly name: string
  readonly zipcode: string
  readonly id?: string
}
type Found = {
  readonly parties: readonly {
    readonly id: string
    readonly human_id: string
    readonly name: string
    readonly type: string
  }[]
}

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

export function LookAlikes({ kind, name, zipcode, id }: Asked) {
  const { category } = useSession()
  const [others, setOthers] = useState<readonly string[]>([])
  const settled = useSettled(JSON.stringify([name.trim(), zipcode.trim()]))
  const query = useQuery({
    queryKey: ['look_alikes', kind, settled, id],
    queryFn: () =>
      action<Found>(
        'business.party.find_alike',
        { kind, name: name.trim(), zipcode: zipcode.trim(), ...(id === undefined ? {} : { id }) },
        crypto.randomUUID(),
      ),
    enabled: name.trim().length > 2,
  })
  const found = (query.data?.parties ?? []).filter((one) => !others.includes(one.id))
  if (name.trim().length <= 2 || found.length === 0) return null
  return (
    <ul aria-label="Alike parties" className="flex flex-col gap-2 rounded-2 bg-amber3 p-3 text-amber11">
      {found.map((one) => (
        <li key={one.id} className="flex flex-wrap items-center gap-2">
          <TriangleAlert size={16} aria-hidden className="shrink-0" />
          <span>
            Looks like {one.name} ({one.human_id})
          </span>
          <Link to={pathOf({ category, path: `business/${one.type}`, id: one.id })} className={buttonClass()}>
            Open
          </Link>
          <Button onClick={() => setOthers([...others, one.id])}>It is another company</Button>
        </li>
      ))}
    </ul>
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
      />
    ),
  }) as const
