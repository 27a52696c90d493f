/** Wording between an agency and its workers. Pure. */
import type { Block } from '../blocks/template-blocks.rules.ts'
import { clause, heading, law, list, opening, paragraph, sub } from './sample-parts.rules.ts'

const services = [
  heading('Services'),
  clause(
    'The Company supplies services to clients of the Agency, as schedules of assignments say. A schedule and this contract together are the contract of an assignment.',
  ),
  sub('Neither party is obliged to offer or to accept an assignment.'),
] as const

const payment = [
  heading('Payment'),
  clause(
    'The Company is paid for time that the client has approved, at the rates of the schedule and within its payment terms, with VAT where it is due.',
  ),
  clause(
    'The Company keeps records of the time, and claims nothing that is not on an approved timesheet or expense claim.',
  ),
] as const

const ending = [
  heading('General'),
  clause(
    'Each assignment ends by the notice of its schedule. The Agency ends it at once if the client no longer wants the services for a serious breach.',
  ),
  clause(
    'Information of the client stays confidential. Work that is made in an assignment belongs to the client once it is paid.',
  ),
  law,
  { type: 'signature', parties: ['payment_company', 'agency'] },
] as const satisfies readonly Block[]

export const limited_contract: readonly Block[] = [
  ...opening(
    'Contract for services',
    'Dated {{document.date}}. The Company supplies the services of {{contractor.name}}.',
  ),
  ...services,
  clause(
    'The Company decides how the services are done, and supplies its own equipment where the schedule does not say otherwise.',
  ),
  sub(
    'It may send a substitute of the same skill and qualification, whom the client accepts, at its own cost.',
  ),
  sub('No person whom it sends is an employee of the Agency or of the client.'),
  ...payment,
  heading('Tax and insurance'),
  clause(
    'The Company accounts for its own taxes. Where the off-payroll working rules apply to an assignment, this contract is not used for it.',
  ),
  clause(
    'The Company holds professional indemnity and public liability insurance, and shows it when it is asked to.',
  ),
  ...ending,
]

export const umbrella_contract: readonly Block[] = [
  ...opening(
    'Contract for services with an umbrella company',
    'Dated {{document.date}}. The Company employs {{contractor.name}} and supplies their services.',
  ),
  ...services,
  clause(
    'The Company employs the worker under a contract of employment and meets all duties of an employer, among them pay of at least the national minimum wage, holiday pay and pension.',
  ),
  ...payment,
  heading('Tax'),
  clause('The Company deducts income tax and National Insurance under PAYE and pays them to HMRC on time.'),
  sub('It gives the Agency its payroll records of the worker within seven days of a request.'),
  sub(
    'It uses no arrangement that pays the worker by loans or through other companies, and it indemnifies the Agency against tax that it did not pay.',
  ),
  ...ending,
]

export const paye_terms: readonly Block[] = [
  ...opening(
    'Terms for agency workers',
    'Dated {{document.date}}. These terms apply to assignments that the Agency offers you, {{contractor.name}}.',
  ),
  heading('Assignments'),
  clause(
    'The Agency tries to find you suitable work as an agency worker. It need not offer work, and you need not accept it.',
  ),
  clause(
    'You are engaged under a contract for services. The Agency gives you the particulars of each assignment before it begins.',
  ),
  sub('At work you follow reasonable instructions of the client, and its rules of health and safety.'),
  sub('Tell the Agency and the client as early as you can when you cannot come.'),
  heading('Pay'),
  clause(
    'You are paid for approved time at the rate of the assignment, less income tax and National Insurance under PAYE, and at least the national minimum wage.',
  ),
  clause(
    'You are entitled to paid holiday of 5.6 weeks a year, in proportion to the time that you work, and to statutory sick pay when you qualify for it.',
  ),
  clause(
    'Under the Agency Workers Regulations 2010 you have the same basic conditions as comparable staff after twelve weeks in the same role.',
  ),
  heading('General'),
  clause('Either of us may end an assignment at any time, unless its particulars name a notice.'),
  clause(
    'You keep information of the client and of the Agency confidential. The Agency uses your personal data as its privacy notice says.',
  ),
  law,
  { type: 'signature', parties: ['contractor', 'agency'] },
]

export const self_billing: readonly Block[] = [
  ...opening(
    'Self-billing agreement',
    'Dated {{document.date}}. The Agency is the customer and the Company is the supplier.',
  ),
  clause(
    'The customer issues self-billed invoices for all supplies that the supplier makes to it through {{contractor.name}}, for twelve months from the date of this agreement.',
  ),
  clause(
    'The customer completes the invoices with the supplier’s name, address and VAT number ({{payment_company.vat_number}}), and with all that a full VAT invoice needs.',
  ),
  clause(
    'The supplier accepts each invoice that the customer raises and issues no sales invoices for these supplies.',
  ),
  clause(
    'The supplier tells the customer at once if it changes its VAT number, ceases to be registered for VAT, or sells its business or part of it.',
  ),
  clause(
    'The customer tells the supplier if it hands self-billing to somebody else. A new agreement is made when this one ends.',
  ),
  { type: 'signature', parties: ['payment_company', 'agency'] },
]

export const opt_out: readonly Block[] = [
  ...opening(
    'Opt-out notice',
    'Dated {{document.date}}. Under regulation 32(9) of the Conduct of Employment Agencies and Employment Businesses Regulations 2003.',
  ),
  paragraph(
    'We, {{contractor.name}} and {{payment_company.name}}, tell the Agency that we agree that the Regulations do not apply to us.',
  ),
  clause('We give this notice before the Agency introduces or supplies us to a hirer.'),
  clause(
    'We know that the Agency may not make its services depend on this notice, and that the Regulations protect those who do not opt out.',
  ),
  clause(
    'Work with persons under 18, or with those who need care or attention, is not covered by this notice.',
  ),
  clause(
    'We may withdraw this notice in writing. Where an assignment is under way, the withdrawal takes effect when it ends.',
  ),
  { type: 'signature', parties: ['contractor', 'payment_company'] },
]

export const assignment_schedule: readonly Block[] = [
  ...opening(
    'Assignment schedule',
    'Dated {{document.date}}, reference {{placement.number}}. It belongs to the contract between the parties.',
  ),
  heading('Assignment'),
  list(
    'Work: {{placement.title}}',
    'Place: {{placement.work_location}}',
    'From {{placement.start_date}} to {{placement.end_date}}',
    'Timesheets: {{placement.timesheet_frequency}}',
    'Notice: {{placement.notice_period}}',
    'Paid through {{payment_company.name}}, within {{placement.contractor_payment_terms}}',
    'IR35: {{placement.ir35_status}}',
  ),
  heading('Rates'),
  { type: 'rates', side: 'contractor' },
  paragraph('Rates are without VAT. Time is paid once the client has approved it.'),
  { type: 'signature', parties: ['contractor', 'agency'] },
]
