/** Wording between an agency and its client. Pure. */
import type { Block } from '../blocks/template-blocks.rules.ts'
import { clause, heading, law, list, opening, paragraph, sub } from './sample-parts.rules.ts'

export const business_terms: readonly Block[] = [
  ...opening(
    'Terms of business',
    'Dated {{document.date}}. These terms apply to temporary workers whom the Agency supplies.',
  ),
  heading('Supply'),
  clause('The Agency introduces and supplies workers for assignments that the Client asks for.'),
  sub(
    'The Client tells the Agency the work, the place, the hours, the qualifications that are needed and any risk to health and safety before an assignment begins.',
  ),
  sub(
    'The Agency confirms each assignment in writing with its rates. Asking for or accepting a worker is acceptance of these terms.',
  ),
  clause('The Client supervises the worker from day to day and is responsible for a safe place of work.'),
  heading('Time and charges'),
  clause(
    'The Client approves the time that is worked at the end of each week. An approved timesheet is proof of the time.',
  ),
  clause(
    'The Agency invoices approved time at the agreed rates, with VAT where it is due. Invoices are payable within {{client.payment_terms}} of their date.',
  ),
  sub(
    'On late payments the Agency may claim interest under the Late Payment of Commercial Debts (Interest) Act 1998.',
  ),
  clause(
    'The Client raises a dispute about an invoice within seven days of receiving it and pays what is not disputed.',
  ),
  heading('Workers'),
  clause(
    'After the qualifying period the Client gives the Agency what it needs to treat workers equally under the Agency Workers Regulations 2010.',
  ),
  clause(
    'If the Client engages a worker directly within the relevant period of the Conduct Regulations 2003, it pays a transfer fee or extends the assignment, as the Client chooses.',
  ),
  heading('General'),
  clause(
    'Either party ends these terms by one month’s notice in writing. Assignments that have begun go on until they end.',
  ),
  clause(
    'Each party keeps the other’s information and the personal data of workers confidential and uses them for these terms alone.',
  ),
  clause(
    'Nothing limits liability for death or personal injury by negligence, or for fraud. Beyond that the Agency is not liable for loss of profit or for the acts of workers under the Client’s supervision.',
  ),
  law,
  { type: 'signature', parties: ['client', 'agency'] },
]

export const perm_terms: readonly Block[] = [
  ...opening(
    'Terms for permanent recruitment',
    'Dated {{document.date}}. These terms apply when the Agency introduces candidates for employment by the Client.',
  ),
  heading('Introductions'),
  clause(
    'An introduction is made when the Agency gives the Client information that identifies a candidate, or when the Client interviews one.',
  ),
  clause(
    'Introductions are confidential. If a candidate is engaged through the Client’s passing on of an introduction, the fee is due.',
  ),
  clause('The Client checks references, qualifications and the right to work before the employment begins.'),
  heading('Fee'),
  clause(
    'The fee is due when a candidate starts an employment within twelve months of the introduction. It is agreed in writing for each placement.',
  ),
  sub(
    'Invoices are payable within {{client.perm_payment_terms}} of their date. VAT is added where it is due.',
  ),
  heading('Rebate'),
  clause(
    'If the employment ends within eight weeks of its start, other than by redundancy, the Agency refunds part of a fee that was paid on time:',
  ),
  list(
    'in the first two weeks: all of it',
    'in weeks three and four: half of it',
    'in weeks five to eight: a quarter of it',
  ),
  heading('General'),
  clause('Each party keeps personal data of candidates under the UK General Data Protection Regulation.'),
  law,
  { type: 'signature', parties: ['client', 'agency'] },
]

export const perm_confirmation: readonly Block[] = [
  ...opening('Confirmation of a placement', 'Dated {{document.date}}, reference {{perm.number}}.'),
  paragraph('The Agency confirms that the Client has engaged a candidate whom it introduced.'),
  list(
    'Candidate: {{perm.candidate}}',
    'Position: {{perm.title}}',
    'Start: {{perm.start_date}}',
    'Placement fee: {{perm.fee}}, and VAT where it is due',
  ),
  clause(
    'The fee is invoiced from the start of the employment, on the terms for permanent recruitment between the parties.',
  ),
  clause(
    'The Client tells the Agency at once if the start moves or the candidate leaves within the rebate period.',
  ),
  { type: 'signature', parties: ['client', 'agency'] },
]
