import { client_cost_roles, client_placement_roles } from '#entity/roles.ts'
import type { MenuViewer } from '#entity/screen-facts.ts'
import type { Screen } from '#web/blocks/screen.ts'

/** Spec §6: shown when the business has placements or the permanent placement feature. */
const usesPerm = (viewer: MenuViewer): boolean =>
  viewer.features.includes('perm_placement') || viewer.has_perm_placements

export const records_screens: readonly Screen[] = [
  {
    path: 'business/client',
    label: 'Clients',
    go_letter: 'c',
    menu: { agency: { place: 10 }, funder: { more: 20 }, provider: { place: 10 } },
    find: { place: 60, name: 'name' },
    list: (category) =>
      import('#business/parties/lists/client.list.tsx').then((m) =>
        category === 'funder' ? m.funded_client_list : m.client_list,
      ),
    record: () => import('./client.page.tsx').then((m) => m.ClientPage),
    sub_pages: {
      'business/new_client': () =>
        import('#business/parties/new-party/draft.page.tsx').then((m) => m.NewClientPage),
    },
  },
  {
    path: 'business/limited',
    label: 'Limited Companies',
    short_label: 'Limited Co.',
    menu: { contractor: { place: 10 }, provider: { more: 20 } },
    list: () => import('#business/parties/lists/payment-company.list.tsx').then((m) => m.limited_list),
    record: () => import('./payment-company.page.tsx').then((m) => m.LimitedPage),
    sub_pages: {
      'business/new_limited': () =>
        import('#business/parties/new-party/draft.page.tsx').then((m) => m.NewLimitedPage),
    },
  },
  {
    path: 'business/creditor',
    label: 'Payroll Creditors',
    menu: { provider: { more: 36 } },
    list: () => import('#business/parties/lists/creditor.list.tsx').then((m) => m.creditor_list),
    record: () => import('./creditor.page.tsx').then((m) => m.CreditorPage),
  },
  {
    path: 'business/agency',
    label: 'Agencies',
    menu: { funder: { more: 30 }, provider: { place: 20 } },
    list: () => import('#business/parties/lists/payment-company.list.tsx').then((m) => m.agency_list),
    record: () => import('./agency.page.tsx').then((m) => m.AgencyPage),
    sub_pages: {
      'business/new_agency': () =>
        import('#business/parties/new-party/draft.page.tsx').then((m) => m.NewAgencyPage),
    },
  },
  {
    path: 'business/contractor',
    label: 'Contractors',
    go_letter: 'o',
    menu: {
      agency: { place: 20 },
      client: { place: 10, roles: client_placement_roles },
      provider: { place: 40 },
    },
    find: { place: 70, name: 'name' },
    list: () => import('#business/parties/lists/contractor.list.tsx').then((m) => m.contractor_list),
    record: () => import('./contractor.page.tsx').then((m) => m.ContractorPage),
    sub_pages: {
      'business/new_contractor': () =>
        import('#business/parties/new-party/draft.page.tsx').then((m) => m.NewContractorPage),
    },
  },
  {
    path: 'business/umbrella',
    label: 'Umbrella Companies',
    short_label: 'Umbrellas',
    menu: { contractor: { place: 20 }, provider: { more: 30 } },
    list: () => import('#business/parties/lists/payment-company.list.tsx').then((m) => m.umbrella_list),
    record: () => import('./payment-company.page.tsx').then((m) => m.UmbrellaPage),
    sub_pages: {
      'business/new_umbrella': () =>
        import('#business/parties/new-party/draft.page.tsx').then((m) => m.NewUmbrellaPage),
    },
  },
  {
    path: 'business/selfemployed',
    label: 'Self-employed',
    menu: { provider: { more: 32 } },
    list: () => import('#business/parties/lists/payment-company.list.tsx').then((m) => m.selfemployed_list),
    record: () => import('./payment-company.page.tsx').then((m) => m.SelfemployedPage),
    sub_pages: {
      'business/new_selfemployed': () =>
        import('#business/parties/new-party/draft.page.tsx').then((m) => m.NewSelfemployedPage),
    },
  },
  {
    path: 'business/payer',
    label: 'Payers',
    menu: { provider: { more: 34 } },
    list: () => import('#business/parties/lists/payment-company.list.tsx').then((m) => m.payer_list),
    record: () => import('./payment-company.page.tsx').then((m) => m.PayerPage),
    sub_pages: {
      'business/new_payer': () =>
        import('#business/parties/new-party/draft.page.tsx').then((m) => m.NewPayerPage),
    },
  },
  {
    path: 'transaction/invoice',
    label: 'Invoices',
    go_letter: 'i',
    menu: {
      agency: { place: 70 },
      client: { place: 60, roles: client_cost_roles },
      contractor: { place: 50 },
      funder: { place: 70 },
      provider: { place: 90 },
    },
    find: { place: 10, party: 'contractor' },
    list: () => import('#business/invoices/invoice.list.tsx').then((m) => m.invoice_list),
    record: () => import('./invoice.page.tsx').then((m) => m.InvoicePage),
  },
  {
    path: 'transaction/bank_line',
    label: 'Bank Lines',
    menu: { provider: { place: 120 } },
    list: () => import('#business/bank/bank-line.list.tsx').then((m) => m.bank_line_list),
    record: () => import('./bank-line.page.tsx').then((m) => m.BankLinePage),
    sub_pages: {
      'transaction/import_statement': () =>
        import('#business/bank/import-statement.page.tsx').then((m) => m.ImportStatementPage),
      'transaction/new_bank_line': () =>
        import('#business/bank/new-bank-line.form.tsx').then((m) => m.NewBankLinePage),
    },
  },
  {
    path: 'payment/payment_batch',
    label: 'Payment Batches',
    short_label: 'Batches',
    go_letter: 'b',
    menu: { provider: { place: 140 } },
    list: () => import('#business/payments/payment-batch.list.tsx').then((m) => m.payment_batch_list),
    record: () => import('./payment-batch.page.tsx').then((m) => m.PaymentBatchPage),
    sub_pages: {
      'payment/new_batch': () => import('#business/payments/new-batch.form.tsx').then((m) => m.NewBatchPage),
    },
  },
  {
    path: 'admin',
    label: 'Account',
    group: 'settings',
    menu: {
      agency: { place: 190, roles: ['agency_admin'] },
      funder: { more: 100, roles: ['funder_admin'] },
      provider: { more: 280, roles: ['provider_admin'] },
    },
    page: () => import('./account.page.tsx').then((m) => m.AccountPage),
  },
  {
    path: 'business/funder',
    label: 'Funders',
    menu: { provider: { more: 10 } },
    list: () => import('#business/parties/lists/payment-company.list.tsx').then((m) => m.funder_list),
    record: () => import('./funder.page.tsx').then((m) => m.FunderPage),
    sub_pages: {
      'business/new_funder': () =>
        import('#business/parties/new-party/draft.page.tsx').then((m) => m.NewFunderPage),
    },
  },
  {
    path: 'contract/temp_placement',
    label: 'Temp Placements',
    short_label: 'Placements',
    go_letter: 'p',
    menu: {
      agency: { place: 30 },
      client: { place: 20, roles: client_placement_roles },
      contractor: { place: 30 },
      funder: { place: 10 },
      provider: { place: 50 },
    },
    find: { place: 40, name: 'title' },
    list: () => import('../placements/temp-placement.list.tsx').then((m) => m.temp_placement_list),
    record: () => import('./temp-placement.page.tsx').then((m) => m.TempPlacementPage),
    sub_pages: {
      'contract/new_temp_placement': () =>
        import('../placements/form/new-temp-placement.form.tsx').then((m) => m.NewTempPlacementPage),
    },
  },
  {
    path: 'contract/perm_placement',
    label: 'Perm Placements',
    short_label: 'Perm',
    menu: {
      agency: { place: 40, when: usesPerm },
      client: { place: 30, roles: client_placement_roles },
      funder: { place: 20 },
      provider: { place: 60 },
    },
    find: { place: 50, name: 'title' },
    list: () => import('../perm-placements/perm-placement.list.tsx').then((m) => m.perm_placement_list),
    record: () => import('./perm-placement.page.tsx').then((m) => m.PermPlacementPage),
    sub_pages: {
      'contract/new_perm_placement': () =>
        import('../perm-placements/new-perm-placement.form.tsx').then((m) => m.NewPermPlacementPage),
    },
  },
  {
    path: 'contract/copy_temp_placement',
    label: 'Copy Temp Placement',
    record: () =>
      import('../placements/form/new-temp-placement.form.tsx').then((m) => m.CopyTempPlacementPage),
  },
  {
    path: 'contract/edit_temp_placement',
    label: 'Edit Temp Placement',
    record: () =>
      import('../placements/form/new-temp-placement.form.tsx').then((m) => m.EditTempPlacementPage),
  },
  {
    path: 'contract/edit_perm_placement',
    label: 'Edit Perm Placement',
    record: () =>
      import('../perm-placements/new-perm-placement.form.tsx').then((m) => m.EditPermPlacementPage),
  },
]
