import { z } from 'zod'
import { verb } from '#server/verb.ts'
import { agency_side } from '../shared/who-may.rules.ts'
import { makeInput, makePage } from './make-page.server.ts'

/** Before a document is made: which values it has, and which the record lacks. */
export const fillTemplate = verb({
  action_id: 'config.document_template.fill',
  since: '0.1.0',
  summary: 'Names the values of a record for a template of documents, and the missing ones',
  machine: 'allowed',
  impersonator: 'allowed',
  is_reading: true,
  who: agency_side,
  input: z.strictObject({ template_id: z.uuid(), ...makeInput }),
  output: z.strictObject({
    fields: z.array(z.strictObject({ name: z.string(), label: z.string(), value: z.string().nullable() })),
    missing: z.array(z.strictObject({ name: z.string(), label: z.string() })),
  }),
  run: async (context, input) => {
    const { fields, missing } = await makePage(context, input)
    return { fields: [...fields], missing: [...missing] }
  },
})
