import type { z } from 'zod'
import { validationText } from '#kernel/messages.ts'
import { hidesSigns } from '#kernel/typed-text.ts'

/** A value of one line: two that look alike are alike. */
export const oneLine = (text: z.ZodString): z.ZodString =>
  text.refine((value) => !hidesSigns(value), { error: validationText.matches })
