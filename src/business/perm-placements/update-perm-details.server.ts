import { z } from 'zod'
import { client_placement_roles } from '#entity/roles.ts'
import { present } from '#kernel/assert.ts'
import { precondition } from '#kernel/errors.ts'
import { type VerbContext, verb } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { mandatory, optionalText } from '../parties/party-input.server.ts'
import { contract } from '../placements/contract.entity.ts'
import { recordContractSteps } from '../placements/record-contract-step.server.ts'
import { knownContactSql } from '../shared/known-contact.server.ts'
import { lockPerms, type PermRow } from './load-perm.server.ts'
import { who } from './perm-placement.rules.ts'

export const perm_details_topic = 'perm_details_mail'

/** Title and order number of a placement in force, at once: the client gets a notice. Issued documents keep theirs. */
export const updatePermDetails = verb({
  action_id: 'contract.perm_placement.update_details',
  since: '0.1.0',
  summary: 'Changes the title and order number of a permanent placement in force, and tells the client',
  machine: 'allowed',
  impersonator: 'refused',
  who: who.update_details,
  input: z.strictObject({ id: z.uuid(), title: mandatory, po_number: optionalText }),
  output: z.strictObject({ id: z.uuid(), title: z.string(), po_number: z.string().nullable() }),
  run: async (context, { id, title, po_number: typed }) => {
    const { tx, clock } = context
    const [locked] = await lockPerms(context, 'update_details', [id])
    const row = present(locked, 'the placement')
    const stands = present(
      await tx.row<Details>('select title, po_number from contract.contract where id = $1', [id]),
      'the placement',
    )
    const po_number = typed ?? null
    const words = changeWords(stands, { title, po_number })
    if (words.length === 0) throw precondition('Nothing differs from what stands')
    await updateRow(tx, contract, id, { title, po_number, updated_at: clock.now() })
    await recordContractSteps(context, 'update_details', [
      {
        row,
        old_status: row.status,
        new_status: row.status,
        message: words.join('; '),
        new_values: { title, po_number },
      },
    ])
    await tellClient(context, row, words)
    return { id, title, po_number }
  },
})

type Details = { readonly title: string; readonly po_number: string | null }

const changeWords = (was: Details, now: Details): string[] => [
  ...(was.title === now.title ? [] : [`Title: ${was.title}, now ${now.title}`]),
  ...(was.po_number === now.po_number
    ? []
    : [`PO number: ${was.po_number ?? 'none'}, now ${now.po_number ?? 'none'}`]),
]

async function tellClient(context: VerbContext, row: PermRow, words: readonly string[]): Promise<void> {
  const { tx, viewer, clock } = context
  const people = await tx.rows<{ email: string }>(
    `select distinct lower(email) as email from business.business_contact
     where business_id = $1 and ${knownContactSql()}
       and roles && $2::text[]`,
    [row.client_id, client_placement_roles],
  )
  for (const { email: to } of people)
    context.enqueue(perm_details_topic, `perm-details:${row.id}:${clock.now()}:${to}`, {
      contract_id: row.id,
      to,
      subject: `${row.human_id} is changed`,
      body_text: [
        'Hello,',
        '',
        `${viewer.user_name} of ${viewer.business_name} changed the placement ${row.human_id}.`,
        ...words.map((line) => `${line}.`),
        '',
        'Issued documents stay as they are. If this is wrong, tell your agency.',
      ].join('\n'),
      provider_id: row.provider_id,
      agency_id: row.agency_id,
    })
}
