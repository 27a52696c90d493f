/** Mails that the product sends by itself: their values, and their words until a business writes its own. Pure. */
import { fillNames } from '../../shared/placeholders.rules.ts'
import type { MailWords } from './communication.rules.ts'

export type MailValue = { readonly name: string; readonly label: string; readonly example: string }

type Values = Readonly<Record<string, string>>

const business = { name: 'business.name', label: 'Your business', example: 'Harbour Staffing' } as const
const recipient = { name: 'recipient.name', label: 'The recipient', example: 'Larkfield Homes' } as const
const sender = { name: 'sender.name', label: 'The sender', example: 'Ann Lee' } as const

const document_values = [
  { name: 'document.title', label: 'Kind of document', example: 'Invoice' },
  { name: 'document.number', label: 'Its number', example: 'INV000123' },
  { name: 'document.date', label: 'Its date', example: '20/11/2026' },
  { name: 'document.total', label: 'Its total', example: '£1,200.00' },
  recipient,
  business,
] as const
const due_date = { name: 'document.due_date', label: 'Its due date', example: '20/12/2026' } as const

const document_words = {
  subject: '{{document.title}} {{document.number}} from {{business.name}}',
  text: 'Hello,\n\n{{document.title}} {{document.number}} of {{document.date}} is attached.',
} as const

const signature_values = [
  { name: 'person.name', label: 'Name of the signer', example: 'Cleo Marsh' },
  { name: 'document.title', label: 'Title of the document', example: 'Terms of business' },
  { name: 'signature.act', label: 'The act', example: 'sign' },
  sender,
  business,
] as const
const signature_text =
  'Hello {{person.name}},\n\n{{sender.name}} of {{business.name}} asks you to {{signature.act}}: {{document.title}}.'

type Declared = {
  readonly label: string
  /** The occasion of the mail. */
  readonly says: string
  readonly values: readonly MailValue[]
  readonly words: MailWords
  /** The facts that follow the words, whatever a business writes. */
  readonly follows: string
}

const mails = {
  invoice: {
    label: 'Invoice',
    says: 'With each invoice',
    values: [...document_values, due_date],
    words: document_words,
    follows: 'the parties, the total, the due date and how to pay',
  },
  self_bill: {
    label: 'Self-billed invoice',
    says: 'With each invoice that you make for a contractor',
    values: [...document_values, due_date],
    words: document_words,
    follows: 'the parties, the total, the due date and the statement about VAT',
  },
  credit_note: {
    label: 'Credit note',
    says: 'With each credit note',
    values: document_values,
    words: document_words,
    follows: 'the parties and the total',
  },
  consolidated_invoice: {
    label: 'Consolidated invoice',
    says: 'With each consolidated invoice and its summary of timesheets',
    values: [
      ...document_values.slice(1),
      due_date,
      { name: 'document.count', label: 'Number of its invoices', example: '4 invoices' },
    ],
    words: {
      subject: 'Consolidated invoice {{document.number}} from {{business.name}}',
      text: 'Hello,\n\nConsolidated invoice {{document.number}} of {{document.date}} is attached. It covers {{document.count}}. A summary of the timesheets is attached as well.',
    },
    follows: 'the parties, the total, the due date and how to pay',
  },
  payment_advice: {
    label: 'Payment advice',
    says: 'With each payment to a contractor or a company',
    values: [
      { name: 'payment.number', label: 'Number of the payment', example: 'PAY000042' },
      { name: 'payment.total', label: 'Its amount', example: '£798.00' },
      { name: 'payment.date', label: 'Its day', example: '20/11/2026' },
      recipient,
      business,
    ],
    words: {
      subject: 'Payment {{payment.number}} of {{payment.total}} from {{business.name}}',
      text: 'Hello,\n\nWe pay {{payment.total}} to {{recipient.name}} on {{payment.date}}.',
    },
    follows: 'the account and the reference',
  },
  statement: {
    label: 'Statement of account',
    says: 'With each statement to a client',
    values: [recipient, business],
    words: {
      subject: 'Statement of account from {{business.name}}',
      text: 'Your statement of account is attached. The open documents are listed below.',
    },
    follows: 'the open documents and their total',
  },
  invitation: {
    label: 'Invitation',
    says: 'To each person whom your people invite',
    values: [
      { name: 'person.first_name', label: 'First name of the person', example: 'Cleo' },
      { name: 'invitation.purpose', label: 'The purpose', example: 'to act for Larkfield Homes on Stint' },
      { name: 'invitation.roles', label: 'The roles', example: 'Timesheet Approver' },
      { ...sender, example: 'Ann Lee of Harbour Staffing' },
      business,
    ],
    words: {
      subject: '{{business.name}} invites you to Stint',
      text: 'Hello {{person.first_name}},\n\n{{sender.name}} invites you {{invitation.purpose}}, as {{invitation.roles}}.',
    },
    follows: 'the link and the days that it works',
  },
  details_link: {
    label: 'Details of a contractor',
    says: 'To each contractor whom you ask for their details by a link',
    values: [
      { name: 'person.name', label: 'Name of the contractor', example: 'Ada Byron' },
      sender,
      business,
    ],
    words: {
      subject: '{{business.name}} asks for your details',
      text: 'Hello {{person.name}},\n\n{{sender.name}} of {{business.name}} asks you for the details that you need to be paid for your work.',
    },
    follows: 'the link and the days that it works',
  },
  signature_request: {
    label: 'Document to sign',
    says: 'To each signer, when it is their turn',
    values: signature_values,
    words: { subject: 'To sign: {{document.title}}', text: signature_text },
    follows: 'the link and the moment until which it works',
  },
  signature_reminder: {
    label: 'Reminder of a signature',
    says: 'To each signer who has not signed yet, after some days and when you remind them',
    values: signature_values,
    words: { subject: 'Reminder. To sign: {{document.title}}', text: signature_text },
    follows: 'the link and the moment until which it works',
  },
  change_to_agree: {
    label: 'Change to agree to',
    says: 'To the people who answer a change that you request',
    values: [
      { name: 'request.number', label: 'Number of the request', example: 'CRQ000012' },
      {
        name: 'request.about',
        label: 'The changed record',
        example: 'placement Site engineer (TMP000042)',
      },
      business,
    ],
    words: {
      subject: 'Please answer a change request: {{request.number}}',
      text: '{{business.name}}: a change of the {{request.about}} is requested.',
    },
    follows: 'where to answer it, and that nothing changes before all sides approve',
  },
  work_to_approve: {
    label: 'Work to approve',
    says: 'To each approver of a submitted timesheet or expense',
    values: [
      { name: 'person.first_name', label: 'First name of the approver', example: 'Cleo' },
      {
        name: 'work.about',
        label: 'The work',
        example: '37.5 hours of Ada Byron, 16 Nov 2026 – 22 Nov 2026',
      },
      { name: 'placement.title', label: 'Title of the placement', example: 'Site engineer' },
      business,
    ],
    words: {
      subject: 'To approve: {{work.about}}',
      text: 'Hello {{person.first_name}},\n\n{{business.name}} asks for your approval: {{work.about}}, {{placement.title}}.',
    },
    follows: 'the link that decides it, or where to sign in',
  },
} as const satisfies Readonly<Record<string, Declared>>

export type AutomaticMail = keyof typeof mails
export const automatic_mails = Object.keys(mails) as [AutomaticMail, ...AutomaticMail[]] // Its keys, and it is not empty.

// Widened: each mail names only its own values.
const table: Readonly<Record<AutomaticMail, Declared>> = mails
export const automaticMail = (mail: AutomaticMail): Declared => table[mail]

export const isAutomatic = (template: string): template is AutomaticMail => Object.hasOwn(mails, template)

/** Subject and opening with their values. A value is not read again, and a subject is one line. */
export function fillAutomatic({ subject, text }: MailWords, values: Values): MailWords {
  const fill = (words: string) =>
    fillNames(words, (name) => (Object.hasOwn(values, name) ? values[name] : undefined))
  return { subject: fill(subject).replaceAll(/\s+/g, ' '), text: fill(text) }
}

/** The mail with examples in place of its values. */
export function previewAutomatic(mail: AutomaticMail, words: MailWords, business_name: string): MailWords {
  const { values, follows } = table[mail]
  const examples = values.map(({ name, example }) => [name, example])
  const { subject, text } = fillAutomatic(words, {
    ...Object.fromEntries(examples),
    [business.name]: business_name,
  })
  return { subject, text: `${text}\n\n[Here follow ${follows}]` }
}
