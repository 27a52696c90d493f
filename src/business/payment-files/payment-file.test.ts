import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { describe, expect, test } from 'vitest'
import { day } from '#kernel/day.ts'
import { currency, GBP, money } from '#kernel/money.ts'
import { usual_header } from '#test/fixtures/usual-header.ts'
import { isBankDay, nextBankDay } from '../bank/bank-days.rules.ts'
import { bacsRecords } from './bacs-file.rules.ts'
import { csvFile } from './csv-file.rules.ts'
import { painFile } from './pain-file.rules.ts'
import type { FilePayment, PaymentOrder } from './payment-file.rules.ts'
import { bankText, fileFault } from './payment-file.rules.ts'

const account = (name: string, account_number: string | null, iban: string | null = null) => ({
  name,
  account_number,
  sort_code: account_number === null ? null : '601613',
  iban,
  swift_code: iban === null ? null : 'AIBKIE2D',
})
const pays = (human_id: string, name: string, pence: number, reference = ''): FilePayment => ({
  human_id,
  reference,
  amount: money(pence, GBP),
  payee: account(name, '31926819'),
})

const order: PaymentOrder = {
  batch: 'BAT000042',
  currency: GBP,
  payer: account('Tideway Funding Limited', '55779911'),
  payments: [
    pays('PAY000101', 'Żaneta & Söhne, Ltd', 123456),
    pays('PAY000102', '=cmd Services Limited of the Long Name', 1, 'AGYCOM-1806'),
  ],
  processing_day: day('2026-03-19'),
  total: money(123457, GBP),
  made_at: '2026-03-18T09:30:00.000Z',
  service_user_number: '123456',
  header: usual_header,
}

describe('BACS Standard 18', () => {
  const records = bacsRecords(order, day('2026-03-18'))
  const payments = records.filter((record) => record.length === 100)

  test('labels of 80 and records of 100 characters, in their order, of the signs that BACS knows', () => {
    expect(records.map((record) => [record.slice(0, 4), record.length])).toEqual([
      ['VOL1', 80],
      ['HDR1', 80],
      ['HDR2', 80],
      ['UHL1', 80],
      ['6016', 100],
      ['6016', 100],
      ['6016', 100],
      ['EOF1', 80],
      ['EOF2', 80],
      ['UTL1', 80],
    ])
    for (const record of records) expect(record).toMatch(/^[A-Z0-9.&/ -]+$/)
  })

  test('BACS: every field of a payment is at its position (registers.md §5.1)', () => {
    const [first = ''] = payments
    expect({
      to: first.slice(0, 14),
      type: first[14],
      code: first.slice(15, 17),
      from: first.slice(17, 31),
      free: first.slice(31, 35),
      pence: first.slice(35, 46),
      service: first.slice(46, 64),
      reference: first.slice(64, 82),
      name: first.slice(82, 100),
    }).toEqual({
      to: '60161331926819',
      type: '0',
      code: '99',
      from: '60161355779911',
      free: '0000',
      pence: '00000123456',
      service: 'TIDEWAY FUNDING LI',
      reference: 'PAY000101         ',
      name: 'ZANETA & SOHNE LTD',
    })
    expect(payments[1]?.slice(64, 82)).toBe('AGYCOM-1806       ')
  })

  test('BACS: the contra balances the credits, and the trailer agrees', () => {
    const contra = payments.at(-1) ?? ''
    expect(contra.slice(15, 17)).toBe('17')
    expect(contra.slice(64, 70)).toBe('CONTRA')
    const credits = payments.slice(0, -1).reduce((sum, record) => sum + Number(record.slice(35, 46)), 0)
    expect(Number(contra.slice(35, 46))).toBe(credits)
    const trailer = records.at(-1) ?? ''
    expect(
      [trailer.slice(4, 17), trailer.slice(17, 30), trailer.slice(30, 37), trailer.slice(37, 44)].map(Number),
    ).toEqual([123457, 123457, 1, 2])
  })

  test('dates are years and days of the year', () => {
    expect(records[1]?.slice(41, 53)).toBe(' 26077 26078')
    expect(records[3]?.slice(4, 10)).toBe(' 26078')
    expect(records[0]?.slice(41, 47)).toBe('123456')
    expect(records[0]?.at(79)).toBe('1')
  })

  test('BACS: fields that differ by bank are where its guide wants them', () => {
    const header = { ...usual_header, volume_serial: 'A00007', owner_at: '32' as const, file_number: 12 }
    const [vol1 = '', hdr1 = '', , uhl1 = ''] = bacsRecords({ ...order, header }, day('2026-03-18'))
    expect([vol1.slice(4, 10), vol1.slice(31, 37), vol1.slice(41, 47), vol1.length]).toEqual([
      'A00007',
      '123456',
      '      ',
      80,
    ])
    // The set is named after its volume.
    expect(hdr1.slice(21, 27)).toBe('A00007')
    expect([uhl1.slice(28, 37), uhl1.slice(37, 40)]).toEqual(['1 DAILY  ', '012'])
    expect(records[0]?.slice(4, 10)).toBe('000042')
    expect(records[3]?.slice(37, 40)).toBe('001')
  })

  test('pays pounds alone, to accounts with a sort code', () => {
    expect(fileFault('bacs', { ...order, currency: currency('EUR') })).toBe(
      'BACS pays in GBP only, this batch is in EUR',
    )
    const far = { ...pays('PAY1', 'Abroad', 5), payee: account('Abroad', null, 'IE29AIBK93115212345678') }
    expect(fileFault('bacs', { ...order, payments: [far] })).toBe(
      'A sort code and account number is missing for Abroad',
    )
    expect(fileFault('pain_001', { ...order, payments: [far] })).toBeNull()
  })
})

describe('pain.001.001.09', () => {
  const parser = new XMLParser({
    ignoreAttributes: false,
    parseTagValue: false,
    isArray: (name) => name === 'CdtTrfTxInf',
  })
  const text = painFile(order)

  test('is well formed, with counts and control sums of its payments', () => {
    expect(XMLValidator.validate(text)).toBe(true)
    const { GrpHdr, PmtInf } = parser.parse(text).Document.CstmrCdtTrfInitn
    for (const part of [GrpHdr, PmtInf]) {
      expect(part.NbOfTxs).toBe('2')
      expect(part.CtrlSum).toBe('1234.57')
    }
    expect(PmtInf.CdtTrfTxInf.map((one: { PmtId: { EndToEndId: string } }) => one.PmtId.EndToEndId)).toEqual([
      'PAY000101',
      'PAY000102',
    ])
    expect(PmtInf.ReqdExctnDt).toEqual({ Dt: '2026-03-19' })
  })

  test('pain.001: elements in the schema’s sequence, ids within their lengths', () => {
    const order_of = (part: object) => Object.keys(part).filter((name) => !name.startsWith('@'))
    const { GrpHdr, PmtInf } = parser.parse(text).Document.CstmrCdtTrfInitn
    expect(order_of(GrpHdr)).toEqual(['MsgId', 'CreDtTm', 'NbOfTxs', 'CtrlSum', 'InitgPty'])
    expect(order_of(PmtInf)).toEqual([
      'PmtInfId',
      'PmtMtd',
      'BtchBookg',
      'NbOfTxs',
      'CtrlSum',
      'ReqdExctnDt',
      'Dbtr',
      'DbtrAcct',
      'DbtrAgt',
      'CdtTrfTxInf',
    ])
    for (const one of PmtInf.CdtTrfTxInf) {
      expect(order_of(one)).toEqual(['PmtId', 'Amt', 'CdtrAgt', 'Cdtr', 'CdtrAcct', 'RmtInf'])
      expect(one.Amt.InstdAmt['@_Ccy']).toBe('GBP')
      expect(one.CdtrAgt.FinInstnId.ClrSysMmbId).toEqual({ ClrSysId: { Cd: 'GBDSC' }, MmbId: '601613' })
      expect(one.CdtrAcct.Id.Othr.Id).toMatch(/^\d{14}$/)
      expect(one.PmtId.EndToEndId.length).toBeLessThanOrEqual(35)
    }
    expect(GrpHdr.MsgId.length).toBeLessThanOrEqual(35)
  })

  test('banks that take the older version get it: plain day, BIC, their own number for the sender, a debit a payment', () => {
    const payee = account('Abroad', null, 'IE29AIBK93115212345678')
    const header = {
      ...usual_header,
      message_version: '03',
      initiator_id: 'CUST-77',
      batch_booking: false,
    } as const
    const old = painFile({ ...order, header, payments: [{ ...pays('PAY9', 'Abroad', 123457), payee }] })
    expect(XMLValidator.validate(old)).toBe(true)
    const { Document } = parser.parse(old)
    const { GrpHdr, PmtInf } = Document.CstmrCdtTrfInitn
    expect(Document['@_xmlns']).toBe('urn:iso:std:iso:20022:tech:xsd:pain.001.001.03')
    expect(GrpHdr.InitgPty).toEqual({
      Nm: 'TIDEWAY FUNDING LIMITED',
      Id: { OrgId: { Othr: { Id: 'CUST-77' } } },
    })
    expect([PmtInf.BtchBookg, PmtInf.ReqdExctnDt]).toEqual(['false', '2026-03-19'])
    expect(PmtInf.CdtTrfTxInf[0].CdtrAgt.FinInstnId).toEqual({ BIC: 'AIBKIE2D' })
  })

  test('euro go by IBAN and BIC', () => {
    const payee = account('Abroad', null, 'IE29AIBK93115212345678')
    const euro = painFile({
      ...order,
      currency: currency('EUR'),
      payer: payee,
      payments: [{ ...pays('PAY9', 'Abroad', 500), payee }],
    })
    const { PmtInf } = parser.parse(euro).Document.CstmrCdtTrfInitn
    expect(PmtInf.CdtTrfTxInf[0].CdtrAcct.Id.IBAN).toBe('IE29AIBK93115212345678')
    expect(PmtInf.CdtTrfTxInf[0].CdtrAgt.FinInstnId.BICFI).toBe('AIBKIE2D')
  })
})

test('CSV for a portal: no cell that a spreadsheet takes for a formula, no comma inside one', () => {
  const rows = csvFile(order).trimEnd().split('\r\n')
  expect(rows).toEqual([
    'sort_code,account_number,iban,swift_code,name,amount,currency,reference',
    '601613,31926819,,,ZANETA & SOHNE LTD,1234.56,GBP,PAY000101',
    '601613,31926819,,,CMD SERVICES LIMIT,0.01,GBP,AGYCOM-1806',
  ])
  expect(bankText('-=+@ 1', 18)).not.toMatch(/[=+@]/)
})

test('banks work neither at weekends nor on bank holidays', () => {
  const holidays = [
    '2026-01-01',
    '2026-04-03',
    '2026-04-06',
    '2026-05-04',
    '2026-05-25',
    '2026-08-31',
    '2026-12-25',
    '2026-12-28',
    '2027-12-27',
    '2027-12-28',
    '2028-01-03',
  ]
  for (const one of holidays) expect(isBankDay(day(one)), one).toBe(false)
  expect(nextBankDay(day('2026-04-02'))).toBe('2026-04-07')
  expect(nextBankDay(day('2026-12-24'))).toBe('2026-12-29')
  expect(isBankDay(day('2026-03-18'))).toBe(true)
})
