/**
 * What the schemas pain.001.001.03 and .09 say of the elements that a transfer may have, written down from the published
 * message definitions and from nothing of ours: their sequence, how often they stand, the form of their text.
 */
import { XMLParser } from 'fast-xml-parser'

/** A text type is a pattern; a complex type is its elements in sequence, `?` for one that may be missing, `*` for many. */
type Type = RegExp | readonly (readonly [name: string, type: string])[]

const text = (max: number) => new RegExp(`^[\\s\\S]{1,${max}}$`, 'u')
const decimal = /^(?=(?:\D*\d){1,18}\D*$)\d+(\.\d{1,17})?$/

const common: Readonly<Record<string, Type>> = {
  Max34Text: text(34),
  Max35Text: text(35),
  Max140Text: text(140),
  Max15NumericText: /^[0-9]{1,15}$/,
  DecimalNumber: decimal,
  // ActiveOrHistoricCurrencyAndAmount: 18 digits, 5 of them after the point, none below zero.
  Amount: /^(?=(?:\D*\d){1,18}\D*$)\d+(\.\d{1,5})?$/,
  Currency: /^[A-Z]{3}$/,
  ISODate: /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/,
  ISODateTime: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)?$/,
  Boolean: /^(true|false|1|0)$/,
  IBAN: /^[A-Z]{2}[0-9]{2}[a-zA-Z0-9]{1,30}$/,
  PaymentMethod: /^(CHK|TRF|TRA)$/,
  ClearingSystemCode: text(5),
  Document: [['CstmrCdtTrfInitn', 'Initiation']],
  Initiation: [
    ['GrpHdr', 'GroupHeader'],
    ['PmtInf*', 'PaymentInstruction'],
  ],
  GroupHeader: [
    ['MsgId', 'Max35Text'],
    ['CreDtTm', 'ISODateTime'],
    ['NbOfTxs', 'Max15NumericText'],
    ['CtrlSum?', 'DecimalNumber'],
    ['InitgPty', 'Party'],
  ],
  Party: [
    ['Nm?', 'Max140Text'],
    ['Id?', 'PartyId'],
  ],
  PartyId: [['OrgId?', 'Organisation']],
  Organisation: [['Othr?', 'GenericId35']],
  GenericId35: [['Id', 'Max35Text']],
  GenericId34: [['Id', 'Max34Text']],
  Account: [
    ['Id', 'AccountId'],
    ['Ccy?', 'Currency'],
  ],
  // A choice of one.
  AccountId: [
    ['IBAN?', 'IBAN'],
    ['Othr?', 'GenericId34'],
  ],
  Agent: [['FinInstnId', 'Institution']],
  ClearingMember: [
    ['ClrSysId?', 'ClearingSystem'],
    ['MmbId', 'Max35Text'],
  ],
  ClearingSystem: [['Cd?', 'ClearingSystemCode']],
  Transfer: [
    ['PmtId', 'PaymentId'],
    ['Amt', 'AmountChoice'],
    ['CdtrAgt?', 'Agent'],
    ['Cdtr?', 'Party'],
    ['CdtrAcct?', 'Account'],
    ['RmtInf?', 'Remittance'],
  ],
  PaymentId: [
    ['InstrId?', 'Max35Text'],
    ['EndToEndId', 'Max35Text'],
  ],
  AmountChoice: [['InstdAmt', 'Amount']],
  Remittance: [['Ustrd*', 'Max140Text']],
}

const instruction = (day: string): Type => [
  ['PmtInfId', 'Max35Text'],
  ['PmtMtd', 'PaymentMethod'],
  ['BtchBookg?', 'Boolean'],
  ['NbOfTxs?', 'Max15NumericText'],
  ['CtrlSum?', 'DecimalNumber'],
  ['ReqdExctnDt', day],
  ['Dbtr', 'Party'],
  ['DbtrAcct', 'Account'],
  ['DbtrAgt', 'Agent'],
  ['CdtTrfTxInf*', 'Transfer'],
]

const versions: Readonly<Record<string, Readonly<Record<string, Type>>>> = {
  '09': {
    ...common,
    PaymentInstruction: instruction('DateChoice'),
    DateChoice: [['Dt', 'ISODate']],
    Institution: [
      ['BICFI?', 'Bic'],
      ['ClrSysMmbId?', 'ClearingMember'],
      ['Othr?', 'GenericId35'],
    ],
    Bic: /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/,
  },
  '03': {
    ...common,
    PaymentInstruction: instruction('ISODate'),
    Institution: [
      ['BIC?', 'Bic'],
      ['ClrSysMmbId?', 'ClearingMember'],
      ['Othr?', 'GenericId35'],
    ],
    Bic: /^[A-Z]{6}[A-Z2-9][A-NP-Z0-9]([A-Z0-9]{3})?$/,
  },
}

type Parsed = { readonly name: string; readonly inner: readonly Parsed[]; readonly text: string }

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  parseTagValue: false,
  trimValues: true,
})

/** An element as the parser gives it with its order kept: one key besides `:@`. */
function parsed(node: Record<string, unknown>): Parsed[] {
  const name = Object.keys(node).find((key) => key !== ':@') ?? ''
  if (name === '#text' || name.startsWith('?')) return []
  const inner = node[name] as Record<string, unknown>[] // As preserveOrder says.
  const words = inner.flatMap((one) => ('#text' in one ? [String(one['#text'])] : []))
  return [{ name, inner: inner.flatMap(parsed), text: words.join('') }]
}

/** What of a file the schema of its version does not allow, a sentence each. */
export function painFaults(xml: string): string[] {
  const version = /xmlns="urn:iso:std:iso:20022:tech:xsd:pain\.001\.001\.(\d\d)"/.exec(xml)?.[1] ?? ''
  const types = versions[version]
  if (!types) return [`there is no version ${version}`]
  const roots = (parser.parse(xml) as Record<string, unknown>[]).flatMap(parsed)
  if (roots.length !== 1 || roots[0]?.name !== 'Document') return ['the file is no Document']
  return faultsIn(roots[0], 'Document', types, '')
}

function faultsIn(node: Parsed, type: string, types: Readonly<Record<string, Type>>, path: string): string[] {
  const here = `${path}/${node.name}`
  const form = types[type]
  if (form instanceof RegExp) {
    const fits = form.test(node.text) && node.inner.length === 0
    return fits ? [] : [`${here} is "${node.text}", no ${type}`]
  }
  if (!form) return [`${here} has no type ${type}`]
  const faults: string[] = []
  let at = 0
  for (const [said, inner] of form) {
    const name = said.replace(/[?*]$/, '')
    let count = 0
    while (node.inner[at]?.name === name && (count === 0 || said.endsWith('*'))) {
      const child = node.inner[at]
      if (child) faults.push(...faultsIn(child, inner, types, here))
      at += 1
      count += 1
    }
    if (count === 0 && !said.endsWith('?')) faults.push(`${here} has no ${name} where it should be`)
  }
  if (at < node.inner.length) faults.push(`${here} has ${node.inner[at]?.name} where it should not be`)
  if (type === 'AccountId' && node.inner.length !== 1) faults.push(`${here} has not one number`)
  return faults
}
