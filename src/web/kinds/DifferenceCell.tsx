import { ArrowRight } from 'lucide-react'
import { differences } from './difference.ts'

/** The first change of a request and the number of others, all in the title of the cell. */
export function DifferenceCell({ old_values, new_values }: { old_values: unknown; new_values: unknown }) {
  const all = differences(old_values, new_values)
  const [first] = all
  if (!first) return null
  const words = all.map((one) => `${one.label}: ${one.old} → ${one.new}`).join('\n')
  return (
    <span className="inline-flex max-w-full items-center gap-1.5" title={words}>
      <span className="shrink-0 text-n11">{first.label}</span>
      <del className="truncate text-red11 decoration-red9">{first.old}</del>
      <ArrowRight size={13} aria-label="becomes" className="shrink-0 text-n10" />
      <ins className="truncate text-green11 no-underline">{first.new}</ins>
      {all.length > 1 && <span className="shrink-0 text-12 text-n11">and {all.length - 1} more</span>}
    </span>
  )
}
