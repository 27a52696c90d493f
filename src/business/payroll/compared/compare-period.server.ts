import { z } from 'zod'
import { loadVisible, visibleSql } from '#data/visible.ts'
import { verb } from '#server/verb.ts'
import { penceText } from '../figures/run-figures.rules.ts'
import { causesOutput } from './compare-payslip.server.ts'
import { compareSlips, type SlipRow } from './compare-slips.server.ts'
import { comparison_readers } from './compared-figures.rules.ts'

const output = z.strictObject({
  /** A bureau's payslips of the period; none where a pay run pays it. */
  payslip_count: z.number(),
  /** To the penny, all figures. */
  agreeing_count: z.number(),
  slips: z.array(
    z.strictObject({
      id: z.uuid(),
      human_id: z.string(),
      worker: z.string(),
      /** Net pay; null where nothing is computed. */
      bureau: z.string(),
      engine: z.string().nullable(),
      difference: z.string().nullable(),
      causes: causesOutput,
    }),
  ),
})

type PeriodSlip = SlipRow & { readonly human_id: string; readonly worker: string }

/** The payslips of a period that differ from the engine's, each with its causes. Changes nothing. */
export const comparePayslipPeriod = verb({
  action_id: 'transaction.payslip_period.compare',
  since: '0.1.0',
  summary: 'The bureau’s payslips of a period that differ from the engine’s, each with its causes',
  machine: 'allowed',
  impersonator: 'allowed',
  who: comparison_readers,
  is_reading: true,
  shows_tax_codes: 'Comparison with a bureau',
  input: z.strictObject({ id: z.uuid() }),
  output,
  run: async (context, { id }) => {
    const { tx, viewer } = context
    await loadVisible(tx, viewer, 'transaction.payslip_period', [id], { columns: 't.id' })
    const params: unknown[] = [id]
    const seen = visibleSql('transaction.payslip', viewer, 'p', params)
    const slips = await tx.rows<PeriodSlip>(
      `select p.*, k.name as worker from transaction.payslip p join business.business k on k.id = p.contractor_id
       where p.payslip_period_id = $1 and p.status <> 'draft' and ${seen} order by k.name, p.human_id`,
      params,
    )
    const compared = await compareSlips(context, slips)
    const differing = slips.flatMap(({ id: slip_id, human_id, worker, net_pay }) => {
      const found = compared.get(slip_id)
      if (found === undefined || (found.missing === null && found.causes.length === 0)) return []
      const net = found.lines.find(({ field }) => field === 'net_pay')
      return [
        {
          id: slip_id,
          human_id,
          worker,
          bureau: net_pay,
          engine: net ? penceText(net.engine) : null,
          difference: net ? penceText(net.difference) : null,
          causes:
            found.missing === null
              ? [...found.causes]
              : [{ cause: 'not_compared' as const, sentence: found.missing }],
        },
      ]
    })
    return {
      payslip_count: compared.size,
      agreeing_count: compared.size - differing.length,
      slips: differing,
    }
  },
})
