/** Examples of verbs of templates. */
import { randomUUID } from 'node:crypto'
import type { Viewer } from '#entity/access.ts'
import { act } from '../fixtures/world.ts'
import { admin, type Example, type Stage } from './example-parts.ts'

const categories = ['agency', 'provider'] as const
const writers = ['agency', 'funder', 'provider'] as const
const words = { template: 'message', subject: 'About {{record}}', text: 'Hello' }
const blocks = [{ type: 'paragraph', text: 'Dated {{document.date}}' }]

async function made(stage: Stage, viewer: Viewer): Promise<{ id: string }> {
  const { id } = await act<{ id: string }>(stage, viewer, 'config.document_template.create', {
    kind: 'business_terms',
    name: 'Terms of business',
  })
  return { id }
}

async function published(stage: Stage, viewer: Viewer): Promise<{ id: string }> {
  const template = await made(stage, viewer)
  await act(stage, viewer, 'config.document_template.publish', template)
  return template
}

/** Words that apply already are refused. */
const freshWords = () => ({ ...words, text: `${words.text} ${randomUUID()}` })

export const template_examples: Readonly<Record<string, Example>> = {
  'config.document_template.create': {
    by: admin,
    categories,
    input: async () => ({ kind: 'opt_out', name: 'Opt-out notice' }),
  },
  'config.document_template.save': {
    by: admin,
    categories,
    input: async (stage, viewer) => ({ ...(await made(stage, viewer)), name: 'Terms', blocks, revision: 1 }),
  },
  'config.document_template.publish': { by: admin, categories, input: made },
  'config.document_template.archive': { by: admin, categories, input: published },
  'config.document_template.copy': { by: admin, categories, input: published },
  'config.document_template.fill': {
    by: admin,
    categories,
    input: async (stage, viewer) => ({
      template_id: (await published(stage, viewer)).id,
      module: 'contract',
      entity: 'temp_placement',
      id: stage.placed.id,
    }),
    unaudited: 'It reads',
    reads: true,
  },
  'config.mail_template.save': { by: admin, categories: writers, input: async () => freshWords() },
  'config.mail_template.reset': {
    by: admin,
    categories: writers,
    input: async (stage, viewer) => {
      await act(stage, viewer, 'config.mail_template.save', freshWords())
      return { template: 'message' }
    },
  },
  'config.mail_template.test': {
    by: admin,
    categories: writers,
    input: async () => words,
    unaudited: 'It mails the caller alone, and the mail log keeps the mail',
  },
}
