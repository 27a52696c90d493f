import type { z } from 'zod'
import { validationText } from '#kernel/messages.ts'
import { printedTextFault } from '#kernel/printed-text.ts'
import { hidesSigns } from '#kernel/typed-text.ts'

/** A text that documents print: its letters are those of their fonts (decision 0036). */
export function printed(text: z.ZodString): z.ZodString {
  return text.refine((value) => printedTextFault(value) === null, {
    error: ({ input }) => printedTextFault(String(input)) ?? undefined,
  })
}

/** A value of one line: two that look alike are alike. */
export const oneLine = (text: z.ZodString): z.ZodString =>
  text.refine((value) => !hidesSigns(value), { error: validationText.matches })
