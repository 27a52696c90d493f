/** A statement as OFX, 1.x (SGML, values without end tags) or 2.x (XML): the same tags, read the same way. Pure. */
import { parseDay } from '#kernel/day.ts'
import type { Money } from '#kernel/money.ts'
import { currency, isZero, parseMoney, sub, sum } from '#kernel/money.ts'
import type { LineFault, Statement, StatementLine } from './statement.rules.ts'
import { cut_off, lineText, reference_max, StatementFault } from './statement.rules.ts'

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
}

function textOf(block: string, tag: string): string | null {
  const found = new RegExp(`<${tag}>([^<\\r\\n]*)`, 'i').exec(block)
  const text = found?.[1]
    ?.trim()
    .replace(/&(amp|lt|gt|quot|apos|nbsp);/g, (_, name: string) => entities[name] ?? '')
  return text ? text : null
}

/** @throws StatementFault for a file that is cut off or is not of one account */
export function readOfx(text: string): Statement {
  if (!/<\/OFX>\s*$/i.test(text)) throw new StatementFault(cut_off)
  const opened = text.match(/<STMTTRN>/gi)?.length ?? 0
  const blocks = [...text.matchAll(/<STMTTRN>([\s\S]*?)<\/STMTTRN>/gi)].map((found) => found[1] ?? '')
  if (opened !== blocks.length) throw new StatementFault(cut_off)
  if ((text.match(/<(CC)?STMTRS>/gi)?.length ?? 0) > 1)
    throw new StatementFault('The file has statements of several accounts: please export one at a time')
  const named = textOf(text, 'CURDEF')?.toUpperCase() ?? ''
  if (!/^[A-Z]{3}$/.test(named)) throw new StatementFault('The file names no currency')
  const code = currency(named)
  const lines: StatementLine[] = []
  const faults: LineFault[] = []
  for (const [at, block] of blocks.entries()) {
    const line = at + 1
    const posted = textOf(block, 'DTPOSTED') ?? ''
    const date = parseDay(`${posted.slice(0, 4)}-${posted.slice(4, 6)}-${posted.slice(6, 8)}`)
    const amount = moneyOf(textOf(block, 'TRNAMT'), code)
    if (!date) faults.push({ line, message: `${posted || 'Nothing'} is no date` })
    else if (!amount) faults.push({ line, message: `${textOf(block, 'TRNAMT') ?? 'Nothing'} is no amount` })
    // Some banks report items of zero: no money moved.
    else if (!isZero(amount)) {
      lines.push({
        line,
        transaction_date: date,
        amount,
        reference: lineText(
          [textOf(block, 'MEMO'), textOf(block, 'CHECKNUM')].filter(Boolean).join(' '),
          reference_max,
        ),
        counterparty: lineText(textOf(block, 'NAME') ?? textOf(block, 'PAYEE') ?? '', reference_max),
        bank_id: textOf(block, 'FITID')?.slice(0, 80) ?? null,
      })
    }
  }
  // OFX gives the closing balance only; the opening one follows from the lines.
  const ledger = /<LEDGERBAL>([\s\S]*?)(<\/LEDGERBAL>|<AVAILBAL>)/i.exec(text)?.[1] ?? ''
  const closing = moneyOf(textOf(ledger, 'BALAMT'), code)
  const turnover = sum(
    code,
    lines.map((line) => line.amount),
  )
  return {
    format: 'ofx',
    account: textOf(text, 'ACCTID'),
    opening: closing && faults.length === 0 ? sub(closing, turnover) : null,
    closing,
    lines,
    faults,
  }
}

function moneyOf(text: string | null, code: ReturnType<typeof currency>): Money | null {
  try {
    if (text === null) return null
    // Some banks write a decimal comma, some set thousands apart: the last sign of the two is the decimal one.
    const is_comma = text.lastIndexOf(',') > text.lastIndexOf('.')
    const plain = is_comma ? text.replaceAll('.', '').replace(',', '.') : text.replaceAll(',', '')
    return parseMoney(plain.replace(/^\+/, ''), code)
  } catch {
    return null
  }
}
