import { z } from 'zod'
import { validationText } from '#kernel/messages.ts'
import { optionalText } from '../parties/party-input.server.ts'
import { oneLine, printed } from '../shared/printed-input.server.ts'

/** Lines as typed; expense.rules judges them, under each field. */
export const detailsInput = z
  .array(
    z.strictObject({
      from_date: z.string().max(10),
      type: z.string().max(40),
      description: oneLine(
        printed(
          z
            .string()
            .trim()
            .max(200, { error: validationText.max_length(200) }),
        ),
      ).optional(),
      amount: z.string().min(1).max(15, { error: validationText.currency }),
      tax_amount: z.string().max(15, { error: validationText.currency }).default('0'),
      is_disbursement: z.boolean().optional(),
    }),
  )
  .max(100, { error: validationText.max })

type Texts = { readonly po_number?: string | undefined; readonly comment?: string | undefined }

/** The texts to write: a missing one stays, an empty one clears the stored one. */
export const textsOf = (asked: Texts, stored: { [name in keyof Texts]-?: string | null }) => ({
  po_number: asked.po_number === undefined ? stored.po_number : asked.po_number || null,
  comment: asked.comment === undefined ? stored.comment : asked.comment || null,
})

export const contentInput = {
  details: detailsInput,
  po_number: optionalText,
  comment: z.string().trim().max(4000).optional(),
}
