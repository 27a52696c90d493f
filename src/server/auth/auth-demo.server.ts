/** One-click sign-ins, offered only by a demo database (platform.installation.is_demo). */
import { z } from 'zod'
import type { Clock } from '#kernel/clock.ts'
import { notFound } from '#kernel/errors.ts'
import type { Database } from '../database.ts'
import { parseInput } from '../http/input-errors.ts'
import { inTransaction } from '../tx.ts'
import type { Tx } from '../verb.ts'
import { categoryOf } from '../viewer-read.server.ts'
import { openSession, type Visitor } from './auth-session.server.ts'

/** A person of the demo world; the loader marks them in their contact's preferences: `persona`, `persona_no`. */
export type Persona = {
  readonly persona: string
  readonly name: string
  readonly email: string
  readonly business_name: string
  readonly business_type: string
  readonly category: string
  readonly roles: readonly string[]
}

const personas = `
  select c.preferences ->> 'persona' as persona, u.name, u.email, b.name as business_name, b.type as business_type,
    c.roles, c.id as business_contact_id, u.id as user_id
  from business.business_contact c
  join platform."user" u on u.id = c.user_id and u.is_active and u.deleted_at is null
  join business.business b on b.id = c.business_id and b.is_active and b.deleted_at is null
  where c.preferences ? 'persona' and c.joined_at is not null and c.is_active and c.deleted_at is null
    and (select is_demo from platform.installation)`
const order = ` order by (c.preferences ->> 'persona_no')::int nulls last, c.created_at, c.id`

type PersonaRow = Omit<Persona, 'category'> & { business_contact_id: string; user_id: string }

async function isDemo(database: Database): Promise<boolean> {
  const { rows } = await database.session.pool.query<{ is_demo: boolean }>(
    'select is_demo from platform.installation',
  )
  return rows[0]?.is_demo ?? false
}

/** @throws notFound without a demo database */
export async function listPersonas(database: Database): Promise<Persona[]> {
  if (!(await isDemo(database))) throw notFound('Page')
  const { rows } = await database.session.pool.query<PersonaRow>(personas + order)
  return rows.map(({ business_contact_id: _contact, user_id: _user, ...one }) => ({
    ...one,
    category: categoryOf(one.business_type),
  }))
}

const demoInput = z.object({ persona: z.string().min(1).max(100) })

/** Signs in as a persona. @returns the session's token @throws notFound for an unknown persona, or without a demo */
export function demoLogin(
  { database, clock }: { readonly database: Database; readonly clock: Clock },
  raw: unknown,
  visitor: Visitor,
): Promise<string> {
  const { persona } = parseInput(demoInput, raw)
  return inTransaction(database.session, async (tx: Tx) => {
    const row = await tx.row<PersonaRow>(`${personas} and c.preferences ->> 'persona' = $1 limit 1`, [
      persona,
    ])
    if (!row) throw notFound('Persona')
    return openSession(tx, clock, { ...row, methods: ['demo'] }, visitor)
  })
}
