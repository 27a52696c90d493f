import { assert } from './assert.ts'

/** Prefixes in the order of spec §3. */
export const human_id_prefixes = {
  AGY: 'agency',
  CLI: 'client',
  FUN: 'funder',
  CON: 'contractor',
  UMB: 'umbrella',
  LIM: 'limited',
  SLF: 'selfemployed',
  PRO: 'provider',
  PLC: 'placement',
  TMP: 'temp_placement',
  PEM: 'perm_placement',
  SOW: 'statement_of_work',
  EXP: 'expense',
  TMS: 'timesheet',
  INV: 'invoice',
  PAY: 'payment',
  PRL: 'purchase_ledger',
  SLI: 'sales_invoice',
  ADH: 'adhoc_fee',
  PAYROLL: 'payroll',
  // Nouns with a human_id for which spec §3 names no prefix; ours.
  CIN: 'consolidated_invoice',
  RCT: 'receipt',
  PSL: 'payslip',
  CRQ: 'change_request',
  RFN: 'refinement',
  BAT: 'payment_batch',
  PYR: 'payer',
  COL: 'collection_note',
  RUN: 'pay_run',
  RTI: 'rti_submission',
  CDT: 'creditor',
  PRP: 'payroll_payment',
  TXM: 'tax_month',
} as const

export type HumanIdPrefix = keyof typeof human_id_prefixes
/** Numbered per issuing business and without gaps, as VAT law wants it (decision 0005). */
export type IssuedPrefix = 'INV'
/** Credit notes have a series of their own (money.md §1.8). */
export type IssuedKind = 'invoice' | 'credit_note'

/** Shown for an invalid or missing id (spec §3). */
export const missing_uuid = 'missing_uuid'

type HumanId = {
  readonly prefix: HumanIdPrefix
  /** Invoices only: the number of the issuing business's series. */
  readonly issuer_number: number | null
  readonly is_credit_note: boolean
  readonly number: number
}

/** Zeros in front make the default sort, human_id descending, the order of issue (spec §9). */
const width = 6

function padded(number: number): string {
  assert(Number.isSafeInteger(number) && number > 0, `${number} can number a record`)
  return String(number).padStart(width, '0')
}

/** `TMS000123`. */
export function formatHumanId(prefix: Exclude<HumanIdPrefix, IssuedPrefix>, n: number): string {
  return prefix + padded(n)
}

/** `INV-12-000345`, the 345th invoice of the business numbered 12; `INV-12-C000001`, its first credit note. */
export function formatIssuedId(issuer_number: number, kind: IssuedKind, n: number): string {
  assert(Number.isSafeInteger(issuer_number) && issuer_number > 0, 'an issuer has a number')
  return `INV-${issuer_number}-${kind === 'credit_note' ? 'C' : ''}${padded(n)}`
}

/** The parts of a human id, or null when it is none. */
export function parseHumanId(text: string): HumanId | null {
  const parts = /^([A-Z]+)(?:-(\d+)-(C?))?(\d+)$/.exec(text.trim().toUpperCase())
  const prefix = parts?.[1] ?? ''
  if (!parts || !isPrefix(prefix)) return null
  const issued = prefix === 'INV'
  if (issued !== (parts[2] !== undefined)) return null
  const number = Number(parts[4])
  if (!Number.isSafeInteger(number) || number === 0) return null
  const issuer_number = issued ? Number(parts[2]) : null
  return { prefix, issuer_number, is_credit_note: parts[3] === 'C', number }
}

function isPrefix(text: string): text is HumanIdPrefix {
  return Object.hasOwn(human_id_prefixes, text)
}

/** The human id, or the placeholder for a missing or invalid one (spec §3). */
export function showHumanId(text: string | null | undefined): string {
  return text && parseHumanId(text) ? text : missing_uuid
}
