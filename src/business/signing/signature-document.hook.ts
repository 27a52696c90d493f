/** Documents that are signed, with their signers and files. */
import { useQuery } from '@tanstack/react-query'
import { graphql } from '#web/core/call.ts'
import { type Answer, gql } from '#web/core/query.ts'
import { useSession } from '#web/core/session.ts'
import { signature_types } from '../platform/signature-types.rules.ts'
import { isOneOf } from '../shared/who-may.rules.ts'
import { type SignedRecord, who } from './signing.rules.ts'

const documents = gql(`query signature_documents($where: platform_document_bool_exp!, $is_sender: Boolean!) {
  documents: platform_document(where: $where, order_by: [{ created_at: desc }, { id: desc }], limit: 50) {
    id title type status reason sent_at expires_at completed_at final_sha256 sealed_by created_by_name parent_entity parent_id
    business { name }
    signers(order_by: [{ position: asc }, { id: asc }]) {
      id position role party contact_id name status asked_at viewed_at signed_at comment
      reminded_at @include(if: $is_sender) email @include(if: $is_sender)
    }
    files(order_by: { created_at: asc }) { id file_name }
  }
}`)
export type SentDocument = Answer<typeof documents>['documents'][number]
export type SentSigner = SentDocument['signers'][number]

/** Prepares, sends, reminds and takes back. */
export const useIsSender = (): boolean => isOneOf(useSession(), who.send)

function useDocuments(key: readonly unknown[], where: object) {
  const is_sender = useIsSender()
  return useQuery({
    queryKey: ['signature_documents', ...key],
    queryFn: async ({ signal }) => {
      const only = { _and: [where, { type: { _in: [...signature_types] } }] }
      return (await graphql(documents, { where: only, is_sender }, signal)).documents
    },
  })
}

export const useRecordDocuments = (entity: SignedRecord, id: string) =>
  useDocuments([entity, id], { parent_entity: { _eq: entity }, parent_id: { _eq: id } })

export function useSignatureDocument(id: string) {
  const query = useDocuments([id], { id: { _eq: id } })
  const { isPending, error, refetch } = query
  return { isPending, error, refetch, data: query.data && (query.data[0] ?? null) }
}
