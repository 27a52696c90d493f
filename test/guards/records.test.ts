/** Every page made of facts, as every kind of viewer who can open it: each path it asks for exists and may be read by them. */
import { describe, expect, it } from 'vitest'
import {
  accounting_exception_record,
  bank_detail_record,
  contact_detail_record,
  data_queue_record,
  vat_detail_record,
} from '#business/accounting/accounting.page.tsx'
import { change_request_record } from '#business/change-requests/change-request.page.tsx'
import { entities } from '#business/entities.ts'
import { expense_record } from '#business/expenses/expense.page.tsx'
import { service_charge_record } from '#business/fees/service-charge.page.tsx'
import { ledger_transaction_record } from '#business/ledger/transaction.page.tsx'
import { payment_record } from '#business/payments/payment.page.tsx'
import { payslip_period_record } from '#business/payroll/payslip-period.page.tsx'
import { mail_record } from '#business/platform/mail.page.tsx'
import { api_exception_record, impersonation_record } from '#business/platform/people-log.page.tsx'
import { agency_record } from '#business/records/agency.page.tsx'
import { client_record } from '#business/records/client.page.tsx'
import { contractor_record } from '#business/records/contractor.page.tsx'
import { funder_record } from '#business/records/funder.page.tsx'
import {
  limited_record,
  payer_record,
  selfemployed_record,
  umbrella_record,
} from '#business/records/payment-company.page.tsx'
import { perm_placement_record } from '#business/records/perm-placement.page.tsx'
import { temp_placement_record } from '#business/records/temp-placement.page.tsx'
import {
  adhoc_fee_record,
  purchase_ledger_record,
  sales_invoice_record,
} from '#business/single-documents/single-document.page.tsx'
import { profiles } from '#data/profile.ts'
import { catalog } from '#data/registry.ts'
import { CATEGORIES } from '#entity/access.ts'
import { rootName } from '#entity/entity.ts'
import { category_roles } from '#entity/roles.ts'
import { refusal } from '#test/guards/readable.ts'
import { shapeRecord } from '#web/blocks/record.ts'
import type { Session } from '#web/core/session.ts'
import { isFor } from '#web/list/model/list.ts'
import { shapeList } from '#web/list/model/shape.ts'

const profileOf = profiles(catalog())
const screens = {
  accounting_exception_record,
  agency_record,
  api_exception_record,
  bank_detail_record,
  change_request_record,
  contact_detail_record,
  data_queue_record,
  funder_record,
  impersonation_record,
  ledger_transaction_record,
  limited_record,
  payment_record,
  payslip_period_record,
  umbrella_record,
  selfemployed_record,
  payer_record,
  vat_detail_record,
  client_record,
  contractor_record,
  expense_record,
  mail_record,
  adhoc_fee_record,
  perm_placement_record,
  purchase_ledger_record,
  sales_invoice_record,
  service_charge_record,
  temp_placement_record,
}
const viewers = CATEGORIES.flatMap((category) => category_roles[category].map((role) => ({ category, role })))

describe.each(Object.entries(screens))('%s', (_name, screen) => {
  it.each(viewers)('$category, $role', ({ category, role }) => {
    const viewer = { category, roles: [role] }
    const { tables } = profileOf(viewer)
    const table = tables.get(rootName(screen.entity))
    // Whoever has no such entity has no address that leads here.
    if (!table?.is_root) return
    // A screen reads no more of the session than the category and the roles.
    const session = viewer as unknown as Session
    const shaped = shapeRecord(entities, screen, session)
    const asked = [
      ...shaped.paths,
      ...shaped.tables.flatMap((one) => one.paths.map((path) => `${one.table.relation}.${path}`)),
    ]
    expect(asked.flatMap((path) => refusal(table, path) ?? [])).toEqual([])
    for (const tab of screen.tabs?.('') ?? []) {
      if (!isFor(tab, viewer)) continue
      const related = tables.get(rootName(tab.list.entity))
      expect(Object.keys(tab.scope).flatMap((path) => refusal(related, path) ?? [])).toEqual([])
      expect(
        shapeList(entities, tab.list, session).paths.flatMap((path) => refusal(related, path) ?? []),
      ).toEqual([])
    }
  })
})

it('temp_placement_record: shows rates Standard first, then by name', () => {
  const rates = temp_placement_record.tables?.find(({ relation }) => relation === 'rates')
  const names = ['Weekend', 'Standard', 'Overtime', 'Bank holiday'].map((name) => ({ id: name, name }))
  expect(names.sort(rates?.compare).map(({ name }) => name)).toEqual([
    'Standard',
    'Bank holiday',
    'Overtime',
    'Weekend',
  ])
})
