/** The refusal for a client without an invoice contact for its rates or terms (people, roles). Pure. */
export const lacksInvoiceContact = (client: string, what: 'rates' | 'terms'): string =>
  `Name an invoice contact for ${client} who can sign in: ${what} need their approval`
