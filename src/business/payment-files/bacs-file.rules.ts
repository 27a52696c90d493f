/**
 * A BACS Standard 18 file of one processing day (registers.md §5.1): labels of 80 characters, payments of 100, and one
 * contra that balances them, so that debits equal credits. Pure.
 */
import { assert } from '#kernel/assert.ts'
import type { Day } from '#kernel/day.ts'
import { dayOf, daysBetween, partsOf } from '#kernel/day.ts'
import type { PaymentOrder } from './payment-file.rules.ts'
import { bankText, referenceOf } from './payment-file.rules.ts'

/** ` YYDDD`: the day of the year, as labels have it. */
function julian(day: Day): string {
  const { year } = partsOf(day)
  const of_year = daysBetween(dayOf(year, 1, 1), day) + 1
  return ` ${String(year % 100).padStart(2, '0')}${String(of_year).padStart(3, '0')}`
}

const text = (value: string, width: number) => bankText(value, width).padEnd(width)
const digits = (value: number | string, width: number) => {
  const padded = String(value).padStart(width, '0')
  assert(padded.length === width, `${value} fits ${width} digits`)
  return padded
}

function sized(record: string, width: number): string {
  assert(record.length <= width, `a record of ${record.slice(0, 4)} fits ${width} characters`)
  return record.padEnd(width)
}

const credit = '99'
const debit_contra = '17'

/** The lines of the file, without ends of line. `made` is the day it is made, the first its labels name. */
export function bacsRecords(order: PaymentOrder, made: Day): string[] {
  const user = digits(order.service_user_number ?? '', 6)
  const { payer, header } = order
  const from = `${payer.sort_code}${payer.account_number}`
  const serial = header.volume_serial ?? order.batch.replace(/\D/g, '').slice(-6).padStart(6, '0')
  const label = (name: string) =>
    sized(
      `${name}A${user}S  1${user}${serial}00010001      ${julian(made)}${julian(order.processing_day)} 000000`,
      80,
    )
  const record = (to: string, code: string, pence: number, narrative: string[]) => {
    const [service, reference, name] = narrative.map((one) => text(one, 18))
    const made_of = `${to}0${code}${from}0000${digits(pence, 11)}${service}${reference}${name}`
    assert(made_of.length === 100, 'a BACS record has 100 characters')
    return made_of
  }
  const pence = order.total.minor
  return [
    `${sized(`VOL1${serial}`.padEnd(Number(header.owner_at) - 1) + user, 79)}1`,
    label('HDR1'),
    sized(`HDR2F0200000100${' '.repeat(35)}00`, 80),
    sized(
      `UHL1${julian(order.processing_day)}999999    00000000${'1 DAILY  '}${digits(header.file_number, 3)}`,
      80,
    ),
    ...order.payments.map((payment) =>
      record(`${payment.payee.sort_code}${payment.payee.account_number}`, credit, payment.amount.minor, [
        payer.name,
        referenceOf(payment, 18),
        payment.payee.name,
      ]),
    ),
    record(from, debit_contra, pence, [payer.name, 'CONTRA', payer.name]),
    label('EOF1'),
    sized(`EOF2F0200000100${' '.repeat(35)}00`, 80),
    sized(
      `UTL1${digits(pence, 13)}${digits(pence, 13)}${digits(1, 7)}${digits(order.payments.length, 7)}`,
      80,
    ),
  ]
}

export function bacsFile(order: PaymentOrder, made: Day): string {
  return `${bacsRecords(order, made).join('\r\n')}\r\n`
}
