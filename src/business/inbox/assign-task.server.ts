import { z } from 'zod'
import { present } from '#kernel/assert.ts'
import { notAllowed, notFound } from '#kernel/errors.ts'
import { requireCan } from '#kernel/refusal.ts'
import { type VerbContext, verb } from '#server/verb.ts'
import { anybody } from '../shared/who-may.rules.ts'
import { can } from './inbox.rules.ts'
import { peopleOfTask } from './open-tasks.server.ts'
import { lockOwn, type OwnRow } from './own-rows.server.ts'

type Task = OwnRow & { readonly entity: string; readonly entity_id: string }

/** @throws not_found, and the refusals of the rules */
async function ownTask(context: VerbContext, id: string): Promise<Task> {
  const [row] = await lockOwn(context, [id])
  if (row === undefined) throw notFound('Task')
  requireCan(can.assign(row, context.viewer))
  return {
    ...row,
    entity: present(row.entity, 'its entity'),
    entity_id: present(row.entity_id, 'its record'),
  }
}

type Colleague = { readonly business_contact_id: string; readonly name: string }

/** Colleagues of the viewer's business with the right to do the task. */
async function colleaguesOf({ tx, viewer, clock }: VerbContext, task: Task): Promise<Colleague[]> {
  const people = await peopleOfTask(tx, clock.now(), task)
  return tx.rows<Colleague>(
    `select id as business_contact_id, name from business.business_contact
     where id = any ($1) and business_id = $2 and id <> $3 order by name, id`,
    [people, viewer.business_id, viewer.business_contact_id],
  )
}

/** @throws not_found for contacts of other businesses and unknown ones alike */
async function requireColleague({ tx, viewer }: VerbContext, contact_id: string): Promise<void> {
  const row = await tx.row<{ id: string }>(
    'select id from business.business_contact where id = $1 and business_id = $2 and deleted_at is null',
    [contact_id, viewer.business_id],
  )
  if (!row) throw notFound('Contact')
}

const colleagues_input = z.strictObject({ id: z.uuid() })

export const listColleagues = verb({
  action_id: 'log.notification_log.colleagues',
  since: '0.1.0',
  summary: 'Lists the colleagues who may do a task of the inbox',
  machine: 'refused',
  impersonator: 'allowed',
  is_reading: true,
  who: anybody,
  input: colleagues_input,
  output: z.strictObject({
    people: z.array(z.strictObject({ business_contact_id: z.uuid(), name: z.string() })),
  }),
  run: async (context, { id }) => ({ people: await colleaguesOf(context, await ownTask(context, id)) }),
})

const assign_input = z.strictObject({ id: z.uuid(), to_contact_id: z.uuid() })

/** Hands a task to a colleague. A colleague with the same task gets a notice that it was handed to them. */
export const assignTask = verb({
  action_id: 'log.notification_log.assign',
  since: '0.1.0',
  summary: 'Assigns a task of the inbox to a colleague who may do it',
  machine: 'refused',
  impersonator: 'refused',
  who: anybody,
  input: assign_input,
  output: z.strictObject({ id: z.uuid(), name: z.string() }),
  run: async (context, { id, to_contact_id }) => {
    const { tx, viewer, clock } = context
    const task = await ownTask(context, id)
    await requireColleague(context, to_contact_id)
    const person = (await colleaguesOf(context, task)).find(
      ({ business_contact_id }) => business_contact_id === to_contact_id,
    )
    if (!person) throw notAllowed('This person cannot do this')
    const theirs = await tx.run(
      `update log.notification_log set assigned_from = $4, state = 'open', snoozed_until = null, read_at = null
       where kind = $1 and entity_id = $2 and business_contact_id = $3 and class = 'task' and state <> 'done'`,
      [task.kind, task.entity_id, to_contact_id, viewer.business_contact_id],
    )
    await (theirs > 0
      ? tx.run(
          `update log.notification_log set state = 'done', done_at = $2, snoozed_until = null, read_at = coalesce(read_at, $2)
           where id = $1`,
          [id, clock.now()],
        )
      : tx.run(
          `update log.notification_log n set business_contact_id = c.id, user_id = c.user_id, assigned_from = $3, state = 'open',
             snoozed_until = null, read_at = null from business.business_contact c where n.id = $1 and c.id = $2`,
          [id, to_contact_id, viewer.business_contact_id],
        ))
    context.audit({
      entity: 'log.notification_log',
      entity_id: id,
      old_values: { business_contact_id: viewer.business_contact_id },
      new_values: { business_contact_id: to_contact_id },
    })
    return { id, name: person.name }
  },
})
