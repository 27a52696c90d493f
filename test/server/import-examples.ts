/** Examples of the verbs of imports and files, for every-verb.db.test.ts. */
import type { Viewer } from '#entity/access.ts'
import { newUuid } from '#kernel/uuid.ts'
import type { Example, Input, Stage } from './example-parts.ts'

const admin = (stage: Stage): Viewer => stage.agency.admin

/** An import of one client, where its work has brought it. */
async function imported(
  { database, clock }: Stage,
  viewer: Viewer,
  status: string,
  applied: number,
): Promise<Input> {
  const id = newUuid(clock)
  await database.app.query(
    `insert into platform.import (id, template, action_id, file_name, file_url, sha256, size_bytes, status, columns, mapping,
       row_count, applied_count, business_id, user_id)
     values ($1, 'clients', 'business.client.create', 'clients.csv', 'x', 'x', 1, $2, $3, $4, 1, $5, $6, $7)`,
    [
      id,
      status,
      JSON.stringify(['A', 'B', 'C']),
      JSON.stringify([null, null, null]),
      applied,
      viewer.business_id,
      viewer.user_id,
    ],
  )
  return { id }
}

export const import_examples: Readonly<Record<string, Example>> = {
  'platform.import.map': {
    by: admin,
    categories: ['agency'],
    input: async (stage, viewer) => ({
      ...(await imported(stage, viewer, 'unmapped', 0)),
      mapping: ['from_party.name', 'temp_payment_terms', 'from_business.company.address.line_1'],
    }),
  },
  'platform.import.apply': {
    by: admin,
    categories: ['agency'],
    input: async (stage, viewer) => ({ ...(await imported(stage, viewer, 'checked', 0)), mode: 'valid' }),
  },
  'platform.import.undo': {
    by: admin,
    categories: ['agency'],
    input: (stage, viewer) => imported(stage, viewer, 'applied', 1),
  },
  'platform.attachment.delete': {
    by: admin,
    categories: ['agency', 'contractor', 'provider'],
    input: async ({ database, clock, placed }, viewer) => {
      const id = newUuid(clock)
      await database.app.query(
        `insert into platform.attachment (id, business_id, parent_entity, parent_id, file_name, file_url, content_type,
           size_bytes, sha256, created_by, agency_id)
         values ($1, $2, 'business.client', $3, 'a.pdf', 'x', 'application/pdf', 1, 'x', $4, $2)`,
        [id, viewer.business_id, placed.client.id, viewer.user_id],
      )
      return { id }
    },
  },
}
