import { z } from 'zod'
import { validationText } from '#kernel/messages.ts'
import { funding_models } from '../business.entity.ts'

export const modelInput = z.enum(
  funding_models.map((one) => one.value),
  { error: validationText.required },
)

/** Each once, in the order of the choices. */
export const modelsInput = z
  .array(modelInput)
  .min(1, { error: validationText.required })
  .transform((asked) => funding_models.map((one) => one.value).filter((one) => asked.includes(one)))

export const default_not_allowed = 'The default is one of the allowed funding models'
