import type { Field } from '#entity/entity.ts'
import type { Where } from '#entity/filter.ts'

/** Where the choices of an id come from: rows of another entity, by name. */
export interface Pick {
  /** `business.client`. */
  readonly entity: string
  readonly label: string
  readonly where?: Where
}

/** A period of days that is offered by name; kept relative, so that a saved address stays true tomorrow. */
export interface DayPreset {
  readonly label: string
  readonly from?: string
  readonly to?: string
}

/** A filter as its input and its chip know it: the kind of the field decides the rest. */
export interface Filterable {
  readonly field: string
  readonly label: string
  readonly shape: Field
  readonly pick?: Pick
  /** Spec §2: some dates cannot pass today. */
  readonly max?: 'today'
  readonly presets?: readonly DayPreset[]
}
