/** A statement as ISO 20022 camt.053, whichever version (registers.md §5.2): booked entries alone, batches split. Pure. */
import { XMLParser, XMLValidator } from 'fast-xml-parser'
import type { Day } from '#kernel/day.ts'
import { parseDay } from '#kernel/day.ts'
import type { Money } from '#kernel/money.ts'
import { currency, equals, isZero, neg, parseMoney, sum } from '#kernel/money.ts'
import type { LineFault, Statement, StatementLine } from './statement.rules.ts'
import { cut_off, inOrder, lineText, reference_max, StatementFault } from './statement.rules.ts'

/** An element as the parser gives it: text, attributes as `@_…`, children by name. */
type Element = { readonly [name: string]: unknown }

const lists = ['Stmt', 'Ntry', 'NtryDtls', 'TxDtls', 'Bal', 'Ustrd', 'Strd', 'RfrdDocInf', 'AddtlRmtInf']
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

/** @throws StatementFault for anything but a complete camt.053 of one account */
export function readCamt(file: string): Statement {
  const xml = file.replace(/^\uFEFF/, '').trimStart()
  // A document type could name files and entities of its own: none of a bank's has one.
  if (/<!(DOCTYPE|ENTITY)/i.test(xml))
    throw new StatementFault('The file has a document type, which no bank statement has')
  if (XMLValidator.validate(xml) !== true) throw new StatementFault(cut_off)
  const statements = list(at(parsed(xml), 'Document', 'BkToCstmrStmt', 'Stmt'))
  if (statements.length === 0) throw new StatementFault('The file is no camt.053 statement')
  const read = statements.map(readStatement)
  const accounts = new Set(read.map((one) => one.account))
  if (accounts.size > 1)
    throw new StatementFault('The file has statements of several accounts: please export one at a time')
  const parts = inOrder(read)
  const lines = parts.flatMap((one) => one.lines)
  return {
    format: 'camt_053',
    account: parts[0]?.account ?? null,
    opening: parts[0]?.opening ?? null,
    closing: parts.at(-1)?.closing ?? null,
    lines: lines.map((line, index) => ({ ...line, line: index + 1 })),
    faults: parts.flatMap((one) => one.faults),
  }
}

/** The parser throws for element names that JavaScript reserves (`__proto__`). @throws StatementFault */
function parsed(xml: string): unknown {
  try {
    return parser.parse(xml)
  } catch {
    throw new StatementFault('The file is no camt.053 statement')
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

/** The signed amount of an element by its credit or debit mark; null without one. */
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
  if (!amount) return `${text(at(entry, 'Amt')) || 'Nothing'} is no amount`
  // Some banks report items of zero: no money moved.
  if (isZero(amount)) return []
  const booked = at(entry, 'BookgDt') ?? at(entry, 'ValDt')
  const date = parseDay((text(at(booked, 'Dt')) || text(at(booked, 'DtTm'))).slice(0, 10))
  if (!date) return 'The entry has no booking date'
  const details = list(at(entry, 'NtryDtls')).flatMap((one) => list(at(one, 'TxDtls')))
  const is_back = ['true', '1'].includes(text(at(entry, 'RvslInd')))
  const bank_id = text(at(entry, 'AcctSvcrRef')) || text(at(entry, 'NtryRef')) || null
  const whole = { line, transaction_date: date, amount, is_back, bank_id }
  const parts = split(entry, details, amount)
  if (parts === null) return [lineOf(whole, details.length === 0 ? [entry] : details)]
  return parts.flatMap((part, at_part) =>
    isZero(part.amount)
      ? []
      : [
          lineOf(
            {
              ...whole,
              amount: part.amount,
              bank_id: bank_id === null ? null : `${bank_id}-${at_part + 1}`,
            },
            [part.detail],
          ),
        ],
  )
}

/**
 * A batch entry as its transactions, when their amounts are given and sum to it; null otherwise. In a batch with both
 * directions each part gives its own.
 */
function split(
  entry: unknown,
  details: readonly unknown[],
  total: Money,
): { detail: unknown; amount: Money }[] | null {
  if (details.length < 2) return null
  const parts = details.flatMap((detail) => {
    const told = at(detail, 'Amt') ?? at(detail, 'AmtDtls', 'TxAmt', 'Amt')
    const marked = at(detail, 'CdtDbtInd') === undefined ? entry : detail
    const amount = told === undefined ? null : signed(marked, told)
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

/** The purpose of a payment: free text, a creditor's reference, named documents, or its own id. */
function remittanceIn(detail: unknown): string {
  const free = list(at(detail, 'RmtInf', 'Ustrd')).map(text)
  const structured = list(at(detail, 'RmtInf', 'Strd')).flatMap((one) => [
    text(at(one, 'CdtrRefInf', 'Ref')),
    ...list(at(one, 'RfrdDocInf')).map((document) => text(at(document, 'Nb'))),
    ...list(at(one, 'AddtlRmtInf')).map(text),
  ])
  const remittance = [...new Set([...free, ...structured])].filter(Boolean).join(' ')
  const end_to_end = text(at(detail, 'Refs', 'EndToEndId'))
  const own = end_to_end === 'NOTPROVIDED' || remittance.includes(end_to_end) ? '' : end_to_end
  const said = [remittance, own].filter(Boolean).join(' ')
  return said || text(at(detail, 'AddtlTxInf')) || text(at(detail, 'AddtlNtryInf'))
}

/** The counterparty: the debtor of money in, the creditor of money out; the reverse for a reversal. */
function otherSide(detail: unknown, is_payer: boolean): string {
  const named = (side: string) => {
    const party = at(detail, 'RltdPties', side)
    return text(at(party, 'Nm')) || text(at(party, 'Pty', 'Nm'))
  }
  return is_payer ? named('Dbtr') || named('UltmtDbtr') : named('Cdtr') || named('UltmtCdtr')
}

/** One line, for one transaction or for a batch that cannot be split; a batch shows the text common to all. */
function lineOf({ is_back, ...whole }: Whole, details: readonly unknown[]): StatementLine {
  const reference = details.map(remittanceIn).filter(Boolean).join(' ')
  const is_payer = whole.amount.minor > 0 !== is_back
  const others = [...new Set(details.map((detail) => otherSide(detail, is_payer)))]
  return {
    ...whole,
    reference: lineText(is_back ? `Reversal: ${reference}` : reference, reference_max),
    counterparty: lineText(others.length === 1 ? (others[0] ?? '') : '', reference_max),
  }
}
