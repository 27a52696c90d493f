import { client_placement_roles, payroll_data_roles } from '#entity/roles.ts'
import type { Screen } from '#web/blocks/screen.ts'

export const change_requests_screens: readonly Screen[] = [
  {
    path: 'request/client_change_request',
    label: 'Client Change Requests',
    menu: {
      agency: { more: 240 },
      client: { more: 45, roles: client_placement_roles },
      provider: { more: 180 },
    },
    list: () => import('./change-request.list.tsx').then((m) => m.client_change_request_list),
    record: () => import('./change-request.page.tsx').then((m) => m.ChangeRequestPage),
    sub_pages: {
      'request/new_client_change': () =>
        import('./party-changes/new-party-change.form.tsx').then((m) => m.OwnChangePage),
    },
  },
  {
    path: 'request/contractor_change_request',
    label: 'Contractor Change Requests',
    menu: {
      agency: { more: 245, roles: payroll_data_roles },
      contractor: { more: 35 },
      provider: { more: 185 },
    },
    list: () => import('./change-request.list.tsx').then((m) => m.contractor_change_request_list),
    record: () => import('./change-request.page.tsx').then((m) => m.ChangeRequestPage),
    sub_pages: {
      'request/new_contractor_change': () =>
        import('./party-changes/new-party-change.form.tsx').then((m) => m.OwnChangePage),
      'request/new_own_payment': () =>
        import('./payment-changes/new-payment-change.form.tsx').then((m) => m.PaymentChangePage),
      'request/new_own_payee': () =>
        import('./payment-changes/new-payee.form.tsx').then((m) => m.NewPayeePage),
    },
  },
  {
    path: 'request/contract_change_request',
    label: 'Contract Change Requests',
    menu: {
      agency: { more: 250 },
      client: { more: 50, roles: client_placement_roles },
      contractor: { more: 40 },
      funder: { more: 80 },
      provider: { more: 190 },
    },
    list: () => import('./change-request.list.tsx').then((m) => m.contract_change_request_list),
    record: () => import('./change-request.page.tsx').then((m) => m.ChangeRequestPage),
  },
  {
    path: 'request/service_change_request',
    label: 'Service Change Requests',
    menu: {
      agency: { more: 260 },
      client: { more: 55, roles: client_placement_roles },
      contractor: { more: 45 },
      provider: { more: 200 },
    },
    list: () => import('./change-request.list.tsx').then((m) => m.service_change_request_list),
    record: () => import('./change-request.page.tsx').then((m) => m.ChangeRequestPage),
    sub_pages: {
      'request/new_own_service_change': () =>
        import('./party-changes/own-services.page.tsx').then((m) => m.OwnServicesPage),
    },
  },
  {
    path: 'request/limited_company',
    label: 'Limited Company Requests',
    menu: { agency: { more: 270 }, contractor: { more: 30 }, provider: { more: 210 } },
    list: () => import('./change-request.list.tsx').then((m) => m.limited_company_request_list),
    record: () => import('./change-request.page.tsx').then((m) => m.ChangeRequestPage),
    sub_pages: {
      'request/new_own_company': () =>
        import('./company-requests/new-company-request.form.tsx').then((m) => m.CompanyRequestPage),
    },
  },
  {
    path: 'request/flow_approval',
    label: 'Change Request Approvals',
    menu: {
      agency: { more: 280 },
      client: { more: 60, roles: client_placement_roles },
      contractor: { more: 50 },
      funder: { more: 90 },
      provider: { more: 220 },
    },
    list: () => import('./change-request.list.tsx').then((m) => m.flow_approval_list),
  },
  {
    path: 'request/new_change_request',
    label: 'New Change Request',
    record: () =>
      import('./placement-changes/new-change-request.form.tsx').then((m) => m.NewChangeRequestPage),
  },
  {
    path: 'request/new_perm_change',
    label: 'New Change Request',
    record: () => import('./placement-changes/new-perm-change.form.tsx').then((m) => m.NewPermChangePage),
  },
  {
    path: 'request/new_party_change',
    label: 'New Change Request',
    record: () => import('./party-changes/new-party-change.form.tsx').then((m) => m.NewPartyChangePage),
  },
  {
    path: 'request/new_limited_company',
    label: 'New Change Request',
    record: () => import('./company-requests/new-company-request.form.tsx').then((m) => m.CompanyRequestPage),
  },
  {
    path: 'request/new_payment_change',
    label: 'New Change Request',
    record: () => import('./payment-changes/new-payment-change.form.tsx').then((m) => m.PaymentChangePage),
  },
  {
    path: 'request/new_payee',
    label: 'New Change Request',
    record: () => import('./payment-changes/new-payee.form.tsx').then((m) => m.NewPayeePage),
  },
  {
    path: 'request/new_service_change',
    label: 'New Change Request',
    record: () => import('./party-changes/new-party-change.form.tsx').then((m) => m.NewServiceChangePage),
  },
  {
    path: 'request/change_request',
    label: 'Change Request',
    record: () => import('./change-request.page.tsx').then((m) => m.ChangeRequestPage),
  },
]
