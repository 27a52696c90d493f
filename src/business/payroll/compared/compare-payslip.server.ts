import { z } from 'zod'
import { loadVisible } from '#data/visible.ts'
import { verb } from '#server/verb.ts'
import { penceText } from '../figures/run-figures.rules.ts'
import { compareSlips, type SlipRow } from './compare-slips.server.ts'
import { comparison_readers } from './compared-figures.rules.ts'
import { cause_values } from './difference-cause.rules.ts'

export const causesOutput = z.array(z.strictObject({ cause: z.enum(cause_values), sentence: z.string() }))

const output = z.strictObject({
  /** Of a pay run: there is nothing to compare. */
  is_calculated: z.boolean(),
  /** The fact without which nothing is computed. */
  missing: z.string().nullable(),
  /** As the bureau states them. */
  used: z.strictObject({ tax_code: z.string().nullable(), ni_letter: z.string().nullable() }),
  lines: z.array(
    z.strictObject({
      name: z.string(),
      bureau: z.string(),
      engine: z.string(),
      /** The bureau's figure less the engine's. */
      difference: z.string(),
      differs: z.boolean(),
      why: z.string(),
    }),
  ),
  /** Of the differences, found by computing with the bureau's facts and figures. */
  causes: causesOutput,
})

const nothing = { missing: null, used: { tax_code: null, ni_letter: null }, lines: [], causes: [] }

/** Computes the pay of a bureau's payslip from the facts of the employment. Changes nothing. */
export const comparePayslipFigures = verb({
  action_id: 'transaction.payslip.compare',
  since: '0.1.0',
  summary: 'Compares a bureau’s payslip with the engine’s own figures, each with its sentence',
  machine: 'allowed',
  impersonator: 'allowed',
  who: comparison_readers,
  is_reading: true,
  shows_tax_codes: 'Comparison with a bureau',
  input: z.strictObject({ id: z.uuid() }),
  output,
  run: async (context, { id }) => {
    const slips = await loadVisible<SlipRow>(context.tx, context.viewer, 'transaction.payslip', [id])
    const compared = (await compareSlips(context, slips)).get(id)
    if (compared === undefined) return { is_calculated: true, ...nothing }
    const { missing, used, lines, causes } = compared
    return {
      is_calculated: false,
      missing,
      used,
      lines: lines.map(({ field: _, ...line }) => ({
        ...line,
        bureau: penceText(line.bureau),
        engine: penceText(line.engine),
        difference: penceText(line.difference),
      })),
      causes: [...causes],
    }
  },
})
