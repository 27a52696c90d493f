import { Amount } from '#web/kinds/amount.tsx'

/** An amount of a document, or that part of it is meant where the figure is withheld (own-rows.access.ts, parts_of_sale). */
export function PartialAmount(props: {
  value: number | null
  currency?: string | null | undefined
  strong?: boolean
}) {
  return props.value === null ? <span className="text-n11">In part</span> : <Amount {...props} />
}
