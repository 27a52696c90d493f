/** Published templates for a record, and the values that the record lacks for one. */
import { useQuery } from '@tanstack/react-query'
import { action, graphql } from '#web/core/call.ts'
import { gql } from '#web/core/query.ts'
import {
  isMadeOf,
  kindOfTemplate,
  type TemplateRecord,
  template_kinds,
} from './blocks/template-kinds.rules.ts'

const usable = gql(`query usable_templates($kinds: [String!]!) {
  rows: config_document_template(
    where: { status: { _eq: "published" }, kind: { _in: $kinds } }, order_by: [{ name: asc }, { id: asc }], limit: 200
  ) { id name kind business { name } business_id }
}`)

/** @param is_signed only templates made for signature */
export function useUsableTemplates(
  record: TemplateRecord,
  { is_signed = false, enabled = true }: { is_signed?: boolean; enabled?: boolean },
) {
  const kinds = template_kinds.filter(
    (kind) => isMadeOf(kind, record) && (!is_signed || kindOfTemplate(kind).signed_as !== null),
  )
  return useQuery({
    queryKey: ['usable_templates', record, is_signed],
    queryFn: async ({ signal }) => (await graphql(usable, { kinds }, signal)).rows,
    enabled,
  })
}

interface Filling {
  readonly missing: readonly { readonly name: string; readonly label: string }[]
}

export function useMissing(record: TemplateRecord, id: string, template_id: string, more: object = {}) {
  const [module = '', entity = ''] = record.split('.')
  return useQuery({
    queryKey: ['template_filling', record, id, template_id, more],
    queryFn: async () =>
      (
        await action<Filling>(
          'config.document_template.fill',
          { template_id, module, entity, id, ...more },
          crypto.randomUUID(),
        )
      ).missing,
    enabled: template_id !== '',
  })
}
