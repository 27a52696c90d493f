import { z } from 'zod'
import { precondition } from '#kernel/errors.ts'
import { verb } from '#server/verb.ts'
import { computeRun } from './compute-run.server.ts'
import { keepRun } from './keep-run.server.ts'
import { lockRun } from './load-run.server.ts'
import { who } from './pay-run.rules.ts'

const MOST_PAYSLIPS = 20_000

/** Computes the payslips of a run from the facts as they are, and its checks. It may be repeated until the approval. */
export const calculatePayRun = verb({
  action_id: 'transaction.pay_run.calculate',
  since: '0.1.0',
  summary: 'Calculates the payslips of a pay run, with their checks',
  machine: 'allowed',
  impersonator: 'allowed',
  who: who.calculate,
  input: z.strictObject({ id: z.uuid() }),
  output: z.strictObject({
    id: z.uuid(),
    status: z.literal('calculated'),
    payslips: z.number(),
    stops: z.number(),
    warnings: z.number(),
  }),
  run: async (context, { id }) => {
    const run = await lockRun(context, id, 'calculate')
    const computed = await computeRun(context, run)
    if (computed.slips.length > MOST_PAYSLIPS)
      throw precondition(
        `A pay run has at most ${MOST_PAYSLIPS} payslips: pay part of the workers at another frequency`,
      )
    await keepRun(context, run, computed)
    const counted = (level: string) => computed.findings.filter((one) => one.level === level).length
    return {
      id,
      status: 'calculated' as const,
      payslips: computed.slips.length,
      stops: counted('stop'),
      warnings: counted('warning'),
    }
  },
})
