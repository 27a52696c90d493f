import { payroll_data_roles } from '#entity/roles.ts'
import type { Screen } from '#web/blocks/screen.ts'

export const payments_screens: readonly Screen[] = [
  {
    path: 'payment/payment',
    label: 'Payments',
    menu: { provider: { place: 150 } },
    list: () => import('./payment.list.tsx').then((m) => m.payment_list),
    record: () => import('./payment.page.tsx').then((m) => m.PaymentPage),
  },
  {
    path: 'payment/payment_company_payment',
    label: 'Payment Company Payments',
    menu: { agency: { more: 150 }, contractor: { more: 10 }, provider: { more: 170 } },
    list: () => import('./payment.list.tsx').then((m) => m.payment_company_payment_list),
    record: () => import('./payment.page.tsx').then((m) => m.PaymentPage),
  },
  {
    path: 'paye/payroll_payment',
    label: 'Payroll Payments',
    group: 'payroll',
    menu: { agency: { more: 161, roles: payroll_data_roles }, provider: { place: 247 } },
    list: () => import('./creditors/payroll-payment.list.tsx').then((m) => m.payroll_payment_list),
    record: () => import('./creditors/payroll-payment.page.tsx').then((m) => m.PayrollPaymentPage),
  },
  {
    path: 'paye/attachment_schedule',
    label: 'Attachment Schedule',
    menu: { agency: { more: 173, roles: payroll_data_roles }, provider: { more: 111 } },
    list: () => import('./creditors/attachment-schedule.list.tsx').then((m) => m.attachment_schedule_list),
  },
]
