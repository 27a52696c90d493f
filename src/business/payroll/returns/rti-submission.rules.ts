/** The life of a return: built, put right, then sent to HMRC or filed elsewhere, each with a receipt. Pure. */
import type { WhoMay } from '#entity/access.ts'
import { refuse, type Verdict } from '#kernel/refusal.ts'
import { transitions } from '../../shared/transitions.rules.ts'
import { provider_staff } from '../../shared/who-may.rules.ts'

const staff = { provider: provider_staff } as const satisfies WhoMay

export type ReturnStatus =
  | 'built'
  | 'validated'
  | 'sent'
  | 'acknowledged'
  | 'accepted'
  | 'rejected'
  | 'filed_outside'

export type ReturnFacts = {
  readonly human_id: string
  readonly status: ReturnStatus
  /** Nobody knows whether HMRC has it. */
  readonly unknown_since: string | null
  /** HMRC rejected the message and read nothing of the return. */
  readonly may_send_again: boolean
}

/** A rejected return is followed by another one. */
export const buildable: readonly string[] = [
  'built',
  'validated',
  'rejected',
] satisfies readonly ReturnStatus[]

/** Columns of these facts, of a return `t`. */
export const fact_columns = 't.id, t.human_id, t.status, t.unknown_since, t.may_send_again'

/** What a return that is not on its way says of its sending. */
export const not_sent = {
  transaction_id: null,
  sent_at: null,
  sent_by_name: null,
  posted_at: null,
  correlation_id: null,
  poll_url: null,
  poll_after: null,
  unknown_since: null,
} as const

const nameOf = ({ human_id }: ReturnFacts) => `Return ${human_id}`

/** A return that HMRC read and refused is not sent as it is. */
const notRead = (row: ReturnFacts): Verdict =>
  row.status !== 'rejected' ||
  row.may_send_again ||
  refuse('precondition', `HMRC rejected ${nameOf(row).toLowerCase()}: put it right and build it again`)

/** Of a return on its way, people decide nothing while HMRC can still be asked. */
const isUnknown = (row: ReturnFacts): Verdict =>
  (row.status !== 'sent' && row.status !== 'acknowledged') ||
  row.unknown_since !== null ||
  refuse('precondition', `${nameOf(row)} is on its way: HMRC is asked for its answer`)

const left = ['sent', 'acknowledged', 'accepted', 'rejected', 'filed_outside'] as const

export const { can, who } = transitions<
  'build' | 'download' | 'file_outside' | 'send' | 'take_back',
  ReturnFacts
>(
  {
    name: nameOf,
    words: { built: 'not complete', filed_outside: 'filed' },
    misfit: (row) => {
      if (row.status === 'built')
        return refuse('precondition', `${nameOf(row)} has faults: put them right and build it again`)
      if (row.status === 'sent' || row.status === 'acknowledged')
        return refuse('conflict', `${nameOf(row)} is on its way to HMRC`)
      if (row.status === 'rejected') return refuse('conflict', `${nameOf(row)} was rejected by HMRC`)
      if (row.status === 'validated') return refuse('conflict', `${nameOf(row)} is not on its way`)
      return refuse('conflict', `${nameOf(row)} is filed already`)
    },
  },
  {
    build: { from: ['built', 'validated'], to: 'validated', by: staff, done: 'built again' },
    download: { from: ['validated', ...left], to: null, by: staff, done: 'downloaded' },
    file_outside: {
      from: ['validated', 'sent', 'acknowledged', 'rejected'],
      to: 'filed_outside',
      by: staff,
      done: 'filed',
      refuse: (row) => {
        const read = notRead(row)
        return read === true ? isUnknown(row) : read
      },
    },
    send: { from: ['validated', 'rejected'], to: 'sent', by: staff, done: 'sent', refuse: notRead },
    take_back: {
      from: ['sent', 'acknowledged'],
      to: 'validated',
      by: staff,
      done: 'taken back',
      refuse: isUnknown,
    },
  },
)

const mark = /^[A-Z2-7]{32}$/

/** The fault of a typed receipt; a receipt that shows a mark shows this file's. */
export function receiptFault(receipt: string, receipt_mark: string): string | null {
  const plain = receipt.toUpperCase().replace(/\s+/g, '')
  return mark.test(plain) && plain !== receipt_mark ? 'This is the receipt of another file' : null
}
