/** Documents that are signed, with their signers and files. */
import { useQuery } from '@tanstack/react-query'
import { graphql } from '#web/core/call.ts'
import { type Answer, gql } from '#web/core/query.ts'
import { useSession } from '#web/core/session.ts'
import { signature_types } from '../platform/signature-types.rules.ts'
import { isSender, type SignedRecord } from './signing.rules.ts'

const documents = gql(`query signature_documents($where: platform_document_bool_exp!, $is_sender: Boolean!) {
  documents: platform_document(where: $where, order_by: [{ created_at: desc }, { id: desc }], limit: 50) {
    id title type status reason sent_at expires_at completed_at final_sha256 sealed_by signed_with created_by_name parent_entity parent_id
    business { name }
    signers(order_by: [{ position: asc }, { id: asc }]) {
      id position role party contact_id name status asked_at viewed_at signed_at comment
      reminded_at @include(if: $is_sender) email @include(if: $is_sender) has_left @include(if: $is_sender)
    }
    missing @include(if: $is_sender)
    files(order_by: { created_at: asc }) { id file_name }
  }
}`)
export type SentDocument = Answer<typeof documents>['documents'][number]
export type SentSigner = SentDocument['signers'][number]

/** Prepares, sends, reminds and takes back. */
export const useIsSender = (parent_entity: string | null): boolean => isSender(parent_entity, useSession())

async function readDocuments(where: object, is_sender: boolean, signal: AbortSignal) {
  const only = { _and: [where, { type: { _in: [...signature_types] } }] }
  return (await graphql(documents, { where: only, is_sender }, signal)).documents
}

export function useRecordDocuments(entity: SignedRecord, id: string) {
  const is_sender = useIsSender(entity)
  const where = { parent_entity: { _eq: entity }, parent_id: { _eq: id } }
  return useQuery({
    queryKey: ['signature_documents', entity, id],
    queryFn: ({ signal }) => readDocuments(where, is_sender, signal),
  })
}

export function useSignatureDocument(id: string) {
  // Agency and provider read the proof of signers on any document.
  const is_sender = useIsSender(null)
  return useQuery({
    queryKey: ['signature_documents', id],
    queryFn: async ({ signal }): Promise<SentDocument | null> =>
      (await readDocuments({ id: { _eq: id } }, is_sender, signal))[0] ?? null,
  })
}
