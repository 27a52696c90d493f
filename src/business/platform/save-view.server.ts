import { z } from 'zod'
import { conflict, invalid, notFound } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import { newUuid } from '#kernel/uuid.ts'
import { verb } from '#server/verb.ts'
import { insertRow } from '#server/write-row.server.ts'
import { oneLine } from '../shared/printed-input.server.ts'
import { anybody } from '../shared/who-may.rules.ts'
import { saved_view } from './note.entity.ts'

/** A longer menu would be unreadable. */
const VIEWS_MAX = 50

const input = z.strictObject({
  /** An existing view of the user: gets the new name and address. Absent: a new one. */
  id: z.uuid().optional(),
  /** `transaction/invoice`, or `transaction/invoice/draft` for a tab. */
  list: z.string().regex(/^[a-z][a-z0-9_/-]{0,99}$/i),
  name: oneLine(z.string().trim().min(1).max(60)),
  /** The query of the list's address, `group_by=…&filter_by=…`, checked when it is opened. */
  search: z.string().max(4000),
})

/** Keeps the address of a list under a name, for this user in this business. */
export const saveView = verb({
  action_id: 'platform.saved_view.save',
  since: '0.1.0',
  summary: 'Saves a view of a list under a name',
  machine: 'allowed',
  impersonator: 'allowed',
  who: anybody,
  input,
  output: z.strictObject({ id: z.uuid() }),
  run: async ({ tx, viewer, clock }, { id, list, name, search }) => {
    const others = await tx.rows<{ id: string; name: string }>(
      `select id, name from platform.saved_view
       where user_id = $1 and business_id = $2 and list = $3 and deleted_at is null and id is distinct from $4`,
      [viewer.user_id, viewer.business_id, list, id ?? null],
    )
    if (others.some((one) => one.name.toLowerCase() === name.toLowerCase()))
      throw conflict(`There is a view called ${name} already`)
    if (!id && others.length >= VIEWS_MAX) throw invalid({ name: validationText.max })
    if (id) {
      const changed = await tx.run(
        `update platform.saved_view set name = $5, search = $6, updated_at = $7
         where id = $1 and user_id = $2 and business_id = $3 and list = $4 and deleted_at is null`,
        [id, viewer.user_id, viewer.business_id, list, name, search, clock.now()],
      )
      if (changed === 0) throw notFound('View')
      return { id }
    }
    const new_id = newUuid(clock)
    await insertRow(tx, saved_view, {
      id: new_id,
      user_id: viewer.user_id,
      business_id: viewer.business_id,
      list,
      name,
      search,
      created_at: clock.now(),
      updated_at: clock.now(),
    })
    return { id: new_id }
  },
})
