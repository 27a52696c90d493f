/** Templates of documents with their sample wording: the agency's and the published ones of its provider. */
import type { TemplateKind } from '#business/document-templates/blocks/template-kinds.rules.ts'
import { onStage, type World } from '../stage.ts'

type Made = {
  readonly by: string
  readonly kind: TemplateKind
  readonly name: string
  readonly is_draft?: true
}

const templates: readonly Made[] = [
  { by: 'agency_admin', kind: 'business_terms', name: 'Terms of business' },
  { by: 'agency_admin', kind: 'limited_contract', name: 'Contract for services, limited company' },
  { by: 'agency_admin', kind: 'assignment_schedule', name: 'Assignment schedule' },
  { by: 'agency_admin', kind: 'perm_confirmation', name: 'Confirmation of a placement' },
  { by: 'agency_admin', kind: 'opt_out', name: 'Opt-out notice', is_draft: true },
  { by: 'provider_admin', kind: 'agency_terms', name: 'Agency agreement' },
  { by: 'provider_admin', kind: 'self_billing', name: 'Self-billing agreement' },
]

export async function makeTemplates(world: World): Promise<void> {
  await onStage(world, async (stage) => {
    for (const { by, kind, name, is_draft } of templates) {
      const { id } = await stage.act<{ id: string }>(by, 'config.document_template.create', { kind, name })
      if (!is_draft) await stage.act(by, 'config.document_template.publish', { id })
    }
  })
}
