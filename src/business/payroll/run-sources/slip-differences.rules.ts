/** How the payslips of a run differ from those that the facts of now give. Pure. */
import { displayMoney, GBP, money } from '#kernel/money.ts'
import { all_payslip_lines, type PayslipAmount } from '../figures/payslip.rules.ts'
import { type FigurePence, readPence } from '../figures/run-figures.rules.ts'

export type StoredSlip = {
  readonly employment_id: string
  readonly contractor_id: string
  readonly worker: string
} & Readonly<Record<PayslipAmount, string>>

export type SlipNow = {
  readonly employment_id: string
  readonly contractor_id: string
  readonly worker: string
  readonly figures: FigurePence
}

export type SlipDifference = { readonly contractor_id: string; readonly sentence: string }

/** Net pay first: people know that figure. */
const in_turn: readonly PayslipAmount[] = [
  'net_pay',
  ...all_payslip_lines.map(({ field }) => field).filter((field) => field !== 'net_pay'),
]

const labels = new Map(all_payslip_lines.map(({ field, label }) => [field, label]))

const pounds = (pence: number): string => displayMoney(money(pence, GBP))

/** One sentence a worker; equal amounts that are made up otherwise have none. */
export function slipDifferences(stored: readonly StoredSlip[], now: readonly SlipNow[]): SlipDifference[] {
  const before = new Map(stored.map((slip) => [slip.employment_id, slip]))
  const after = new Set(now.map(({ employment_id }) => employment_id))
  const changed = now.flatMap((slip) => differenceOf(before.get(slip.employment_id), slip))
  const gone = stored.filter(({ employment_id }) => !after.has(employment_id))
  return [
    ...changed,
    ...gone.map(({ contractor_id, worker }) => ({
      contractor_id,
      sentence: `${worker} is no longer paid by this run`,
    })),
  ]
}

function differenceOf(
  before: StoredSlip | undefined,
  { contractor_id, worker, figures }: SlipNow,
): SlipDifference[] {
  if (before === undefined)
    return [{ contractor_id, sentence: `${worker} is paid too: net pay ${pounds(figures.net_pay)}` }]
  const field = in_turn.find((one) => readPence(before[one]) !== figures[one])
  if (field === undefined) return []
  const was = pounds(readPence(before[field]))
  return [
    {
      contractor_id,
      sentence: `${worker}: ${labels.get(field) ?? field} ${was}, now ${pounds(figures[field])}`,
    },
  ]
}
