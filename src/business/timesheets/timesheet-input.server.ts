import { z } from 'zod'
import { conflict } from '#kernel/errors.ts'
import { instant } from '#kernel/instant.ts'
import { validationText } from '#kernel/messages.ts'
import type { VerbContext } from '#server/verb.ts'

export const SAVE_DRAFT = 'transaction.timesheet.save_draft'

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

/** The timesheet as its sender saw it. */
export const seen_shape = {
  /** Its `updated_at`; left out, any saved cells are replaced. */
  updated_at: z.string().trim().max(40).optional(),
  /** Idempotency keys of the sender's saves since then whose answers were lost. */
  saved_keys: z.array(z.string().trim().min(1).max(200)).max(50, { error: validationText.max }).optional(),
}
type Seen = { readonly updated_at?: string | undefined; readonly saved_keys?: readonly string[] | undefined }

/** Cells saved since then would be lost without a word, unless the sender saved them. @throws conflict */
export async function refuseUnseen(
  { tx, viewer }: Pick<VerbContext, 'tx' | 'viewer'>,
  sheet: { readonly id: string; readonly updated_at: string },
  { updated_at: seen, saved_keys = [] }: Seen,
): Promise<void> {
  if (seen === undefined || instant(seen, 'updated_at') === instant(sheet.updated_at)) return
  const own = await tx.row(
    `select 1 as one from platform.idempotency where user_id = $1 and key = any ($2) and action_id = $3
       and answer ->> 'id' = $4 and answer ->> 'updated_at' = $5`,
    [viewer.user_id, saved_keys, SAVE_DRAFT, sheet.id, instant(sheet.updated_at)],
  )
  if (!own) throw conflict('Somebody else changed this timesheet. Reload it.')
}
