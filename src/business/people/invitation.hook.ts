import { useQuery } from '@tanstack/react-query'
import { graphql } from '#web/core/call.ts'
import { gql } from '#web/core/query.ts'

const open_invitation = gql(
  `query invitation_of($id: uuid!) {
  invitations: log_unconfirmed_user(where: { business_contact_id: { _eq: $id } }, limit: 1) {
    id state sends invited_by last_sent_at expires_at
  }
}`,
)

/** The open invitation of a contact; null without one. */
export const useInvitation = (contact_id: string, enabled = true) =>
  useQuery({
    queryKey: ['invitation_of', contact_id],
    enabled,
    queryFn: async ({ signal }) =>
      (await graphql(open_invitation, { id: contact_id }, signal)).invitations[0] ?? null,
  })
