import { z } from 'zod'
import type { Database } from '../database.ts'

const body = z.object({
  module: z.string(),
  entity: z.string(),
  unique: z.object({
    value: z
      .string()
      .trim()
      .min(1)
      .max(320)
      .refine((text) => !text.includes('\u0000')),
    field: z.string(),
    type: z.string().optional(),
  }),
})

/** The only values that may be asked about, each a statement (spec §5, §7; experience.md, tension 5). */
const checks: Readonly<Record<string, string>> = {
  'platform.user.email': 'select from platform."user" where email = lower($1) and deleted_at is null',
  'business.company.brn': 'select from business.company where brn = upper($1) and deleted_at is null',
  'business.individual.utr': 'select from business.individual where utr = $1 and deleted_at is null',
}

/** One flag. Forbidden or failed questions count as not unique (spec §8). */
export async function isUnique(database: Database, raw: unknown): Promise<boolean> {
  const parsed = body.safeParse(raw)
  if (!parsed.success) return false
  const { module, entity, unique } = parsed.data
  const statement = checks[`${module}.${entity}.${unique.field}`]
  if (statement === undefined) return false
  const { rowCount } = await database.app.query(`${statement} limit 1`, [unique.value])
  return rowCount === 0
}
