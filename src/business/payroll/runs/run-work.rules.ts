/** A pay run and the work that it pays, as facts. */
import type { Day } from '#kernel/day.ts'
import type { Units4 } from '#kernel/rate.ts'
import type { EndedPay } from '../../corrections/ended-pay.rules.ts'
import type { RetainedWork } from '../employment/retained.rules.ts'
import type { PayElement } from '../engine/pay-element.rules.ts'
import type { Pence } from '../engine/whole.rules.ts'
import type { FigurePence } from '../figures/run-figures.rules.ts'

export type RunFacts = {
  readonly id: string
  readonly paye_scheme_id: string
  readonly agency_id: string
  readonly frequency: 'week' | 'fortnight' | 'four_week' | 'month'
  readonly pay_day: Day
  readonly tax_year: number
  readonly period_number: number
}

/** A timesheet that a run leaves out. */
export type LeftOut = {
  readonly timesheet_id: string
  readonly human_id: string
  readonly worker: string
  readonly reason: string
  readonly by: string
}

/** A week of work, or a correction of one. */
export type RunWork = {
  readonly timesheet_id: string
  readonly human_id: string
  readonly employment_id: string
  readonly start_date: Day
  readonly end_date: Day
  /** In London; null for a difference that needed no approval. */
  readonly approved_on: Day | null
  readonly client_net: Pence
  readonly is_reduction: boolean
  /** Figures that were paid for the work before; null for work that is paid the first time, and for a difference. */
  readonly former: FigurePence | null
  /** They came from a bureau. */
  readonly is_of_bureau: boolean
  /** The pay day that is corrected; null where nothing is. */
  readonly corrects: Day | null
  /** Corrections of pay in an ended tax year, which may be of the same work. */
  readonly ended_pay: readonly EndedPay[]
  readonly elements: readonly PayElement[]
  /** Null where work is not counted in hours. */
  readonly hours: Units4 | null
  /** Null where no holiday pay is retained. */
  readonly retained: RetainedWork | null
}

/** Pay periods of payslips are weeks or months. */
export const slipFrequency = (frequency: RunFacts['frequency']): 'week' | 'month' =>
  frequency === 'month' ? 'month' : 'week'
