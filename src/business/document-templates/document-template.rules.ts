/** States of document templates, and the people that change them. Pure. */
import type { Viewer } from '#entity/access.ts'
import { refuse, type Verdict } from '#kernel/refusal.ts'
import { transitions } from '../shared/transitions.rules.ts'
import { provider_staff } from '../shared/who-may.rules.ts'

export const NAME_MAX = 120
/** Versions and all. */
export const TEMPLATES_MAX = 500

export const template_editors = { agency: ['agency_admin'], provider: provider_staff } as const

export type TemplateState = {
  readonly status: 'draft' | 'published' | 'archived'
  readonly name: string
  readonly business_id: string
}
type Asker = Pick<Viewer, 'category' | 'roles' | 'business_id'>

const isOwn = ({ business_id }: TemplateState, viewer: Asker): Verdict =>
  business_id === viewer.business_id ||
  refuse('not_allowed', 'This template is your provider’s. Copy it to change it.')

export const { can, who } = transitions<'save' | 'publish' | 'archive', TemplateState, Asker>(
  { name: ({ name }) => `Document Template ${name}` },
  {
    /** Of a published version it makes the next one. */
    save: { from: ['draft', 'published'], to: 'draft', by: template_editors, done: 'changed', before: isOwn },
    publish: {
      from: ['draft'],
      to: 'published',
      by: template_editors,
      done: 'published',
      already: 'published',
      before: isOwn,
    },
    archive: {
      from: ['draft', 'published'],
      to: 'archived',
      by: template_editors,
      done: 'archived',
      already: 'archived',
      before: isOwn,
    },
  },
)
