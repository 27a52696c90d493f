/** Tags of the lists of timesheets and expenses. */
export const decision_tags = [
  {
    id: 'waiting',
    label: 'Awaiting approval',
    filter: { status: { in: ['submitted'] } },
    only: ['agency', 'client', 'provider'],
  },
  {
    id: 'evidence',
    label: 'Evidence to accept',
    filter: { evidence_status: { in: ['waiting'] } },
    only: ['agency', 'provider'],
  },
] as const
