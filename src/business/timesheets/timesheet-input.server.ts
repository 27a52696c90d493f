import { z } from 'zod'
import { validationText } from '#kernel/messages.ts'

/** The cells of the grid as they are typed; their content is judged by units.rules, under each field. */
export const detailsInput = z
  .array(
    z.strictObject({
      date: z.string(),
      group_id: z.uuid(),
      units: z.string().max(40, { error: validationText.number }),
    }),
  )
  .max(1000, { error: validationText.max })
