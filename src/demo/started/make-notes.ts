/** What people write about records: notes with mentions, files shared with parties, a mail. */
import { inTransaction } from '#server/tx.ts'
import { onePage } from '../one-page.ts'
import { onStage, viewerOf, type World } from '../stage.ts'
import { attachFile } from './attach-file.ts'
import type { Store } from './store.ts'

/** Only for a started demo, as its other files. */
export async function makeNotes(world: World, store: Store): Promise<void> {
  const row = await inTransaction(store.database, async (tx) => {
    const agency = await viewerOf(world, tx, 'agency_admin')
    const client = await viewerOf(world, tx, 'hiring_manager')
    return tx.row<{ id: string; client_id: string }>(
      `select id, client_id from contract.contract
       where type = 'temp_placement' and status = 'active' and agency_id = $1 and client_id = $2
       order by human_id limit 1`,
      [agency.business_id, client.business_id],
    )
  })
  if (!row) return
  const placement = { parent_entity: 'contract.temp_placement', parent_id: row.id }
  const add = (file_name: string, text: string, share_with: readonly string[]) =>
    attachFile({ world, store }, 'agency_admin', placement, {
      file_name,
      content: onePage(text),
      share_with,
    })
  await add('Assignment schedule.pdf', 'Assignment schedule', ['client', 'contractor'])
  await add('Rates agreed by phone.pdf', 'Rates agreed by phone', [])
  await onStage(world, async (stage) => {
    const note = (person: string, text: string, about: object = placement) =>
      stage.act(person, 'platform.note.create', { ...about, text })
    await note('agency_consultant', 'The client may extend until March. I ask again in January.')
    await note('agency_admin', '@Priya Nair, please send me the new schedule before the extension.')
    await note('hiring_manager', 'The second badge is at the reception.')
    await note('agency_admin', 'Invoices go to the new finance team from December on.', {
      parent_entity: 'business.client',
      parent_id: row.client_id,
    })
    const { email } = await viewerOf(world, stage.tx, 'hiring_manager')
    await stage.act('agency_admin', 'platform.communication.send', {
      module: 'contract',
      entity: 'temp_placement',
      id: row.id,
      to: [email],
      subject: 'The extension until March',
      text: 'Please tell us by Friday whether the placement goes on until March.',
    })
  })
}
