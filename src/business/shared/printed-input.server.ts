import type { z } from 'zod'
import { printedTextFault } from '#kernel/printed-text.ts'

/** A text that documents print: its letters are those of their fonts (decision 0036). */
export function printed(text: z.ZodString): z.ZodString {
  return text.refine((value) => printedTextFault(value) === null, {
    error: ({ input }) => printedTextFault(String(input)) ?? undefined,
  })
}
