/** The page of a record, for links in notices and mails. */
const pages: Readonly<Record<string, string>> = {
  'business.agency': 'business/agency',
  'business.client': 'business/client',
  'business.contractor': 'business/contractor',
  'business.funder': 'business/funder',
  'business.limited': 'business/limited',
  'business.payer': 'business/payer',
  'business.selfemployed': 'business/selfemployed',
  'business.umbrella': 'business/umbrella',
  'contract.perm_placement': 'contract/perm_placement',
  'contract.temp_placement': 'contract/temp_placement',
  'request.change_request': 'request/change_request',
  'transaction.consolidated_invoice': 'transaction/consolidated_invoice',
  'transaction.expense': 'transaction/expense',
  'transaction.invoice': 'transaction/invoice',
  'transaction.payment_receipt_summary': 'transaction/receipts',
  'transaction.timesheet': 'transaction/timesheet',
}

/** `transaction/invoice/{id}`; null for records without a page of their own. */
export const pageOfRecord = (entity: string, id: string): string | null => {
  const path = Object.hasOwn(pages, entity) ? pages[entity] : undefined
  return path === undefined ? null : `${path}/${id}`
}
