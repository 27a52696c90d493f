/** Features of an agency by their code (spec §6, feature gating). */
export const features = [
  { value: 'perm_placement', label: 'Perm placements' },
  { value: 'vat_liability', label: 'VAT Liability report' },
  { value: 'insight', label: 'Insights' },
  { value: 'compliance_documents', label: 'Compliance documents' },
  { value: 'party_approval', label: 'Approval of new parties' },
] as const
