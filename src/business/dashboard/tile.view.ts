/** A tile of a dashboard or an overview. */
import type { Role } from '#entity/access.ts'
import type { Entity } from '#entity/entity.ts'
import type { FilterBy, Where } from '#entity/filter.ts'
import type { Tone } from '#web/ui/Badge.tsx'

/** Counted rows, and the target of the count. */
export interface Rows {
  readonly entity: Entity
  /** The list that holds them. */
  readonly path: string
  /** Tab of the list. */
  readonly tab?: string
  /** The base filter of the list, or of its tab. */
  readonly own?: Where
  readonly filter: FilterBy
}

export type Part = 'needs' | 'flow' | 'money' | 'work' | 'people'

export interface Tile extends Rows {
  readonly id: string
  readonly label: string
  /** Amount summed in the business's own currency. */
  readonly sum?: string
  /** How it looks when the count is not zero. */
  readonly tone: Tone
  readonly part: Part
  readonly roles?: readonly Role[]
  /** Roles with a better figure on the same page. */
  readonly not_for?: readonly Role[]
}
