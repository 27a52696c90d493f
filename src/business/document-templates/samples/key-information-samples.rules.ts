/** Key information documents (Conduct Regulations, regulation 13A): facts that a worker reads before they agree. Pure. */
import type { Block } from '../blocks/template-blocks.rules.ts'
import { heading, list, opening, paragraph } from './sample-parts.rules.ts'

const about = (contract: string, payer: string): Block[] => [
  ...opening(
    'Key information document',
    'For {{contractor.name}}, {{document.date}}. It states the main facts of how you are paid for {{placement.title}}, so that you can decide whether to agree.',
  ),
  heading('Your contract and your pay'),
  list(
    `Type of contract: ${contract}`,
    'Employment business: {{agency.name}}',
    `You are paid by ${payer}`,
    'Rate: {{example.rate}}',
    'You are paid for timesheets: {{placement.timesheet_frequency}}',
    'Fees: none',
    'Benefits besides pay: none',
  ),
]

const enforcement = paragraph(
  'If you have a concern, ask {{agency.name}} first ({{agency.email}}). The state body that enforces the rights of agency workers takes complaints about employment businesses.',
)

const wages = [
  'Gross pay: {{wages.gross}}',
  'Holiday pay: {{wages.holiday}}',
  'Income tax: {{wages.tax}}',
  'National Insurance: {{wages.employee_ni}}',
  'Pension: {{wages.employee_pension}}',
  'You receive: {{wages.net}}',
] as const

const assumed = paragraph(
  'Figures of the tax year {{example.tax_year}} for tax code 1257L and National Insurance letter A. Your own differ with your code, your hours and your pension.',
)

export const key_information_paye: readonly Block[] = [
  ...about('contract for services as an agency worker', '{{agency.name}}'),
  heading('Deductions and holiday'),
  list(
    'The law requires income tax, National Insurance and, if you are enrolled, pension contributions.',
    'A student loan and orders of a court are deducted if they apply to you.',
    'You have 5.6 weeks of paid holiday a year, in proportion to your work.',
  ),
  heading('Example of a week'),
  paragraph('{{example.time}} at {{example.rate}} are {{example.income}}.'),
  list(...wages),
  assumed,
  enforcement,
]

export const key_information_umbrella: readonly Block[] = [
  ...about('contract of employment with the umbrella company', '{{payment_company.name}}'),
  heading('The umbrella company'),
  list(
    'Name: {{payment_company.name}}, registration number {{payment_company.company_number}}',
    '{{agency.name}} pays it {{example.rate}}, which is not your pay: the costs of your employment and its margin come out of it.',
    'Its margin: {{umbrella.margin}} a week',
    'You have 5.6 weeks of paid holiday a year. Its pay is in the figures below.',
  ),
  heading('Example of a week'),
  paragraph('{{example.time}} at {{example.rate}} are {{example.income}}, paid to the umbrella company.'),
  list(
    'Margin: {{umbrella.margin}}',
    'National Insurance of the employer: {{umbrella.employer_ni}}',
    'Apprenticeship levy: {{umbrella.levy}}',
    'Pension of the employer: {{umbrella.employer_pension}}',
    ...wages,
  ),
  assumed,
  enforcement,
]

export const key_information_limited: readonly Block[] = [
  ...about('contract for services with your company', '{{payment_company.name}}, your own company'),
  heading('Deductions and holiday'),
  list(
    'Nothing is deducted from the payment to {{payment_company.name}}, which accounts for its taxes, pensions and insurance.',
    'You have no paid holiday and no statutory sick pay for this work.',
  ),
  heading('Example of a week'),
  paragraph('{{example.time}} at {{example.rate}} are {{example.income}}, paid to your company without VAT.'),
  enforcement,
]
