/** Customer credit transfer initiation, ISO 20022 pain.001.001, versions 09 and 03 (registers.md §5.2). Pure. */
import { formatMoney } from '#kernel/money.ts'
import type { FileAccount, PaymentOrder } from './payment-file.rules.ts'
import { bankText, hasUkAccount, referenceOf } from './payment-file.rules.ts'

const namespace = 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.'

type Node = readonly [name: string, content: string | readonly Node[], attributes?: string]

const escaped = (text: string) =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;')

function print([name, content, attributes = '']: Node, depth = 0): string {
  const indent = '  '.repeat(depth)
  if (typeof content === 'string') return `${indent}<${name}${attributes}>${escaped(content)}</${name}>`
  const inner = content.map((node) => print(node, depth + 1)).join('\n')
  return `${indent}<${name}${attributes}>\n${inner}\n${indent}</${name}>`
}

/** A UK account by sort code and number, any other by its IBAN. */
function accountId(account: FileAccount, is_domestic: boolean): Node {
  return is_domestic && hasUkAccount(account)
    ? ['Id', [['Othr', [['Id', `${account.sort_code}${account.account_number}`]]]]]
    : ['Id', [['IBAN', account.iban ?? '']]]
}

function agent(name: string, account: FileAccount, is_domestic: boolean, bic: 'BICFI' | 'BIC'): Node {
  if (is_domestic && hasUkAccount(account)) {
    const member: Node = [
      'ClrSysMmbId',
      [
        ['ClrSysId', [['Cd', 'GBDSC']]],
        ['MmbId', account.sort_code ?? ''],
      ],
    ]
    return [name, [['FinInstnId', [member]]]]
  }
  const known: Node = account.swift_code ? [bic, account.swift_code] : ['Othr', [['Id', 'NOTPROVIDED']]]
  return [name, [['FinInstnId', [known]]]]
}

/** The whole file. Its control sums are the payments' amounts, to the penny. */
export function painFile(order: PaymentOrder): string {
  const { payer, payments, header: asked } = order
  // Version 03 has plain days and another name for the bank's code.
  const is_old = asked.message_version === '03'
  const bic = is_old ? 'BIC' : 'BICFI'
  const sender: Node[] = asked.initiator_id
    ? [['Id', [['OrgId', [['Othr', [['Id', asked.initiator_id]]]]]]]]
    : []
  const is_domestic = order.currency === 'GBP'
  const count = String(payments.length)
  const total = formatMoney(order.total)
  const header: Node = [
    'GrpHdr',
    [
      ['MsgId', order.batch],
      ['CreDtTm', order.made_at],
      ['NbOfTxs', count],
      ['CtrlSum', total],
      ['InitgPty', [['Nm', bankText(payer.name, 140)], ...sender]],
    ],
  ]
  const transfers = payments.map(
    (payment): Node => [
      'CdtTrfTxInf',
      [
        ['PmtId', [['EndToEndId', payment.human_id]]],
        ['Amt', [['InstdAmt', formatMoney(payment.amount), ` Ccy="${order.currency}"`]]],
        agent('CdtrAgt', payment.payee, is_domestic, bic),
        ['Cdtr', [['Nm', bankText(payment.payee.name, 140)]]],
        ['CdtrAcct', [accountId(payment.payee, is_domestic)]],
        ['RmtInf', [['Ustrd', referenceOf(payment, 140)]]],
      ],
    ],
  )
  const info: Node = [
    'PmtInf',
    [
      ['PmtInfId', order.batch],
      ['PmtMtd', 'TRF'],
      ['BtchBookg', String(asked.batch_booking)],
      ['NbOfTxs', count],
      ['CtrlSum', total],
      ['ReqdExctnDt', is_old ? order.processing_day : [['Dt', order.processing_day]]],
      ['Dbtr', [['Nm', bankText(payer.name, 140)]]],
      ['DbtrAcct', [accountId(payer, is_domestic), ['Ccy', order.currency]]],
      agent('DbtrAgt', payer, is_domestic, bic),
      ...transfers,
    ],
  ]
  const document: Node = [
    'Document',
    [['CstmrCdtTrfInitn', [header, info]]],
    ` xmlns="${namespace}${asked.message_version}"`,
  ]
  return `<?xml version="1.0" encoding="UTF-8"?>\n${print(document)}\n`
}
