/** The frame of a form that asks for something about a contractor. */
import type { ReactNode } from 'react'
import { NotFound } from '#web/blocks/NotFound.tsx'
import { pathOf, usePlace } from '#web/core/place.ts'
import { useSession } from '#web/core/session.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'

/** Contractors ask for themselves, everyone else for the contractor of the address. */
export function AskedContractor({ children }: { children: (id: string) => ReactNode }) {
  const { category, business } = useSession()
  const place = usePlace()
  const id = category === 'contractor' ? business.id : place.id
  return id === null ? <NotFound what="Contractor" /> : children(id)
}

type Props = {
  readonly title: string
  readonly contractor: { readonly id: string; readonly name: string }
  /** Where contractors came from; everyone else came from the contractor's page. */
  readonly own: { readonly path: string; readonly label: string }
  readonly meta: ReactNode
  readonly children: ReactNode
}

export function ContractorRequest({ title, contractor, own, meta, children }: Props) {
  const { category } = useSession()
  const back =
    category === 'contractor'
      ? { to: pathOf({ category, path: own.path }), label: own.label }
      : { to: pathOf({ category, path: 'business/contractor', id: contractor.id }), label: contractor.name }
  return (
    <>
      <PageHeader title={title} back={back} meta={meta} />
      <div className="flex max-w-200 flex-col gap-4 px-4 pb-6">{children}</div>
    </>
  )
}
