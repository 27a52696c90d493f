/** A template with its other versions, and the PDF of the typed blocks. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call, graphql } from '#web/core/call.ts'
import { type Answer, gql } from '#web/core/query.ts'
import { type Block, templateFaults } from './blocks/template-blocks.rules.ts'
import type { TemplateKind } from './blocks/template-kinds.rules.ts'

const template = gql(`query document_template($id: uuid!) {
  rows: config_document_template(where: { id: { _eq: $id } }, limit: 1) {
    id template_id kind name version status blocks revision business_id published_at business { name }
  }
}`)
const versions = gql(`query document_template_versions($template_id: uuid!) {
  rows: config_document_template(where: { template_id: { _eq: $template_id } }, order_by: [{ version: desc }], limit: 100) {
    id version status
  }
}`)

type Row = Answer<typeof template>['rows'][number]
export type TemplateData = Omit<Row, 'blocks'> & {
  readonly blocks: readonly Block[]
  readonly versions: Answer<typeof versions>['rows']
}

export function useTemplate(id: string) {
  return useQuery({
    queryKey: ['document_template', id],
    queryFn: async ({ signal }): Promise<TemplateData | null> => {
      const [row] = (await graphql(template, { id }, signal)).rows
      if (!row) return null
      const all = await graphql(versions, { template_id: row.template_id }, signal)
      // As the server writes them.
      return { ...row, blocks: row.blocks as readonly Block[], versions: all.rows }
    },
  })
}

const PAUSE_MS = 600

/** The value once it has stayed for a moment. */
function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}

export interface Typed {
  readonly kind: TemplateKind
  readonly name: string
  readonly version: number
  readonly blocks: readonly Block[]
}

/** The address of the PDF; blocks with a fault are left out until they are mended. */
export function usePreview(typed: Typed) {
  const blocks = typed.blocks.filter((block) => Object.keys(templateFaults(typed.kind, [block])).length === 0)
  const body = useSettled(JSON.stringify({ ...typed, name: typed.name.trim() || 'Untitled', blocks }))
  const query = useQuery({
    queryKey: ['document_template_preview', body],
    queryFn: async ({ signal }) => {
      const { pdf } = await call<{ pdf: string }>('/api/pdf/document_template', JSON.parse(body), signal)
      return new Blob([Uint8Array.from(atob(pdf), (one) => one.charCodeAt(0))], { type: 'application/pdf' })
    },
    enabled: blocks.length > 0,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
  return { file: query.data, isFailed: query.isError, isEmpty: blocks.length === 0 }
}
