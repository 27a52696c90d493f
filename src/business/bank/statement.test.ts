import { describe, expect, test } from 'vitest'
import { isStintError } from '#kernel/errors.ts'
import { currency, formatMoney, GBP } from '#kernel/money.ts'
import type { Statement } from './statement.rules.ts'
import { formatOf, StatementFault, statementFault } from './statement.rules.ts'
import { readCamt } from './statement-camt.rules.ts'
import type { CsvMap } from './statement-csv.rules.ts'
import { guessMap, readCsv, readTable } from './statement-csv.rules.ts'
import { readMt940 } from './statement-mt940.rules.ts'
import { readOfx } from './statement-ofx.rules.ts'

const account = { currency: GBP, numbers: ['31926819', 'GB29NWBK60161331926819'] }
const shown = (statement: Statement) =>
  statement.lines.map((line) => [
    line.transaction_date,
    formatMoney(line.amount),
    line.reference,
    line.counterparty,
    line.bank_id,
  ])

const camt = `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08">
 <BkToCstmrStmt><GrpHdr><MsgId>M1</MsgId></GrpHdr>
  <Stmt><Id>S1</Id><Acct><Id><IBAN>GB29NWBK60161331926819</IBAN></Id></Acct>
   <Bal><Tp><CdOrPrtry><Cd>OPBD</Cd></CdOrPrtry></Tp><Amt Ccy="GBP">100.00</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal>
   <Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="GBP">1425.50</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal>
   <Ntry><Amt Ccy="GBP">1125.50</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>
    <BookgDt><Dt>2025-06-13</Dt></BookgDt><AcctSvcrRef>B-1</AcctSvcrRef>
    <NtryDtls><TxDtls><Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs><RltdPties><Dbtr><Pty><Nm>BRIGHTWATER &amp; SONS</Nm></Pty></Dbtr></RltdPties>
     <RmtInf><Ustrd>INV-2-000015</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>
   <Ntry><Amt Ccy="GBP">300.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>
    <BookgDt><DtTm>2025-06-14T10:00:00</DtTm></BookgDt><AcctSvcrRef>B-2</AcctSvcrRef>
    <NtryDtls>
     <TxDtls><AmtDtls><TxAmt><Amt Ccy="GBP">100.00</Amt></TxAmt></AmtDtls><RltdPties><Dbtr><Nm>ONE</Nm></Dbtr></RltdPties><RmtInf><Ustrd>FIRST</Ustrd></RmtInf></TxDtls>
     <TxDtls><AmtDtls><TxAmt><Amt Ccy="GBP">200.00</Amt></TxAmt></AmtDtls><RltdPties><Dbtr><Nm>TWO</Nm></Dbtr></RltdPties><RmtInf><Ustrd>SECOND</Ustrd></RmtInf></TxDtls>
    </NtryDtls></Ntry>
   <Ntry><Amt Ccy="GBP">100.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><RvslInd>true</RvslInd><Sts>BOOK</Sts>
    <BookgDt><Dt>2025-06-14</Dt></BookgDt><AcctSvcrRef>B-3</AcctSvcrRef><AddtlNtryInf>UNPAID</AddtlNtryInf></Ntry>
   <Ntry><Amt Ccy="GBP">9.99</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>PDNG</Cd></Sts><BookgDt><Dt>2025-06-15</Dt></BookgDt></Ntry>
  </Stmt></BkToCstmrStmt>
</Document>`

const mt940 = [
  '{1:F01NWBKGB2LXXX0000000000}{2:I940}{4:',
  ':20:STMT1',
  ':25:601613/31926819',
  ':28C:1/1',
  ':60F:C250612GBP100,00',
  ':61:2506130613CR1125,5NTRFNONREF//B-1',
  'TRANSFER',
  ':86:?20INV-2-0000?2115?32BRIGHTWATER?33 & SONS',
  ':61:2506140614D25,00NMSCFEE',
  ':86:BANK CHARGES',
  ':61:2506140614RC100,NTRFX1//B-3',
  ':86:/REMI/UNPAID ITEM/NAME/ACME LTD',
  ':62F:C250614GBP1100,50',
  '-}',
].join('\r\n')

const ofx = `OFXHEADER:100
DATA:OFXSGML

<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>GBP<BANKACCTFROM><BANKID>601613<ACCTID>31926819</BANKACCTFROM>
<BANKTRANLIST>
<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20250613120000[0:GMT]<TRNAMT>1125.50<FITID>F-1<NAME>BRIGHTWATER &amp; SONS<MEMO>INV-2-000015</STMTTRN>
<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20250614<TRNAMT>-25.00<FITID>F-2<NAME>BANK<MEMO>CHARGES</STMTTRN>
</BANKTRANLIST><LEDGERBAL><BALAMT>1200.50<DTASOF>20250614</LEDGERBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>
`

const csv = [
  'Date,Description,Reference,Paid in,Paid out,Balance',
  '13/06/2025,"BRIGHTWATER, SONS",INV-2-000015,"1,125.50",,1225.50',
  '14/06/2025,BANK,CHARGES,,25.00,1200.50',
].join('\n')

describe('formats', () => {
  test.each([
    ['camt_053', camt],
    ['mt940', mt940],
    ['ofx', ofx],
    ['csv', csv],
  ])('%s is known by its beginning', (format, text) => expect(formatOf(text)).toBe(format))

  test('camt.053: booked entries, a batch split, a reversal marked', () => {
    const read = readCamt(camt)
    expect(shown(read)).toEqual([
      ['2025-06-13', '1125.50', 'INV-2-000015', 'BRIGHTWATER & SONS', 'B-1'],
      ['2025-06-14', '100.00', 'FIRST', 'ONE', 'B-2-1'],
      ['2025-06-14', '200.00', 'SECOND', 'TWO', 'B-2-2'],
      ['2025-06-14', '-100.00', 'Reversal: UNPAID', '', 'B-3'],
    ])
    expect(statementFault(read, account)).toBeNull()
  })

  test('camt.053 with a document type or foreign entities is refused', () => {
    const evil = camt.replace('?>\n', '?>\n<!DOCTYPE x [<!ENTITY y SYSTEM "file:///etc/passwd">]>\n')
    expect(() => readCamt(evil)).toThrow('document type')
  })

  test('MT940: structured and plain details, bank charges, a credit taken back', () => {
    const read = readMt940(mt940)
    expect(shown(read)).toEqual([
      ['2025-06-13', '1125.50', 'INV-2-000015', 'BRIGHTWATER & SONS', 'B-1'],
      ['2025-06-14', '-25.00', 'BANK CHARGES FEE', '', null],
      ['2025-06-14', '-100.00', 'UNPAID ITEM X1', 'ACME LTD', 'B-3'],
    ])
    expect(statementFault(read, account)).toBeNull()
  })

  test('OFX: SGML and XML alike', () => {
    const lines = [
      ['2025-06-13', '1125.50', 'INV-2-000015', 'BRIGHTWATER & SONS', 'F-1'],
      ['2025-06-14', '-25.00', 'CHARGES', 'BANK', 'F-2'],
    ]
    expect(shown(readOfx(ofx))).toEqual(lines)
    const xml = ofx.replace(/<(\w+)>([^<\r\n]+)/g, '<$1>$2</$1>')
    expect(shown(readOfx(xml))).toEqual(lines)
    expect(statementFault(readOfx(ofx), account)).toBeNull()
  })

  test('CSV: guessed by its headers, in and out columns, a running balance', () => {
    const table = readTable(csv)
    const map = guessMap(table)
    expect(map).toEqual({
      date_column: 'Date',
      date_format: 'DD/MM/YYYY',
      amount_column: null,
      in_column: 'Paid in',
      out_column: 'Paid out',
      mark_column: null,
      reference_columns: ['Description', 'Reference'],
      counterparty_column: null,
      bank_id_column: null,
      balance_column: 'Balance',
    })
    const read = readCsv(table, map as CsvMap, GBP)
    expect(shown(read)).toEqual([
      ['2025-06-13', '1125.50', 'BRIGHTWATER, SONS INV-2-000015', '', null],
      ['2025-06-14', '-25.00', 'BANK CHARGES', '', null],
    ])
    expect([read.opening, read.closing].map((one) => one && formatMoney(one))).toEqual(['100.00', '1200.50'])
    expect(statementFault(read, account)).toBeNull()
  })

  test('CSV: one signed column, brackets, semicolons, American dates; each bad row is named', () => {
    const text =
      'Booked;Value;Text\n06/13/2025;(5.00);A\n06/31/2025;1.00;B\n06/14/2025;x;C\n06/14/2025;0.00;D\n06/15/2025;+7;E\n'
    const map: CsvMap = {
      date_column: 'Booked',
      date_format: 'MM/DD/YYYY',
      amount_column: 'Value',
      in_column: null,
      out_column: null,
      mark_column: null,
      reference_columns: ['Text'],
      counterparty_column: null,
      bank_id_column: null,
      balance_column: null,
    }
    const read = readCsv(readTable(text), map, GBP)
    expect(shown(read).map((line) => line.slice(0, 3))).toEqual([
      ['2025-06-13', '-5.00', 'A'],
      ['2025-06-15', '7.00', 'E'],
    ])
    expect(read.faults).toEqual([
      { line: 3, message: '06/31/2025 is no MM/DD/YYYY date' },
      { line: 4, message: 'x is no amount' },
      { line: 5, message: 'The amount is zero' },
    ])
    expect(() => readCsv(readTable(text), { ...map, amount_column: 'Nope' }, GBP)).toThrow('no column Nope')
  })

  test('CSV newest first has the same ends; a missing row is noticed by the balances', () => {
    const [head, ...rows] = csv.split('\n')
    const reversed = [head, ...rows.toReversed()].join('\n')
    const map = guessMap(readTable(csv)) as CsvMap
    const read = readCsv(readTable(reversed), map, GBP)
    expect([read.opening, read.closing].map((one) => one && formatMoney(one))).toEqual(['100.00', '1200.50'])
    const three = `${csv}\n15/06/2025,X,Y,10.00,,1210.50`
    const without = three.split('\n').toSpliced(2, 1).join('\n')
    expect(statementFault(readCsv(readTable(without), map, GBP), account)).toContain(
      'part of the file is missing',
    )
  })
})

describe('refused files', () => {
  test('another currency, another account, lines that do not add up', () => {
    const read = readCamt(camt)
    expect(statementFault(read, { ...account, currency: currency('EUR') })).toBe(
      'The statement is in GBP, the account in EUR',
    )
    expect(statementFault(read, { currency: GBP, numbers: ['11112222'] })).toBe(
      'The statement is of another account, ending 819',
    )
    const short = readCamt(camt.replace('1425.50', '1425.60'))
    expect(statementFault(short, account)).toContain('part of the file is missing')
  })

  const readers: [string, string, (text: string) => Statement][] = [
    ['camt.053', camt, readCamt],
    ['MT940', mt940, readMt940],
    ['OFX', ofx, readOfx],
  ]
  test.each(readers)('%s cut anywhere: refused, or read like the whole', (_, whole, read) => {
    const all = JSON.stringify(shown(read(whole)))
    let refused = 0
    for (let end = 0; end < whole.trimEnd().length; end += 1) {
      try {
        const part = read(whole.slice(0, end))
        const fault = statementFault(part, account)
        if (fault === null) expect(JSON.stringify(shown(part)), `cut at ${end}`).toBe(all)
        else refused += 1
      } catch (error) {
        if (!(error instanceof StatementFault) && !isStintError(error)) throw error
        refused += 1
      }
    }
    expect(refused).toBeGreaterThan(whole.trimEnd().length - 12)
  })

  test('CSV cut inside a row or a quote is refused', () => {
    for (const end of [csv.indexOf('"1,125') + 3, csv.indexOf(',25.00'), csv.indexOf('CHARGES') + 2]) {
      expect(() => readTable(csv.slice(0, end))).toThrow('ends in the middle')
    }
  })
})
