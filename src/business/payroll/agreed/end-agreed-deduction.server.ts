import { z } from 'zod'
import { verb } from '#server/verb.ts'
import { endDeduction, endInput } from '../employment/end-deduction.server.ts'
import { payroll_keepers } from '../schemes/paye-scheme.rules.ts'

export const endAgreedDeduction = verb({
  action_id: 'business.agreed_deduction.end',
  since: '0.1.0',
  summary: 'Ends a deduction from pay that the worker agreed to, with the reason',
  machine: 'allowed',
  impersonator: 'refused',
  who: payroll_keepers,
  input: endInput,
  output: z.strictObject({ id: z.uuid() }),
  run: (context, input) => endDeduction(context, 'agreed_deduction', input),
})
