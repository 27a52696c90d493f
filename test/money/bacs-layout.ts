/**
 * A BACS Standard 18 file read field by field, as a bank reads it (registers.md §5.1): written down from the layout of
 * the standard and from nothing of ours.
 */

type Field = readonly [name: string, from: number, to: number, form: RegExp]
type Layout = readonly Field[]

const day = / \d{5}/
const file_id: Layout = [
  ['label', 1, 4, /(HDR|EOF)1/],
  ['file_a', 5, 5, /A/],
  ['user', 6, 11, /\d{6}/],
  ['file_s', 12, 12, /S/],
  ['blank_13', 13, 14, / {2}/],
  ['file', 15, 15, /\d/],
  ['user_again', 16, 21, /\d{6}/],
  ['set', 22, 27, /[A-Z0-9]{6}/],
  ['section', 28, 31, /0001/],
  ['sequence', 32, 35, /0001/],
  ['blank_36', 36, 41, / {6}/],
  ['created', 42, 47, day],
  ['expires', 48, 53, day],
  ['access', 54, 54, /[ A-Z0-9]/],
  ['blocks', 55, 60, /0{6}/],
  ['blank_61', 61, 80, / {20}/],
]
const format: Layout = [
  ['label', 1, 4, /(HDR|EOF)2/],
  ['form', 5, 5, /F/],
  ['block', 6, 10, /\d{5}/],
  ['record', 11, 15, /00100/],
  ['blank_16', 16, 50, / {35}/],
  ['offset', 51, 52, /00/],
  ['blank_53', 53, 80, / {28}/],
]
const layouts: Readonly<Record<string, Layout>> = {
  VOL1: [
    ['label', 1, 4, /VOL1/],
    ['serial', 5, 10, /(?!0{6})[A-Z0-9]{6}/],
    ['access', 11, 11, /[ A-Z0-9]/],
    ['blank_12', 12, 31, / {20}/],
    ['blank_32', 32, 41, / {10}/],
    ['user', 42, 47, /\d{6}/],
    ['blank_48', 48, 79, / {32}/],
    ['standard', 80, 80, /1/],
  ],
  HDR1: file_id,
  HDR2: format,
  UHL1: [
    ['label', 1, 4, /UHL1/],
    ['processed', 5, 10, day],
    ['receiver', 11, 20, /999999 {4}/],
    ['currency', 21, 22, /00/],
    ['country', 23, 28, /000000/],
    ['work', 29, 37, /1 DAILY {2}/],
    ['file_no', 38, 40, /\d{3}/],
    ['blank_41', 41, 80, / {40}/],
  ],
  EOF1: file_id,
  EOF2: format,
  UTL1: [
    ['label', 1, 4, /UTL1/],
    ['debit', 5, 17, /\d{13}/],
    ['credit', 18, 30, /\d{13}/],
    ['debits', 31, 37, /\d{7}/],
    ['credits', 38, 44, /\d{7}/],
    ['blank_45', 45, 80, / {36}/],
  ],
}
const name = /[A-Z0-9.&/-][A-Z0-9.&/ -]{17}/
const record: Layout = [
  ['to_sort', 1, 6, /\d{6}/],
  ['to_account', 7, 14, /\d{8}/],
  ['type', 15, 15, /0/],
  ['code', 16, 17, /99|17/],
  ['from_sort', 18, 23, /\d{6}/],
  ['from_account', 24, 31, /\d{8}/],
  ['free', 32, 35, /0000|\/[A-Z0-9]{3}/],
  ['pence', 36, 46, /\d{11}/],
  ['service', 47, 64, name],
  ['reference', 65, 82, name],
  ['name', 83, 100, name],
]

type BacsRecord = Readonly<Record<string, string>>

/** The file as its records, by field. Throws where a field does not hold what the standard puts there. */
export function readBacs(file: string): { labels: Readonly<Record<string, BacsRecord>>; data: BacsRecord[] } {
  if (!file.endsWith('\r\n')) throw new Error('the last record has no end')
  const labels: Record<string, BacsRecord> = {}
  const data: BacsRecord[] = []
  const order: string[] = []
  for (const line of file.slice(0, -2).split('\r\n')) {
    const label = line.slice(0, 4)
    const layout = layouts[label]
    if (layout) labels[label] = fields(line, layout, 80)
    else data.push(fields(line, record, 100))
    order.push(layout ? label : 'data')
  }
  const sections = order.filter((one, at) => one !== order[at - 1]).join(' ')
  if (sections !== 'VOL1 HDR1 HDR2 UHL1 data EOF1 EOF2 UTL1') throw new Error(`the order is ${sections}`)
  return { labels, data }
}

function fields(line: string, layout: Layout, width: number): BacsRecord {
  if (line.length !== width) throw new Error(`${line} has ${line.length} characters, not ${width}`)
  return Object.fromEntries(
    layout.map(([field, from, to, form]) => {
      const value = line.slice(from - 1, to)
      if (!new RegExp(`^(?:${form.source})$`).test(value))
        throw new Error(`${field} is "${value}" in ${line}`)
      return [field, value]
    }),
  )
}
