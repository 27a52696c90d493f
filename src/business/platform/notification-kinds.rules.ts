/** The kinds of tasks and notices: their words, their mail and their page (people: notifications). Pure. */
import type { Category } from '#entity/access.ts'

export const mail_times = ['now', 'daily', 'off'] as const
export type MailTime = (typeof mail_times)[number]

interface NotificationKind {
  readonly label: string
  readonly class: 'task' | 'notice'
  /** Unless the person chose another. */
  readonly mail: MailTime
  /** Categories of the people that get it. */
  readonly for: readonly Category[]
  /** A task that its person may end while the record waits. */
  readonly can_done?: true
  /** The entity whose `approve` and `reject` answer the task. */
  readonly answers?: 'transaction.timesheet' | 'transaction.expense' | 'request.change_request'
  /** A mail of its own is sent already. */
  readonly own_mail?: true
  /** That mail heeds the person's choice. */
  readonly can_choose?: true
  /** Its mail cannot be switched off. */
  readonly is_security?: true
}

const everybody = ['agency', 'client', 'contractor', 'funder', 'provider'] as const
const admins = ['agency', 'funder', 'provider'] as const

export const notification_kinds = {
  timesheet_to_approve: {
    label: 'Timesheet to approve',
    class: 'task',
    mail: 'now',
    for: ['client'],
    answers: 'transaction.timesheet',
    own_mail: true,
    can_choose: true,
  },
  expense_to_approve: {
    label: 'Expense to approve',
    class: 'task',
    mail: 'now',
    for: ['client'],
    answers: 'transaction.expense',
    own_mail: true,
    can_choose: true,
  },
  timesheet_rejected: { label: 'Rejected timesheet', class: 'task', mail: 'now', for: ['contractor'] },
  expense_rejected: { label: 'Rejected expense', class: 'task', mail: 'now', for: ['contractor'] },
  timesheet_missing: { label: 'Missing timesheet', class: 'task', mail: 'now', for: ['contractor'] },
  timesheet_undecided: {
    label: 'Timesheet not decided by the client',
    class: 'task',
    mail: 'daily',
    for: ['agency'],
  },
  expense_undecided: {
    label: 'Expense not decided by the client',
    class: 'task',
    mail: 'daily',
    for: ['agency'],
  },
  timesheet_in_suspense: { label: 'Timesheet in suspense', class: 'task', mail: 'daily', for: ['agency'] },
  expense_in_suspense: { label: 'Expense in suspense', class: 'task', mail: 'daily', for: ['agency'] },
  change_request_to_answer: {
    label: 'Change request to answer',
    class: 'task',
    mail: 'now',
    for: ['agency', 'client', 'contractor', 'provider'],
    answers: 'request.change_request',
    own_mail: true,
  },
  placement_to_approve: {
    label: 'Placement to approve',
    class: 'task',
    mail: 'now',
    for: ['agency', 'client', 'contractor'],
  },
  placement_to_activate: {
    label: 'Placement to activate',
    class: 'task',
    mail: 'daily',
    for: ['provider'],
  },
  placement_rejected: { label: 'Rejected placement', class: 'task', mail: 'now', for: ['agency'] },
  payment_terms_to_confirm: {
    label: 'Payment terms to confirm',
    class: 'task',
    mail: 'now',
    for: ['client'],
  },
  payment_terms_rejected: {
    label: 'Rejected payment terms',
    class: 'task',
    mail: 'now',
    for: ['agency'],
    can_done: true,
  },
  invoice_contact_to_name: {
    label: 'Invoice contact to name',
    class: 'task',
    mail: 'now',
    for: ['agency', 'provider'],
  },
  credit_limit_to_decide: {
    label: 'Credit limit to decide',
    class: 'task',
    mail: 'now',
    for: ['funder', 'provider'],
  },
  credit_limit_rejected: {
    label: 'Rejected credit limit',
    class: 'task',
    mail: 'now',
    for: ['agency'],
    can_done: true,
  },
  party_to_approve: {
    label: 'New party to approve',
    class: 'task',
    mail: 'now',
    for: ['agency', 'provider'],
  },
  party_rejected: {
    label: 'Rejected party',
    class: 'task',
    mail: 'now',
    for: ['agency', 'provider'],
  },
  contractor_asks: {
    label: 'Contractor who asks to work with you',
    class: 'task',
    mail: 'now',
    for: ['agency'],
  },
  comparable_rate_missing: {
    label: 'Comparable rate to enter',
    class: 'task',
    mail: 'daily',
    for: ['agency'],
  },
  pay_below_minimum: {
    label: 'Pay below the minimum wage',
    class: 'task',
    mail: 'daily',
    for: ['agency'],
  },
  determination_to_verify: {
    label: 'Status determination to verify',
    class: 'task',
    mail: 'daily',
    for: ['agency', 'provider'],
  },
  determination_to_answer: {
    label: 'Disagreement to answer',
    class: 'task',
    mail: 'now',
    for: ['agency', 'client'],
  },
  signing_certificate_ends: {
    label: 'Signing certificate ends',
    class: 'task',
    mail: 'now',
    for: ['provider'],
  },
  vat_number_unconfirmed: {
    label: 'VAT number not confirmed',
    class: 'task',
    mail: 'daily',
    for: ['agency', 'provider'],
  },
  company_status_changed: {
    label: 'Status at Companies House',
    class: 'task',
    mail: 'now',
    for: ['agency', 'provider'],
  },
  contact_to_check: {
    label: 'Contact to check',
    class: 'task',
    mail: 'now',
    for: ['provider'],
  },
  document_to_sign: {
    label: 'Document to sign',
    class: 'task',
    mail: 'now',
    for: ['agency', 'client', 'contractor', 'funder', 'provider'],
    own_mail: true,
  },
  signer_to_name: {
    label: 'Signer to name',
    class: 'task',
    mail: 'now',
    for: ['agency', 'provider'],
  },
  document_to_verify: {
    label: 'Document to verify',
    class: 'task',
    mail: 'daily',
    for: ['agency', 'provider'],
  },
  document_rejected: {
    label: 'Rejected document',
    class: 'task',
    mail: 'now',
    for: ['agency', 'contractor', 'provider'],
    can_done: true,
  },
  role_change_to_decide: {
    label: 'Role change to decide',
    class: 'task',
    mail: 'now',
    for: admins,
    own_mail: true,
  },
  bank_account_to_confirm: {
    label: 'Bank account to confirm',
    class: 'task',
    mail: 'now',
    for: ['agency', 'provider'],
  },
  batch_to_review: { label: 'Payment batch to review', class: 'task', mail: 'now', for: ['provider'] },
  pay_run_to_approve: { label: 'Pay run to approve', class: 'task', mail: 'now', for: ['provider'] },
  pay_run_went_back: { label: 'Pay run that went back', class: 'task', mail: 'now', for: ['provider'] },
  cis_to_approve: { label: 'CIS suffered to approve', class: 'task', mail: 'now', for: ['provider'] },
  overpayment_to_decide: {
    label: 'Settlement of an overpayment to decide',
    class: 'task',
    mail: 'now',
    for: ['provider'],
  },
  pension_re_enrolment: {
    label: 'Day of pension re-enrolment',
    class: 'task',
    mail: 'daily',
    for: ['agency', 'provider'],
  },
  return_rejected: { label: 'Return rejected by HMRC', class: 'task', mail: 'now', for: ['provider'] },
  return_unanswered: { label: 'Return without HMRC’s answer', class: 'task', mail: 'now', for: ['provider'] },
  holiday_to_approve: { label: 'Holiday to answer', class: 'task', mail: 'now', for: ['agency', 'provider'] },
  batch_to_complete: { label: 'Payment batch to complete', class: 'task', mail: 'now', for: ['provider'] },
  dispute_to_settle: {
    label: 'Dispute to settle',
    class: 'task',
    mail: 'now',
    for: ['agency', 'provider'],
    own_mail: true,
  },
  placement_ends: {
    label: 'Placement ends in 30 days',
    class: 'task',
    mail: 'daily',
    for: ['agency'],
    can_done: true,
  },
  api_token_expires: {
    label: 'API token expires in 14 days',
    class: 'task',
    mail: 'daily',
    for: admins,
    can_done: true,
  },
  api_token_review: { label: 'API token of somebody who left', class: 'task', mail: 'daily', for: admins },
  webhook_disabled: {
    label: 'Webhook disabled',
    class: 'task',
    mail: 'now',
    for: admins,
    can_done: true,
    own_mail: true,
  },
  recovery_codes_few: {
    label: 'Few recovery codes left',
    class: 'task',
    mail: 'off',
    for: everybody,
  },
  job_problems: {
    label: 'Job with problems',
    class: 'task',
    mail: 'off',
    for: everybody,
    can_done: true,
  },
  job_finished: { label: 'Import or export finished', class: 'notice', mail: 'off', for: everybody },
  mention: { label: 'Mention in a note', class: 'notice', mail: 'now', for: everybody },
  client_linked: { label: 'Client linked', class: 'notice', mail: 'daily', for: ['agency'] },
  agency_accepted: { label: 'Agency works with you', class: 'notice', mail: 'now', for: ['contractor'] },
  agency_declined: { label: 'Agency declined', class: 'notice', mail: 'now', for: ['contractor'] },
  work_approved: { label: 'Work approved', class: 'notice', mail: 'daily', for: ['contractor'] },
  document_issued: { label: 'Work invoiced', class: 'notice', mail: 'daily', for: ['contractor'] },
  work_paid: { label: 'Work paid', class: 'notice', mail: 'daily', for: ['contractor'] },
  payslip_withdrawn: { label: 'Payslip withdrawn', class: 'notice', mail: 'daily', for: ['contractor'] },
  document_ends: {
    label: 'Document ends',
    class: 'notice',
    mail: 'daily',
    for: ['agency', 'contractor', 'provider'],
  },
  determination_answer_due: {
    label: 'Answer to a disagreement due',
    class: 'notice',
    mail: 'daily',
    for: ['agency', 'client'],
  },
  credit_limit_ends: {
    label: 'Credit limit ends',
    class: 'notice',
    mail: 'daily',
    for: ['agency', 'funder', 'provider'],
  },
  security: {
    label: 'Security',
    class: 'notice',
    mail: 'now',
    for: everybody,
    own_mail: true,
    is_security: true,
  },
  message: { label: 'Message', class: 'notice', mail: 'now', for: everybody, own_mail: true },
} as const satisfies Readonly<Record<string, NotificationKind>>

export type NotificationKindName = keyof typeof notification_kinds

// Widened: each kind names only its own options.
const kinds: Readonly<Record<string, NotificationKind | undefined>> = notification_kinds

export const kindFacts = (kind: string): NotificationKind | undefined => kinds[kind]

export const kind_names = Object.keys(notification_kinds) as NotificationKindName[] // Its keys.
