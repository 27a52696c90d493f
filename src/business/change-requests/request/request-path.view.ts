/** Where screens open a change request. */
import type { Category } from '#entity/access.ts'
import { pathOf } from '#web/core/place.ts'

const list_of: Readonly<Record<string, string>> = {
  client: 'request/client_change_request',
  contract: 'request/contract_change_request',
  contractor: 'request/contractor_change_request',
  service: 'request/service_change_request',
  payment_company: 'request/limited_company',
}

/** A request's page: below the list that has it, so that its way back leads there. */
export const requestPath = (id: string, subject: unknown, category: Category): string =>
  pathOf({ category, path: list_of[String(subject)] ?? 'request/change_request', id })
