/** All sides agreed to the placement, and its contract waits for signatures. */
import { onePage } from '../one-page.ts'
import { agreed, by, draftPlacement } from '../placements-week.ts'
import { contactId, onStage, type World } from '../stage.ts'
import { attachFile } from './attach-file.ts'
import type { Store } from './store.ts'

const title = 'Contract of the fit-out coordinator'

/** Only for a started demo, as its other files. */
export async function makeWaitingPlacement(world: World, store: Store): Promise<void> {
  const { id } = await onStage(world, (stage) =>
    draftPlacement(world, stage, 'Fit-out coordinator', world.clock.today()),
  )
  const about = { parent_entity: 'contract.temp_placement', parent_id: id }
  const attachment_id = await attachFile({ world, store }, by.agency, about, {
    file_name: `${title}.pdf`,
    content: onePage(title),
  })
  await onStage(world, async (stage) => {
    const document = await stage.act<{ id: string }>(by.agency, 'platform.document.create', {
      ...about,
      attachment_id,
      title,
      type: 'contract',
      signers: [by.contractor, by.agency].map((person, at) => ({
        contact_id: contactId(world, person),
        position: at + 1,
      })),
    })
    await stage.act(by.agency, 'platform.document.send', { id: document.id })
    for (const [person, action] of agreed)
      await stage.act(person, `contract.temp_placement.${action}`, { id })
  })
}
