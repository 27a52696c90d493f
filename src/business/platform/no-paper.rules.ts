/** The columns of a document that is no paper of a party. */
export const no_paper = {
  service_id: null,
  valid_from: null,
  valid_to: null,
  reference: null,
  method: null,
  comment: null,
  round: null,
  uploaded_by: null,
  verified_by: null,
  verified_at: null,
} as const
