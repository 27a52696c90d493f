/** Examples of verbs about what hangs on any record: notes, files, mails. */
import type { Viewer } from '#entity/access.ts'
import { act } from '../fixtures/world.ts'
import { admin, type Example, type Stage } from './example-parts.ts'

const everybody = ['agency', 'client', 'contractor', 'funder', 'provider'] as const

const aboutPlacement = (stage: Stage) => ({
  parent_entity: 'contract.temp_placement',
  parent_id: stage.placed.id,
})

async function noted(stage: Stage, by: Viewer): Promise<{ id: string }> {
  const { id } = await act<{ id: string }>(stage, by, 'platform.note.create', {
    ...aboutPlacement(stage),
    text: 'The gate code is on the badge',
  })
  return { id }
}

export const record_examples: Readonly<Record<string, Example>> = {
  'platform.note.create': {
    by: admin,
    categories: everybody,
    input: async (stage) => ({ ...aboutPlacement(stage), text: 'The site office opens at seven' }),
  },
  'platform.note.update': {
    by: admin,
    categories: everybody,
    input: async (stage, viewer) => ({
      ...(await noted(stage, viewer)),
      text: 'The site office opens at eight',
    }),
  },
  'platform.note.remove': { by: admin, categories: everybody, input: noted },
  'platform.note.colleagues': {
    by: admin,
    categories: everybody,
    input: async () => ({}),
    unaudited: 'It reads',
    reads: true,
  },
}
