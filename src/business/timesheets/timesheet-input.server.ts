import { z } from 'zod'
import { conflict } from '#kernel/errors.ts'
import { instant } from '#kernel/instant.ts'
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

/** `updated_at` of the timesheet as its sender saw it; left out, any saved cells are replaced. */
export const seenInput = z.string().trim().max(40).optional()

/** Cells saved since then would be lost without a word. @throws conflict */
export function refuseUnseen(sheet: { readonly updated_at: string }, seen: string | undefined): void {
  if (seen !== undefined && instant(seen, 'updated_at') !== instant(sheet.updated_at))
    throw conflict('Somebody else changed this timesheet. Reload it.')
}
