import { z } from 'zod'
import { contact_changers } from '#business/people/contact.rules.ts'
import { agency_side, isOneOf } from '#business/shared/who-may.rules.ts'
import type { Viewer, WhoMay } from '#entity/access.ts'
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

type Check = { readonly who: WhoMay; readonly statement: string }

/**
 * The only values that may be asked about (spec §5, §7), each by the roles whose form holds the field: its submit answers
 * the same about rows of other tenants.
 */
const checks: Readonly<Record<string, Check>> = {
  'platform.user.email': {
    who: contact_changers,
    statement: 'select from platform."user" where email = lower($1) and deleted_at is null',
  },
  'business.company.brn': {
    who: agency_side,
    statement: 'select from business.company where brn = upper($1) and deleted_at is null',
  },
  'business.individual.utr': {
    who: agency_side,
    statement: 'select from business.individual where utr = $1 and deleted_at is null',
  },
}

/** A forbidden or failed question counts as not unique (spec §8): `refused` tells nothing of any row. */
export async function askUnique(
  database: Database,
  viewer: Viewer,
  raw: unknown,
): Promise<'free' | 'taken' | 'refused'> {
  const parsed = body.safeParse(raw)
  if (!parsed.success) return 'refused'
  const { module, entity, unique } = parsed.data
  const check = checks[`${module}.${entity}.${unique.field}`]
  if (check === undefined || !isOneOf(viewer, check.who)) return 'refused'
  const { rowCount } = await database.app.query(`${check.statement} limit 1`, [unique.value])
  return rowCount === 0 ? 'free' : 'taken'
}
