/** What a client lacks whose rates or terms nobody can agree to (people, roles). Pure. */
export const lacksInvoiceContact = (client: string, what: 'rates' | 'terms'): string =>
  `Name an invoice contact for ${client} who can sign in: ${what} need their approval`
