/** Types of documents that are sent for signature. Papers of parties have types of their own (compliance.rules.ts). */
export const signature_types = ['client_terms', 'contract', 'payment_terms', 'agreement'] as const
