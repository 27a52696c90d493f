/** Pay of a run besides work: statutory pay. Pure. */
import type { StatutoryPayment } from '../absence/statutory-elements.rules.ts'
import type { PayElement } from '../engine/pay-element.rules.ts'
import type { FigurePence } from './run-figures.rules.ts'

/** What a payslip pays besides work. */
export type Besides = {
  readonly elements: readonly PayElement[]
  readonly statutory: readonly StatutoryPayment[]
  /** Facts that people look at, and that do not stop the run. */
  readonly notes: readonly string[]
}

/** As a payslip keeps it, with the figures that it adds to those of the timesheets. */
export type KeptBesides = Omit<Besides, 'elements' | 'notes'> & { readonly figures: FigurePence }

export const no_besides: Besides = { elements: [], statutory: [], notes: [] }

/** The place of this pay among the timesheets of a payslip. */
export const BESIDES = 'besides'
