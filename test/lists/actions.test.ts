/**
 * What a list's buttons send is what their verbs take: a button whose input its verb refuses would look alive on the screen
 * and never do anything.
 */

import { expect, it } from 'vitest'
import { verbs } from '#business/verbs.ts'
import { CATEGORIES } from '#entity/access.ts'
import { isCommentRequired } from '#kernel/messages.ts'
import { inner_lists, lists } from '#test/lists/registry.ts'
import { idsInput, type List } from '#web/list/model/list.ts'

const id = '018f0000-0000-7000-8000-000000000001'
const row = { id, business_contact_id: id }

type Sent = { readonly action_id: string; readonly input: object }

/** Only a dialog that asks for a comment sends one. */
const commentOf = ({ label, confirm }: { readonly label: string; readonly confirm?: string }) =>
  confirm === 'comment' || confirm === 'reason' || isCommentRequired(label) ? 'why' : ''

/** As ActionCell, RowMenu and BulkBar send it. */
function sentBy({ columns, row_actions, bulk }: List): Sent[] {
  const of_row = [...columns.flatMap(({ action }) => action ?? []), ...(row_actions ?? [])].flatMap((one) =>
    'action_id' in one
      ? [{ action_id: one.action_id, input: one.input?.(row, 'why') ?? idsInput([id], commentOf(one)) }]
      : [],
  )
  const of_many = (bulk ?? [])
    .filter(({ opens }) => opens === undefined)
    .flatMap((one) =>
      [one.action_id, ...(one.many ? [one.many.action_id] : [])].map((each) => ({
        action_id: each,
        input: one.input?.([id], 'why') ?? idsInput([id], commentOf(one)),
      })),
    )
  return [...of_row, ...of_many]
}

async function everyList(): Promise<List[]> {
  const loaded = await Promise.all([
    ...Object.values(lists).flatMap((load) => CATEGORIES.map((category) => load(category))),
    ...inner_lists.map(({ load }) => load()),
  ])
  return [...new Set(loaded)]
}

it('every list button sends its verb’s input', async () => {
  const sent = (await everyList()).flatMap((list) =>
    sentBy(list).map((one) => ({ ...one, title: list.title })),
  )
  const refused = sent.flatMap(({ title, action_id, input }) => {
    const read = verbs.get(action_id)?.input.safeParse(input)
    return read?.success ? [] : [`${title}, ${action_id}: ${read?.error.message ?? 'no such verb'}`]
  })
  expect(sent.length).toBeGreaterThan(10)
  expect(refused).toEqual([])
})
