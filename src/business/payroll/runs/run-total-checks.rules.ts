/** Checks of a pay run as a whole: the workers and timesheets that it leaves out, and its total. Pure. */
import type { Pence } from '../engine/whole.rules.ts'
import { type CheckCode, type Finding, moved, pounds } from './run-checks.rules.ts'

export type Missing = {
  /** Workers of the last run without a payslip in this one. */
  readonly left_out: readonly { readonly contractor_id: string; readonly name: string }[]
  /** Approved timesheets that no run of the scheme takes. */
  readonly left_over: number
  readonly net: Pence
  readonly last_net: Pence | null
  /** Of pay for work of an earlier tax year; null for none. */
  readonly late: string | null
}

/** Findings about the run as a whole. */
export function checkRun({ left_out, left_over, net, last_net, late }: Missing): Finding[] {
  const warn = (code: CheckCode, sentence: string, contractor_id: string | null = null): Finding => ({
    code,
    level: 'warning',
    sentence,
    contractor_id,
  })
  return [
    ...left_out.map(({ contractor_id, name }) =>
      warn('N07', `${name} was paid with the last run, and is not in this one`, contractor_id),
    ),
    ...(left_over === 0
      ? []
      : [
          warn(
            'N07',
            left_over === 1
              ? '1 approved timesheet is not in this run: its worker has no employment here, or was paid in this period'
              : `${left_over} approved timesheets are not in this run: their workers have no employment here, or were paid in this period`,
          ),
        ]),
    ...(last_net !== null && last_net !== 0 && moved(net, last_net, 20)
      ? [warn('N08', `${pounds(net)} against ${pounds(last_net)} with the last run`)]
      : []),
    ...(late === null ? [] : [warn('N11', late)]),
  ]
}
