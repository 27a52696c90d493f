/** The envelope of HMRC's messages (GovTalk). Pure. The file holds no credentials: the filing program adds them. */
import type { Day } from '#kernel/day.ts'
import { formatMoney, GBP, money } from '#kernel/money.ts'
import type { Pence } from '../engine/whole.rules.ts'
import type { ReportedPay } from '../figures/fps-figures.rules.ts'
import { el, writeXml, type XmlNode } from './xml.rules.ts'

export const ENVELOPE = 'http://www.govtalk.gov.uk/CM/envelope'

export type ReturnKind = 'fps' | 'eps'

const names = { fps: 'FullPaymentSubmission', eps: 'EmployerPaymentSummary' } as const

/** `25-26` of the tax year that begins in 2025. */
export const shortYear = (tax_year: number): string =>
  `${String(tax_year % 100).padStart(2, '0')}-${String((tax_year + 1) % 100).padStart(2, '0')}`

export const pounds = (pence: Pence): string => formatMoney(money(pence, GBP))
/** Loans, levy and the lower limit are reported in whole pounds. */
export const wholePounds = (pence: Pence): string => pounds(pence - (pence % 100))

export type Employer = {
  readonly office_number: string
  readonly paye_reference: string
  readonly accounts_office_reference: string
  readonly corporation_tax_reference: string | null
}

/** The last return of a tax year, or of a PAYE scheme that ended in it. */
export const finalOf = (ended_on: Day | null): XmlNode =>
  el(
    'FinalSubmission',
    ended_on === null
      ? [el('ForYear', 'yes')]
      : [el('BecauseSchemeCeased', 'yes'), el('DateSchemeCeased', ended_on)],
  )

export type Message = {
  readonly kind: ReturnKind
  readonly tax_year: number
  readonly period_end: Day
  readonly employer: Employer
  /** The return itself: the element below the header. */
  readonly content: readonly XmlNode[]
}

const keysOf = ({ office_number, paye_reference }: Employer): XmlNode =>
  el('Keys', [
    el('Key', office_number, { Type: 'TaxOfficeNumber' }),
    el('Key', paye_reference, { Type: 'TaxOfficeReference' }),
  ])

/** The body, with the mark once it is known. */
export function bodyOf(message: Message, irmark: string | null): XmlNode {
  const { kind, tax_year, period_end, employer, content } = message
  const namespace = `http://www.govtalk.gov.uk/taxation/PAYE/RTI/${names[kind]}/${shortYear(tax_year)}/1`
  const header = el('IRheader', [
    keysOf(employer),
    el('PeriodEnd', period_end),
    el('DefaultCurrency', 'GBP'),
    el('Manifest', [
      el('Contains', [
        el('Reference', [
          el('Namespace', namespace),
          el('SchemaVersion', `${tax_year + 1}-v1.0`),
          el('TopElementName', names[kind]),
        ]),
      ]),
    ]),
    ...(irmark === null ? [] : [el('IRmark', irmark, { Type: 'generic' })]),
    el('Sender', 'Employer'),
  ])
  const envelope = el('IRenvelope', [header, el(names[kind], content)], { xmlns: namespace })
  // Alone, the body declares what it has from the message.
  return el('Body', [envelope], irmark === null ? { xmlns: ENVELOPE } : {})
}

/** The whole file. */
export function messageOf(message: Message, irmark: string): string {
  const { kind, employer } = message
  const root = el(
    'GovTalkMessage',
    [
      el('EnvelopeVersion', '2.0'),
      el('Header', [
        el('MessageDetails', [
          el('Class', `HMRC-PAYE-RTI-${kind.toUpperCase()}`),
          el('Qualifier', 'request'),
          el('Function', 'submit'),
          el('CorrelationID', ''),
          el('Transformation', 'XML'),
        ]),
        el('SenderDetails', []),
      ]),
      el('GovTalkDetails', [keysOf(employer), el('TargetDetails', [el('Organisation', 'HMRC')])]),
      bodyOf(message, irmark),
    ],
    { xmlns: ENVELOPE },
  )
  return `<?xml version="1.0" encoding="UTF-8"?>\n${writeXml(root)}\n`
}

/** References of the employer, as both returns begin. */
export const referencesOf = (employer: Employer): XmlNode =>
  el('EmpRefs', [
    el('OfficeNo', employer.office_number),
    el('PayeRef', employer.paye_reference),
    el('AORef', employer.accounts_office_reference),
    ...(employer.corporation_tax_reference === null
      ? []
      : [el('COTAXRef', employer.corporation_tax_reference)]),
  ])

/** Statutory pay as HMRC names it. */
export const hmrc_names: Readonly<Record<ReportedPay, string>> = {
  smp: 'SMP',
  spp: 'SPP',
  sap: 'SAP',
  shpp: 'ShPP',
  spbp: 'SPBP',
  sncp: 'SNCP',
}
