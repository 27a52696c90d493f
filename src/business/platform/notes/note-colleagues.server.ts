import { z } from 'zod'
import type { Viewer } from '#entity/access.ts'
import { type Tx, verb } from '#server/verb.ts'
import { anybody } from '../../shared/who-may.rules.ts'

export type Colleague = { readonly contact_id: string; readonly user_id: string; readonly name: string }

/** A longer list helps nobody: names are found by typing. */
const COLLEAGUES_MAX = 500

/** People of the viewer's own business who can sign in, without the viewer. */
export const colleaguesOf = (tx: Pick<Tx, 'rows'>, viewer: Viewer): Promise<Colleague[]> =>
  tx.rows<Colleague>(
    `select c.id as contact_id, c.user_id, c.name from business.business_contact c
     join platform."user" u on u.id = c.user_id and u.kind = 'person' and u.is_active and u.deleted_at is null
     where c.business_id = $1 and c.user_id <> $2 and c.is_active and c.deleted_at is null and c.joined_at is not null
     order by c.name, c.id limit ${COLLEAGUES_MAX}`,
    [viewer.business_id, viewer.user_id],
  )

export const listNoteColleagues = verb({
  action_id: 'platform.note.colleagues',
  since: '0.1.0',
  summary: 'Lists the colleagues whom a note can mention',
  machine: 'allowed',
  impersonator: 'allowed',
  is_reading: true,
  who: anybody,
  input: z.strictObject({}),
  output: z.strictObject({ people: z.array(z.strictObject({ contact_id: z.uuid(), name: z.string() })) }),
  run: async ({ tx, viewer }) => ({
    people: (await colleaguesOf(tx, viewer)).map(({ contact_id, name }) => ({ contact_id, name })),
  }),
})
