import { z } from 'zod'
import { termsInput } from '../../parties/party-input.server.ts'
import { notice_units } from './notice-period.rules.ts'

const length = { count: termsInput, unit: z.enum(notice_units) }
const lengthInput = z.strictObject(length)

export const noticeInput = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('none') }),
  z.strictObject({ type: z.literal('single'), ...length }),
  z.strictObject({
    type: z.literal('two_stage'),
    initial: lengthInput,
    duration: lengthInput,
    later: lengthInput,
  }),
])
