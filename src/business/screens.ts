/** Every screen of the product. The menu, the router, the command palette and the access to a route are derived from it. */
import type { Screen } from '#web/blocks/screen.ts'
import { accounting_screens } from './accounting/accounting.screens.ts'
import { away_screens } from './away/away.screens.ts'
import { bank_accounts_screens } from './bank-accounts/bank-accounts.screens.ts'
import { change_requests_screens } from './change-requests/change-requests.screens.ts'
import { consolidated_screens } from './consolidated/consolidated.screens.ts'
import { corrections_screens } from './corrections/corrections.screens.ts'
import { dashboard_screens } from './dashboard/dashboard.screens.ts'
import { decisions_screens } from './decisions/decisions.screens.ts'
import { document_templates_screens } from './document-templates/document-templates.screens.ts'
import { expenses_screens } from './expenses/expenses.screens.ts'
import { fees_screens } from './fees/fees.screens.ts'
import { collection_note_screens } from './funding/collection-notes/collection-notes.screens.ts'
import { imports_screens } from './imports/imports.screens.ts'
import { inbox_screens } from './inbox/inbox.screens.ts'
import { invoices_screens } from './invoices/invoices.screens.ts'
import { ledger_screens } from './ledger/ledger.screens.ts'
import { onboarding_screens } from './parties/new-party/onboarding.screens.ts'
import { payments_screens } from './payments/payments.screens.ts'
import { payroll_screens } from './payroll/payroll.screens.ts'
import { people_screens } from './people/people.screens.ts'
import { mail_templates_screens } from './platform/mails/mail-templates.screens.ts'
import { platform_screens } from './platform/platform.screens.ts'
import { portfolio_screens } from './portfolio/portfolio.screens.ts'
import { receipts_screens } from './receipts/receipts.screens.ts'
import { records_screens } from './records/records.screens.ts'
import { reports_screens } from './reports/reports.screens.ts'
import { signing_screens } from './signing/signing.screens.ts'
import { single_documents_screens } from './single-documents/single-documents.screens.ts'
import { single_sign_on_screens } from './single-sign-on/single-sign-on.screens.ts'
import { tax_screens } from './tax/tax.screens.ts'
import { terms_screens } from './terms/terms.screens.ts'
import { timesheets_screens } from './timesheets/timesheets.screens.ts'
import { webhooks_screens } from './webhooks/webhooks.screens.ts'

/** The places that each screen names order the menus. */
export const screens: readonly Screen[] = [
  ...accounting_screens,
  ...bank_accounts_screens,
  ...change_requests_screens,
  ...consolidated_screens,
  ...corrections_screens,
  ...dashboard_screens,
  ...decisions_screens,
  ...document_templates_screens,
  ...expenses_screens,
  ...fees_screens,
  ...collection_note_screens,
  ...imports_screens,
  ...away_screens,
  ...inbox_screens,
  ...invoices_screens,
  ...ledger_screens,
  ...onboarding_screens,
  ...people_screens,
  ...webhooks_screens,
  ...single_sign_on_screens,
  ...payments_screens,
  ...payroll_screens,
  ...platform_screens,
  ...mail_templates_screens,
  ...portfolio_screens,
  ...receipts_screens,
  ...records_screens,
  ...reports_screens,
  ...signing_screens,
  ...single_documents_screens,
  ...tax_screens,
  ...terms_screens,
  ...timesheets_screens,
]
