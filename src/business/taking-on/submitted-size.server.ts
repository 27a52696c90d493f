/** The size of a new client, stated in its form for a tax year. */
import { z } from 'zod'
import { invalid } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import type { VerbContext } from '#server/verb.ts'
import { statedYears } from '../parties/client-sizes/client-size.rules.ts'
import { clientSizeInput, writeClientSize } from '../parties/client-sizes/write-client-size.server.ts'

export const size_shape = {
  /** Absent: not known. */
  size: clientSizeInput.optional(),
  /** The year in which the tax year begins. */
  size_tax_year: z.int({ error: validationText.number }).optional(),
}
export type SubmittedSize = z.infer<z.ZodObject<typeof size_shape>>

/** A size holds for a tax year, and a tax year needs a size. @throws invalid */
export function checkSize({ clock }: VerbContext, { size, size_tax_year }: SubmittedSize): void {
  if (size === undefined && size_tax_year !== undefined) throw invalid({ size: validationText.required })
  if (size === undefined) return
  if (size_tax_year === undefined) throw invalid({ size_tax_year: validationText.required })
  if (!statedYears(clock.today()).includes(size_tax_year))
    throw invalid({ size_tax_year: validationText.matches })
}

/** The submitting user states the size. The sizes of an earlier submission go, as its other facts do. */
export async function keepSize(
  context: VerbContext,
  client_id: string,
  { size, size_tax_year }: SubmittedSize,
): Promise<void> {
  const { tx, viewer, clock } = context
  await tx.run(
    'update business.client_size set deleted_at = $2, updated_at = $2 where client_id = $1 and deleted_at is null',
    [client_id, clock.now()],
  )
  if (size === undefined || size_tax_year === undefined) return
  await writeClientSize(context, {
    client_id,
    tax_year: size_tax_year,
    size,
    stated_by: viewer.user_name,
    stated_on: clock.today(),
  })
}
