import type { ReactNode } from 'react'
import type { Field } from '#entity/entity.ts'

export interface CellProps {
  /** As the data endpoint answered it. */
  readonly value: unknown
  readonly field: Field
  /** Last step of the column's path, e.g. `status`. */
  readonly name: string
  /** ISO code beside an amount. */
  readonly currency?: string | undefined
  /** Where a unique id leads. */
  readonly to?: string | null | undefined
}

/** How one kind of field is shown. */
export interface Kind {
  /** Default column width in px, spec §9. */
  readonly width: number
  /** Right-aligned, tabular figures. */
  readonly numeric?: boolean
  readonly cell: (props: CellProps) => ReactNode
}
