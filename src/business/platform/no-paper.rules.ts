/** The columns of a document that nobody signs, or not yet. */
export const never_sent = {
  created_by: null,
  created_by_name: null,
  sent_at: null,
  expires_at: null,
  completed_at: null,
  reason: null,
  frozen_sha256: null,
  final_sha256: null,
  certificate_sha256: null,
  sealed_by: null,
  signed_with: null,
  envelope_id: null,
  template_id: null,
} as const

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
  uploaded_as: null,
  sum_insured: null,
  currency_id: null,
  verified_by: null,
  verified_at: null,
} as const
