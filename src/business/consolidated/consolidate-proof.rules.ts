/**
 * The proof of a consolidated invoice (spec §3): its timesheets by day with their approvers, and its mails with time
 * and recipient. Pure: the texts of both documents.
 */
import type { Day } from '#kernel/day.ts'
import { formatDay, partsOf } from '#kernel/day.ts'
import { formatUnits, sumUnits, units } from '#kernel/rate.ts'
import { clean } from '../invoices/invoice-pdf.rules.ts'
import type { UnitType } from '../rates/units.rules.ts'
import { unitLabel } from '../rates/units.rules.ts'

export const consolidated_summary_topic = 'consolidated_timesheet_summary'
export const consolidated_proof_topic = 'consolidated_mail_proof'

export type SummaryCell = {
  readonly date: Day
  readonly rate_name: string
  readonly unit_type: UnitType
  /** Decimal text. */
  readonly units: string
}

export type SummarySheet = {
  readonly human_id: string
  readonly invoice_human_id: string
  readonly contractor_name: string
  readonly placement: string
  readonly start_date: Day
  readonly end_date: Day
  readonly approved_by_name: string | null
  readonly approved_on: Day | null
  readonly evidence_hash: string | null
  readonly cells: readonly SummaryCell[]
}

export type MailedTo = {
  readonly to: string
  readonly subject: string
  readonly status: 'queued' | 'kept' | 'sent' | 'failed'
  /** London time, as `15/06/2025 12:00`. */
  readonly at: string
  readonly error: string | null
  readonly files: readonly { readonly file_name: string; readonly sha256: string }[]
}

export type Proven = {
  readonly human_id: string
  readonly raised_date: Day
  readonly from_name: string
  readonly to_name: string
  readonly period_start: Day | null
  readonly period_end: Day | null
}

/** Names of files without their ending. */
export const summaryName = (human_id: string): string => `${human_id} timesheets`
export const proofName = (human_id: string): string => `${human_id} mail proof`

/** A titled block of facts and a table, as `consolidate-proof.typ` sets them. */
type Block = {
  readonly title: string
  readonly rows: readonly string[]
  readonly columns: readonly string[]
  readonly lines: readonly (readonly string[])[]
}

function page(
  title: string,
  of: Proven,
  facts: readonly { label: string; value: string }[],
  blocks: readonly Block[],
) {
  const { year, month, date } = partsOf(of.raised_date)
  const period =
    of.period_start && of.period_end ? `${formatDay(of.period_start)} to ${formatDay(of.period_end)}` : null
  return {
    title,
    human_id: of.human_id,
    date: { year, month, day: date },
    from: clean(of.from_name),
    to: clean(of.to_name),
    facts: [
      { label: 'Consolidated invoice', value: of.human_id },
      { label: 'Issue date', value: formatDay(of.raised_date) },
      ...(period ? [{ label: 'Period', value: period }] : []),
      ...facts,
    ],
    blocks,
  }
}

/** The timesheets of a consolidated invoice by day, with approvers and evidence, without rates. */
export function summaryPage(of: Proven, sheets: readonly SummarySheet[]) {
  return page(
    'Timesheet summary',
    of,
    [{ label: 'Timesheets', value: String(sheets.length) }],
    sheets.map(sheetBlock),
  )
}

function sheetBlock(sheet: SummarySheet): Block {
  const approved = sheet.approved_by_name
    ? `Approved by ${sheet.approved_by_name}${sheet.approved_on ? ` on ${formatDay(sheet.approved_on)}` : ''}`
    : null
  const evidence = sheet.evidence_hash ? `Evidence ${sheet.evidence_hash}` : null
  const total = sumUnits(sheet.cells.map((cell) => units(cell.units)))
  return {
    title: clean(`${sheet.human_id} · ${sheet.contractor_name}`),
    rows: [
      `${sheet.placement}, ${formatDay(sheet.start_date)} to ${formatDay(sheet.end_date)}, invoice ${sheet.invoice_human_id}`,
      approved,
      evidence,
    ].flatMap((row) => (row === null ? [] : [clean(row)])),
    columns: ['Day', 'Rate', 'Unit', 'Units'],
    lines: [
      ...sheet.cells.map((cell) => [
        formatDay(cell.date),
        clean(cell.rate_name),
        unitLabel(cell.unit_type, 'plural'),
        formatUnits(units(cell.units)),
      ]),
      ['Total', '', '', formatUnits(total)],
    ],
  }
}

const mailed: Record<MailedTo['status'], string> = {
  queued: 'Waiting to be sent',
  kept: 'Kept in the mail log, not sent: no mail server is set up',
  sent: 'Accepted by the mail server',
  failed: 'Refused by the mail server',
}

export function proofPage(of: Proven, mails: readonly MailedTo[]) {
  return page('Mail proof', of, [{ label: 'Mails', value: String(mails.length) }], mails.map(mailBlock))
}

function mailBlock(mail: MailedTo): Block {
  return {
    title: clean(mail.to),
    rows: [
      `${mailed[mail.status]}, ${mail.at}${mail.error ? `: ${clean(mail.error)}` : ''}`,
      `Subject: ${clean(mail.subject)}`,
    ],
    columns: ['Attached file', 'SHA-256'],
    lines: mail.files.map((file) => [clean(file.file_name), file.sha256]),
  }
}
