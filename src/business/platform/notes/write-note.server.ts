/** Notes of a business about any record that the writer reads; a mention tells a colleague. */
import { z } from 'zod'
import { loadNamed, loadVisible, type NamedRecord } from '#data/visible.ts'
import type { ReadRow } from '#entity/new-row.ts'
import { notFound } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import { requireCan } from '#kernel/refusal.ts'
import { newUuid } from '#kernel/uuid.ts'
import { type VerbContext, verb } from '#server/verb.ts'
import { insertRow, updateRow } from '#server/write-row.server.ts'
import { anybody } from '../../shared/who-may.rules.ts'
import { notification_log } from '../log.entity.ts'
import { note } from '../note.entity.ts'
import { plainNotice } from '../plain-notice.server.ts'
import { canChangeNote, canRemoveNote, mentionedIn, note_letters_max } from './note.rules.ts'
import { colleaguesOf } from './note-colleagues.server.ts'
import { pageOfRecord } from './record-page.rules.ts'

const text = z
  .string({ error: validationText.required })
  .trim()
  .min(1, { error: validationText.required })
  .max(note_letters_max, { error: validationText.max_length(note_letters_max) })

const output = z.strictObject({ id: z.uuid(), mentioned: z.array(z.string()) })

type About = Pick<
  ReadRow<typeof note, 'id parent_entity parent_id text'>,
  'id' | 'parent_entity' | 'parent_id' | 'text'
>

/** Tells each colleague whom the text names, once a note. @returns their names */
async function tellMentioned(context: VerbContext, about: About, { label }: NamedRecord): Promise<string[]> {
  const { tx, viewer, clock } = context
  if (!about.text.includes('@')) return []
  const people = mentionedIn(about.text, await colleaguesOf(tx, viewer))
  for (const { contact_id, user_id } of people)
    await insertRow(
      tx,
      notification_log,
      {
        ...plainNotice('mention'),
        user_id,
        business_contact_id: contact_id,
        business_id: viewer.business_id,
        title: `${viewer.user_name} mentioned you`,
        message: `In a note on ${label}`,
        link: pageOfRecord(about.parent_entity, about.parent_id),
        entity: 'platform.note',
        entity_id: about.id,
        fact_key: `mention:${about.id}:${contact_id}`,
        actor_user_id: viewer.user_id,
        read_at: null,
        created_at: clock.now(),
      },
      'on conflict (fact_key) do nothing',
    )
  return people.map(({ name }) => name)
}

/** @throws not_found for unknown records, and for those that the writer may not read */
async function recordOf(
  { tx, viewer }: VerbContext,
  { parent_entity, parent_id }: Pick<About, 'parent_entity' | 'parent_id'>,
): Promise<NamedRecord> {
  const [record] = await loadNamed(tx, viewer, parent_entity, [parent_id])
  if (!record) throw notFound('Record')
  return record
}

export const createNote = verb({
  action_id: 'platform.note.create',
  since: '0.1.0',
  summary: 'Adds a note of the own business to a record; @First Last tells a colleague',
  machine: 'allowed',
  impersonator: 'allowed',
  who: anybody,
  input: z.strictObject({ parent_entity: z.string().max(100), parent_id: z.uuid(), text }),
  output,
  run: async (context, input) => {
    const { tx, viewer, clock } = context
    const record = await recordOf(context, input)
    const id = newUuid(clock)
    await insertRow(tx, note, {
      id,
      ...input,
      business_id: viewer.business_id,
      user_id: viewer.user_id,
      user_name: viewer.user_name,
      created_at: clock.now(),
      updated_at: clock.now(),
    })
    context.audit({ entity: 'platform.note', entity_id: id, new_values: input })
    return { id, mentioned: await tellMentioned(context, { id, ...input }, record) }
  },
})

type Row = ReadRow<typeof note, 'id parent_entity parent_id text user_id created_at'>

async function lockNote({ tx, viewer }: VerbContext, id: string): Promise<Row> {
  const [row] = await loadVisible<Row>(tx, viewer, 'platform.note', [id], {
    lock: true,
    columns: 't.id, t.parent_entity, t.parent_id, t.text, t.user_id, t.created_at',
  })
  if (!row) throw notFound('Note')
  return row
}

export const updateNote = verb({
  action_id: 'platform.note.update',
  since: '0.1.0',
  summary: 'Changes an own note within 15 minutes',
  machine: 'allowed',
  impersonator: 'allowed',
  who: anybody,
  input: z.strictObject({ id: z.uuid(), text }),
  output,
  run: async (context, { id, text }) => {
    const { tx, viewer, clock } = context
    const row = await lockNote(context, id)
    requireCan(canChangeNote(row, viewer, clock.now()))
    const record = await recordOf(context, row)
    await updateRow(tx, note, id, { text, updated_at: clock.now() })
    context.audit({
      entity: 'platform.note',
      entity_id: id,
      old_values: { text: row.text },
      new_values: { text },
    })
    return { id, mentioned: await tellMentioned(context, { ...row, text }, record) }
  },
})

export const removeNote = verb({
  action_id: 'platform.note.remove',
  since: '0.1.0',
  summary: 'Removes an own note',
  machine: 'allowed',
  impersonator: 'allowed',
  who: anybody,
  input: z.strictObject({ id: z.uuid() }),
  output: z.strictObject({ id: z.uuid() }),
  run: async (context, { id }) => {
    const { tx, viewer, clock } = context
    const row = await lockNote(context, id)
    requireCan(canRemoveNote(row, viewer))
    await updateRow(tx, note, id, { deleted_at: clock.now(), updated_at: clock.now() })
    context.audit({
      entity: 'platform.note',
      entity_id: id,
      old_values: { text: row.text },
      new_values: { deleted_at: clock.now() },
    })
    return { id }
  },
})
