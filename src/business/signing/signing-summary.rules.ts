/** The plain summary above a document to sign: its parties, days and rates, as far as the signer reads them. Pure. */
import type { Values } from '../document-templates/blocks/template-values.rules.ts'
import type { PrintedRate } from '../document-templates/compose-template.rules.ts'

export type SummaryLine = { readonly label: string; readonly text: string }

/** The values that the summary names, in their order. */
const named: readonly (readonly [key: string, label: string])[] = [
  ['agency.name', 'Agency'],
  ['client.name', 'Client'],
  ['contractor.name', 'Contractor'],
  ['payment_company.name', 'Paid through'],
  ['placement.title', 'Placement'],
  ['placement.start_date', 'Start Date'],
  ['placement.end_date', 'End Date'],
  ['placement.work_location', 'Work Location'],
  ['placement.notice_period', 'Notice Period'],
  ['placement.client_payment_terms', 'Client Payment Terms'],
  ['placement.contractor_payment_terms', 'Contractor Payment Terms'],
  ['perm.title', 'Placement'],
  ['perm.candidate', 'Candidate'],
  ['perm.start_date', 'Start Date'],
  ['perm.fee', 'Fee'],
]

/** Terms of a client that no placement words. */
const of_client: readonly (readonly [key: string, label: string])[] = [
  ['client.payment_terms', 'Payment Terms'],
  ['client.perm_payment_terms', 'Perm Payment Terms'],
]

const sides = { client: 'Client Rate', contractor: 'Contractor Rate' } as const

/** @param values and rates that the signer reads */
export function summaryOf(values: Values, rates: readonly PrintedRate[]): SummaryLine[] {
  const is_placement = values['placement.number'] !== undefined || values['perm.number'] !== undefined
  const lines = [...named, ...(is_placement ? [] : of_client)].flatMap(([key, label]) => {
    const text = values[key]
    return text === undefined ? [] : [{ label, text }]
  })
  return [
    ...lines,
    ...rates.map(({ side, name, rate, unit, from, to }) => ({
      label: `${sides[side]}, ${name}`,
      text: `${rate} ${unit.toLowerCase()}, ${to === 'open' ? `from ${from}` : `${from} to ${to}`}`,
    })),
  ]
}
