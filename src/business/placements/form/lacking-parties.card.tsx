/** The next step of an agency that has no client or no contractor for a placement. */
import { Banner } from '#web/blocks/Banner.tsx'
import { pathOf } from '#web/core/place.ts'
import { useSession } from '#web/core/session.ts'
import { Link } from '#web/ui/Link.tsx'
import type { PartyKind } from './only-parties.hook.ts'

const lists = { client: 'Clients', contractor: 'Contractors' } as const satisfies Record<PartyKind, string>

export function LackingParties({ kinds }: { kinds: readonly PartyKind[] }) {
  const { category } = useSession()
  return kinds.map((kind) => (
    <div key={kind} className="mb-4">
      <Banner
        lead={`No ${kind} is onboarded yet`}
        action={<Link to={pathOf({ category, path: `business/${kind}` })}>Go to {lists[kind]}</Link>}
      >
        A placement needs one.
      </Banner>
    </div>
  ))
}
