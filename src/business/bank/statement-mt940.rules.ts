/** A statement as SWIFT MT940: one or more messages, each with its opening and closing balance. Pure. */
import type { Day } from '#kernel/day.ts'
import { parseDay } from '#kernel/day.ts'
import type { CurrencyCode, Money } from '#kernel/money.ts'
import { add, currency, equals, isZero, neg, parseMoney, sum } from '#kernel/money.ts'
import type { LineFault, Statement, StatementLine } from './statement.rules.ts'
import { cut_off, inOrder, lineText, reference_max, StatementFault } from './statement.rules.ts'

type Field = { readonly tag: string; readonly text: string }

/** The fields of the file in order; SWIFT's blocks between messages are no fields. */
function fieldsOf(text: string): Field[] {
  const fields: { tag: string; text: string }[] = []
  for (const row of text.replace(/^\uFEFF/, '').split(/\r?\n/)) {
    // With `s`, a reference may hold U+2028, which `.` alone does not match.
    const found = /^(?:\{4:)?:(\d{2}[A-Z]?):(.*)$/s.exec(row)
    const last = fields.at(-1)
    if (found) fields.push({ tag: found[1] ?? '', text: found[2] ?? '' })
    else if (last && !/^(-\}?|\{\d:.*)$/.test(row)) last.text += `\n${row}`
  }
  return fields
}

type Message = {
  account: string
  opening: Money
  closing: Money | null
  entries: { line: Field; info: string }[]
}

/** @throws StatementFault for a file that is cut off or does not add up message by message */
export function readMt940(text: string): Statement {
  const read = messagesOf(fieldsOf(text))
  if (read.length === 0 || read.some((message) => message.closing === null)) throw new StatementFault(cut_off)
  const messages = inOrder(read)
  const lines: StatementLine[] = []
  const faults: LineFault[] = []
  let at = 0
  for (const message of messages) {
    const begun = lines.length
    const faulty = faults.length
    for (const { line, info } of message.entries) {
      at += 1
      const one = lineOf(line.text, info, at, message.opening.currency)
      if (typeof one === 'string') faults.push({ line: at, message: one })
      // Some banks report items of zero: no money moved.
      else if (!isZero(one.amount)) lines.push(one)
    }
    const turnover = sum(
      message.opening.currency,
      lines.slice(begun).map((line) => line.amount),
    )
    const { opening, closing } = message
    if (faults.length === faulty && closing && !equals(add(opening, turnover), closing))
      throw new StatementFault(
        'The lines of the statement do not lead to its closing balance: part of the file is missing',
      )
  }
  if (new Set(messages.map((message) => message.account)).size > 1)
    throw new StatementFault('The file has statements of several accounts: please export one at a time')
  return {
    format: 'mt940',
    account: messages[0]?.account || null,
    opening: messages[0]?.opening ?? null,
    closing: messages.at(-1)?.closing ?? null,
    lines,
    faults,
  }
}

function messagesOf(fields: readonly Field[]): Message[] {
  const messages: Message[] = []
  let account = ''
  for (const { tag, text } of fields) {
    const open = messages.at(-1)
    const now = open && open.closing === null ? open : null
    // 25P names the bank on a second line.
    if (tag === '25' || tag === '25P') account = text.split('\n', 1)[0]?.trim() ?? ''
    else if (tag === '60F' || tag === '60M') {
      if (now) throw new StatementFault(cut_off)
      messages.push({ account, opening: balanceOf(text), closing: null, entries: [] })
    } else if (tag === '62F' || tag === '62M') {
      if (now) now.closing = balanceOf(text)
    } else if (tag === '61') {
      if (!now) throw new StatementFault('A line of the statement stands before its opening balance')
      now.entries.push({ line: { tag, text }, info: '' })
    } else if (tag === '86') {
      const entry = now?.entries.at(-1)
      if (entry) entry.info = text
    }
  }
  return messages
}

/** `C250615GBP1234,50`. */
function balanceOf(text: string): Money {
  const found = /^([CD])\d{6}([A-Z]{3})([\d,]+)\s*$/.exec(text)
  if (!found) throw new StatementFault(`The balance ${lineText(text, 30)} cannot be read`)
  const amount = moneyOf(found[3] ?? '', currency(found[2] ?? ''))
  return found[1] === 'D' ? neg(amount) : amount
}

/** Decimal comma, digits after it as far as there are any. */
function moneyOf(text: string, code: CurrencyCode): Money {
  const [whole = '0', part = ''] = text.split(',')
  return parseMoney(`${whole}.${part.padEnd(2, '0')}`, code)
}

const entry =
  /^(\d{6})(\d{4})?(R?[CD])[A-Z]?(\d{1,12},\d{0,2})([NSF][A-Z0-9]{3})([^\n/]{0,35}(?:\/(?!\/)[^\n/]*)?)(?:\/\/([^\n]{0,34}))?(?:\n([\s\S]*))?$/

function lineOf(text: string, info: string, line: number, code: CurrencyCode): StatementLine | string {
  const found = entry.exec(text.trimEnd())
  if (!found) return `${lineText(text, 40)} is no statement line`
  const [, value = '', booked, direction = '', amount = '', , own = '', bank = ''] = found
  const value_day = parseDay(`20${value.slice(0, 2)}-${value.slice(2, 4)}-${value.slice(4)}`)
  if (!value_day) return `${value} is no date`
  const sum = moneyOf(amount, code)
  // RC takes back a credit, RD a debit.
  const is_out = direction === 'D' || direction === 'RC'
  const remittance = remittanceIn(info)
  const customer = own.trim() === 'NONREF' ? '' : own.trim()
  return {
    line,
    transaction_date: bookedOn(value_day, booked),
    amount: is_out ? neg(sum) : sum,
    reference: lineText(
      [remittance.reference, remittance.reference.includes(customer) ? '' : customer].join(' '),
      reference_max,
    ),
    counterparty: lineText(remittance.name, reference_max),
    bank_id: bank.trim() === '' || bank.trim() === 'NONREF' ? null : bank.trim(),
  }
}

/** The day it was booked has no year: that of the value date, or the one beside it around New Year. */
function bookedOn(value_day: Day, booked: string | undefined): Day {
  if (!booked) return value_day
  const year = Number(value_day.slice(0, 4))
  const month = Number(value_day.slice(5, 7))
  const of = Number(booked.slice(0, 2))
  const its_year = of === 12 && month === 1 ? year - 1 : of === 1 && month === 12 ? year + 1 : year
  return parseDay(`${its_year}-${booked.slice(0, 2)}-${booked.slice(2)}`) ?? value_day
}

/** Field 86 as `?20…?32…`, as `/REMI/…/NAME/…`, or as plain text. */
function remittanceIn(info: string): { reference: string; name: string } {
  const flat = info.replace(/\n/g, '')
  if (/\?2\d/.test(flat)) {
    const parts = [...flat.matchAll(/\?(\d{2})([^?]*)/g)].map(([, no = '', text = '']) => ({ no, text }))
    const join = (from: string, to: string) =>
      parts
        .filter(({ no }) => no >= from && no <= to)
        .map(({ text }) => text)
        .join('')
    return { reference: join('20', '29') + join('60', '63'), name: join('32', '33') }
  }
  if (/\/(REMI|NAME|EREF)\//.test(flat)) {
    const of = (key: string) => new RegExp(`/${key}/(.*?)(?=/[A-Z]{4}/|$)`).exec(flat)?.[1] ?? ''
    // USTD and STRD mark the form of the text and are not part of it.
    const remittance = of('REMI').replace(/^(USTD|STRD)?\/*/, '')
    return { reference: [remittance, of('EREF')].filter(Boolean).join(' '), name: of('NAME') }
  }
  return { reference: info.replace(/\n/g, ' '), name: '' }
}
