/** A statement as ISO 20022 camt.053, whichever version (registers.md §5.2): booked entries alone, batches split. Pure. */
import { XMLParser, XMLValidator } from 'fast-xml-parser'
import type { Day } from '#kernel/day.ts'
import { parseDay } from '#kernel/day.ts'
import type { Money } from '#kernel/money.ts'
import { currency, equals, isZero, neg, parseMoney, sum } from '#kernel/money.ts'
import type { LineFault, Statement, StatementLine } from './statement.rules.ts'
import { cut_off, lineText, reference_max, StatementFault } from './statement.rules.ts'

/** An element as the parser gives it: text, attributes as `@_…`, children by name. */
type Element = { readonly [name: string]: unknown }

const lists = ['Stmt', 'Ntry', 'NtryDtls', 'TxDtls', 'Bal', 'Ustrd']
const parser = new XMLParser({
  ignoreAttributes: false,
  removeNSPrefix: true,
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: true,
  isArray: (name) => lists.includes(name),
})

function at(from: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (inner, name) => (typeof inner === 'object' && inner !== null ? (inner as Element)[name] : undefined), // Checked one line up.
    from,
  )
}

const text = (value: unknown): string => {
  if (typeof value === 'string') return value
  const inner = at(value, '#text')
  return typeof inner === 'string' ? inner : ''
}
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** @throws StatementFault for what is no whole camt.053 of one account */
export function readCamt(xml: string): Statement {
  // A document type could name files and entities of its own: none of a bank's has one.
  if (/<!(DOCTYPE|ENTITY)/i.test(xml))
    throw new StatementFault('The file has a document type, which no bank statement has')
  if (XMLValidator.validate(xml) !== true) throw new StatementFault(cut_off)
  const statements = list(at(parser.parse(xml), 'Document', 'BkToCstmrStmt', 'Stmt'))
  if (statements.length === 0) throw new StatementFault('The file is no camt.053 statement')
  const read = statements.map(readStatement)
  const accounts = new Set(read.map((one) => one.account))
  if (accounts.size > 1)
    throw new StatementFault('The file has statements of several accounts: please export one at a time')
  const lines = read.flatMap((one) => one.lines)
  return {
    format: 'camt_053',
    account: read[0]?.account ?? null,
    opening: read[0]?.opening ?? null,
    closing: read.at(-1)?.closing ?? null,
    lines: lines.map((line, index) => ({ ...line, line: index + 1 })),
    faults: read.flatMap((one) => one.faults),
  }
}

function readStatement(statement: unknown): Statement {
  const id = at(statement, 'Acct', 'Id')
  const faults: LineFault[] = []
  const lines: StatementLine[] = []
  for (const [index, entry] of list(at(statement, 'Ntry')).entries()) {
    const status = text(at(entry, 'Sts', 'Cd')) || text(at(entry, 'Sts'))
    if (status !== '' && status !== 'BOOK') continue
    const made = linesOf(entry, index + 1)
    if (typeof made === 'string') faults.push({ line: index + 1, message: made })
    else lines.push(...made)
  }
  return {
    format: 'camt_053',
    account: text(at(id, 'IBAN')) || text(at(id, 'Othr', 'Id')) || null,
    opening: balance(statement, ['OPBD', 'PRCD']),
    closing: balance(statement, ['CLBD']),
    lines,
    faults,
  }
}

function balance(statement: unknown, codes: readonly string[]): Money | null {
  const balances = list(at(statement, 'Bal'))
  for (const code of codes) {
    const found = balances.find((one) => text(at(one, 'Tp', 'CdOrPrtry', 'Cd')) === code)
    const amount = found === undefined ? null : signed(found)
    if (amount) return amount
  }
  return null
}

/** The amount of an element by its credit or debit mark; null when it is none. */
function signed(element: unknown, amount: unknown = at(element, 'Amt')): Money | null {
  try {
    const value = parseMoney(text(amount), currency(text(at(amount, '@_Ccy'))))
    return text(at(element, 'CdtDbtInd')) === 'DBIT' ? neg(value) : value
  } catch {
    return null
  }
}

function linesOf(entry: unknown, line: number): StatementLine[] | string {
  const amount = signed(entry)
  if (!amount || isZero(amount)) return `${text(at(entry, 'Amt')) || 'Nothing'} is no amount`
  const booked = at(entry, 'BookgDt') ?? at(entry, 'ValDt')
  const date = parseDay((text(at(booked, 'Dt')) || text(at(booked, 'DtTm'))).slice(0, 10))
  if (!date) return 'The entry has no booking date'
  const details = list(at(entry, 'NtryDtls')).flatMap((one) => list(at(one, 'TxDtls')))
  const is_back = text(at(entry, 'RvslInd')) === 'true'
  const bank_id = text(at(entry, 'AcctSvcrRef')) || text(at(entry, 'NtryRef')) || null
  const whole = { line, transaction_date: date, amount, is_back, bank_id }
  const parts = split(entry, details, amount)
  if (parts === null) return [lineOf(whole, details[0] ?? entry)]
  return parts.map((part, at_part) =>
    lineOf(
      { ...whole, amount: part.amount, bank_id: bank_id === null ? null : `${bank_id}-${at_part + 1}` },
      part.detail,
    ),
  )
}

/** A batch entry as its single transactions, when their amounts are told and sum to it; null otherwise. */
function split(
  entry: unknown,
  details: readonly unknown[],
  total: Money,
): { detail: unknown; amount: Money }[] | null {
  if (details.length < 2) return null
  const parts = details.flatMap((detail) => {
    const told = at(detail, 'Amt') ?? at(detail, 'AmtDtls', 'TxAmt', 'Amt')
    const amount = told === undefined ? null : signed(entry, told)
    return amount && amount.currency === total.currency ? [{ detail, amount }] : []
  })
  if (parts.length !== details.length) return null
  const of_parts = sum(
    total.currency,
    parts.map((part) => part.amount),
  )
  return equals(of_parts, total) ? parts : null
}

type Whole = {
  readonly line: number
  readonly transaction_date: Day
  readonly amount: Money
  readonly is_back: boolean
  readonly bank_id: string | null
}

function lineOf({ is_back, ...whole }: Whole, detail: unknown): StatementLine {
  const remittance = list(at(detail, 'RmtInf', 'Ustrd'))
    .map(text)
    .join(' ')
  const structured = text(at(detail, 'RmtInf', 'Strd', 'CdtrRefInf', 'Ref'))
  const end_to_end = text(at(detail, 'Refs', 'EndToEndId'))
  const said = [
    remittance,
    structured,
    end_to_end === 'NOTPROVIDED' || remittance.includes(end_to_end) ? '' : end_to_end,
  ]
  const reference =
    said.filter(Boolean).join(' ') || text(at(detail, 'AddtlTxInf')) || text(at(detail, 'AddtlNtryInf'))
  // Who stands on the other side: the debtor of money in, the creditor of money out.
  const side = whole.amount.minor > 0 ? 'Dbtr' : 'Cdtr'
  const party = at(detail, 'RltdPties', side)
  return {
    ...whole,
    reference: lineText(is_back ? `Reversal: ${reference}` : reference, reference_max),
    counterparty: lineText(text(at(party, 'Nm')) || text(at(party, 'Pty', 'Nm')), reference_max),
  }
}
