import type { Field } from '#entity/entity.ts'
import type { Where } from '#entity/filter.ts'

/** Source of the choices of an id: rows of another entity, by name. */
export interface Pick {
  /** `business.client`. */
  readonly entity: string
  readonly label: string
  readonly where?: Where
}

/** A named period, kept relative so that a saved address stays true tomorrow. */
export interface DayPreset {
  readonly label: string
  readonly from?: string
  readonly to?: string
}

/** A filter for its input and chip; the kind of the field decides the rest. */
export interface Filterable {
  readonly field: string
  readonly label: string
  readonly shape: Field
  readonly pick?: Pick
  /** Spec §2: some dates cannot pass today. */
  readonly max?: 'today'
  readonly presets?: readonly DayPreset[]
}
