/** The life of a return: built, put right, filed elsewhere with a receipt. Pure. */
import type { WhoMay } from '#entity/access.ts'
import { refuse } from '#kernel/refusal.ts'
import { transitions } from '../../shared/transitions.rules.ts'
import { provider_staff } from '../../shared/who-may.rules.ts'

const staff = { provider: provider_staff } as const satisfies WhoMay

export type ReturnStatus = 'built' | 'validated' | 'filed_outside'
export type ReturnFacts = { readonly human_id: string; readonly status: ReturnStatus }

const nameOf = ({ human_id }: ReturnFacts) => `Return ${human_id}`

export const { can, who } = transitions<'build' | 'download' | 'file_outside', ReturnFacts>(
  {
    name: nameOf,
    words: { built: 'not complete', filed_outside: 'filed' },
    misfit: (row) =>
      row.status === 'built'
        ? refuse('precondition', `${nameOf(row)} has faults: put them right and build it again`)
        : refuse('conflict', `${nameOf(row)} is filed already`),
  },
  {
    build: { from: ['built', 'validated'], to: 'validated', by: staff, done: 'built again' },
    download: { from: ['validated', 'filed_outside'], to: null, by: staff, done: 'downloaded' },
    file_outside: { from: ['validated'], to: 'filed_outside', by: staff, done: 'filed' },
  },
)

const mark = /^[A-Z2-7]{32}$/

/** The fault of a typed receipt; a receipt that shows a mark shows this file's. */
export function receiptFault(receipt: string, receipt_mark: string): string | null {
  const plain = receipt.toUpperCase().replace(/\s+/g, '')
  return mark.test(plain) && plain !== receipt_mark ? 'This is the receipt of another file' : null
}
