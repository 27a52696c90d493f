import { loadVisible } from '#data/visible.ts'
import { notFound } from '#kernel/errors.ts'
import type { VerbContext } from '#server/verb.ts'
import type { Block } from './blocks/template-blocks.rules.ts'
import type { TemplateKind } from './blocks/template-kinds.rules.ts'
import type { TemplateState } from './document-template.rules.ts'

export interface TemplateRow extends TemplateState {
  readonly id: string
  readonly template_id: string
  readonly kind: TemplateKind
  readonly version: number
  readonly blocks: readonly Block[]
  readonly revision: number
}

type Deps = Pick<VerbContext, 'tx' | 'viewer'>

/** @throws not_found for a template that the viewer does not see */
export async function loadTemplate(
  { tx, viewer }: Deps,
  id: string,
  { lock = false }: { readonly lock?: boolean } = {},
): Promise<TemplateRow> {
  const [row] = await loadVisible<TemplateRow>(tx, viewer, 'config.document_template', [id], { lock })
  if (!row) throw notFound('Document Template')
  return row
}

/** All versions of a template, which is the viewer's own, one change after the other. */
export async function lockVersions(
  { tx }: Deps,
  template_id: string,
): Promise<readonly Pick<TemplateRow, 'id' | 'status' | 'version'>[]> {
  return tx.rows(
    'select id, status, version from config.document_template where template_id = $1 order by version for update',
    [template_id],
  )
}
