/** The text of a ledger check, for signing and for print. Pure. */
import { partsOf } from '#kernel/day.ts'
import { groupThousands } from '#kernel/decimal-text.ts'
import { formatInstant, type Instant, londonDay } from '#kernel/instant.ts'
import { currency, displayMoney, parseMoney } from '#kernel/money.ts'

/** The kind of its jobs, and the type of its documents. */
export const LEDGER_CHECK = 'ledger_check'

/** Roles that may run a ledger check; provider_operations asks one of them. */
export const ledger_checkers = { provider: ['provider_admin', 'provider_approver'] } as const

type CheckFinding = {
  readonly id: string
  readonly says: string
  readonly is_broken: boolean
  /** The first broken rows, in words. */
  readonly broken: readonly string[]
}

/** The checked rows of one currency; amounts are the database's decimal text. */
export type CheckTotals = {
  readonly code: string
  readonly postings: number
  readonly debits: string
  readonly credits: string
  readonly documents: number
  readonly billed: string
  readonly receipts: number
  readonly received: string
  readonly payments: number
  readonly paid: string
}

/** All that the signature covers. */
export type CheckFacts = {
  readonly job_id: string
  readonly provider_name: string
  readonly asked_by: string
  readonly asked_at: Instant
  readonly checked_at: Instant
  /** Why no row is named although one is broken; null where they are. */
  readonly unnamed: string | null
  readonly audit: {
    readonly rows: number
    readonly chains: number
    readonly newest_hash: string
    /** Of the ends of all chains: the same only for the same log. */
    readonly heads_hash: string
  }
  readonly sealed_rows: number
  readonly totals: readonly CheckTotals[]
  readonly findings: readonly CheckFinding[]
}

/** The result of checking a code: the text of its report, or the reason why it is none. */
export type CheckedCode =
  | {
      readonly is_valid: true
      readonly result: string
      readonly checked_at: Instant
      readonly asked_by: string
      readonly sha256: string
      readonly file_name: string
      readonly file_url: string
    }
  | { readonly is_valid: false; readonly why: string }

export const unknown_code = 'No report of yours carries this code. Look for a letter that was misread.'
export const changed_report =
  'The report was kept under this code, but what is kept is not what was signed: somebody has changed it, or the installation signs with another key since.'

const counted = (n: number) => groupThousands(String(n))

/** `All 27 checks hold`, or how many do not. */
export function resultText(findings: readonly Pick<CheckFinding, 'is_broken'>[]): string {
  const broken = findings.filter((finding) => finding.is_broken).length
  if (broken === 0) return `All ${findings.length} checks hold`
  return `${broken} of ${findings.length} checks ${broken === 1 ? 'is' : 'are'} broken`
}

/** Letters and digits that cannot be confused (Crockford's base 32), in groups of four. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** The first 120 bits of a signature as 24 signs that can be read out and typed. */
export function codeOf(signature: Uint8Array): string {
  let bits = 0n
  for (const byte of signature.subarray(0, 15)) bits = bits * 256n + BigInt(byte)
  let text = ''
  for (let at = 0; at < 24; at += 1) {
    text = `${alphabet[Number(bits % 32n)]}${text}`
    bits /= 32n
  }
  return text
}

/** As it is printed: `7K2Q-…`. */
function shownCode(code: string): string {
  return (code.match(/.{4}/g) ?? []).join('-')
}

/** A typed code in its exact form: ignores spaces, dashes and case, and reads O as 0. */
export function readCode(typed: string): string {
  return typed
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1')
}

/** The data of ledger-check.typ. */
export function checkPage(facts: CheckFacts, code: string) {
  const { year, month, date } = partsOf(londonDay(facts.checked_at))
  const broken = facts.findings.filter((finding) => finding.is_broken).length
  return {
    title: 'Ledger check',
    author: facts.provider_name,
    date: { year, month, day: date },
    result: `${resultText(facts.findings)}.`,
    is_broken: broken > 0,
    facts: [
      { label: 'Asked by', value: facts.asked_by },
      { label: 'Asked', value: `${formatInstant(facts.asked_at)} London time` },
      { label: 'State of', value: `${formatInstant(facts.checked_at)} London time` },
      { label: 'Report', value: facts.job_id },
    ],
    state: [
      { label: 'Newest entry of the audit log', value: facts.audit.newest_hash },
      {
        label: `Ends of its ${counted(facts.audit.chains)} chains, ${counted(facts.audit.rows)} entries`,
        value: facts.audit.heads_hash,
      },
      { label: 'Rows of money and evidence under seal', value: counted(facts.sealed_rows) },
    ],
    totals: facts.totals.map(totalsRow),
    findings: facts.findings.map(({ id, says, is_broken, broken: rows }) => ({
      id,
      says,
      is_broken,
      word: is_broken ? 'Broken' : 'Holds',
      rows: is_broken && facts.unnamed !== null ? [facts.unnamed] : rows,
    })),
    code: shownCode(code),
    statements: [
      'Every check was made on one moment of the database, of all its rows; of a broken one the first three rows are named.',
      'The code is a signature (HMAC-SHA256) of all that stands above, made with a key that only this installation has and that is not in its database. To verify it, type it under Ledger Check: the page says whether it is valid and what the report said. If this paper says anything else, it is not that report.',
    ],
  }
}

function totalsRow(totals: CheckTotals) {
  const shown = (text: string) => displayMoney(parseMoney(text, currency(totals.code)))
  return {
    code: totals.code,
    cells: [
      { label: 'Postings', count: counted(totals.postings), amount: `${shown(totals.debits)} debit` },
      { label: '', count: '', amount: `${shown(totals.credits)} credit` },
      { label: 'Documents', count: counted(totals.documents), amount: shown(totals.billed) },
      { label: 'Receipts', count: counted(totals.receipts), amount: shown(totals.received) },
      { label: 'Payments', count: counted(totals.payments), amount: shown(totals.paid) },
    ],
  }
}
