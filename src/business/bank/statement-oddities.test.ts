/** Habits of real banks' statements beyond their formats (registers.md §5.2, §5.3). */
import { describe, expect, test } from 'vitest'
import { currency, formatMoney, GBP } from '#kernel/money.ts'
import type { Statement } from './statement.rules.ts'
import { statementFault } from './statement.rules.ts'
import { readCamt } from './statement-camt.rules.ts'
import { guessMap, readCsv, readTable } from './statement-csv.rules.ts'
import { readMt940 } from './statement-mt940.rules.ts'
import { readOfx } from './statement-ofx.rules.ts'

const account = { currency: GBP, numbers: ['31926819', 'GB29NWBK60161331926819'] }
const lines = (statement: Statement) =>
  statement.lines.map((line) => [formatMoney(line.amount), line.reference, line.counterparty, line.bank_id])
const ends = ({ opening, closing }: Statement) =>
  [opening, closing].map((amount) => amount && formatMoney(amount))

const balance = (code: string, amount: string) =>
  `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="GBP">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal>`
const entry = (amount: string, mark: string, more = '') =>
  `<Ntry><Amt Ccy="GBP">${amount}</Amt><CdtDbtInd>${mark}</CdtDbtInd>${/<RvslInd>.*?<\/RvslInd>/.exec(more)?.[0] ?? ''}<Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2025-06-13</Dt></BookgDt>${more.replace(/<RvslInd>.*?<\/RvslInd>/, '')}</Ntry>`
const page = (opening: string, closing: string, ...entries: string[]) =>
  `<Stmt><Id>S</Id><Acct><Id><IBAN>GB29NWBK60161331926819</IBAN></Id></Acct>${balance('OPBD', opening)}${balance('CLBD', closing)}${entries.join('')}</Stmt>`
const camt = (...pages: string[]) =>
  `<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt>${pages.join('')}</BkToCstmrStmt></Document>`
const details = (...of: string[]) =>
  `<NtryDtls>${of.map((one) => `<TxDtls>${one}</TxDtls>`).join('')}</NtryDtls>`
const payer = (name: string) => `<RltdPties><Dbtr><Nm>${name}</Nm></Dbtr></RltdPties>`

describe('camt.053', () => {
  test('statements of several days: follow on in any order; a missing day is noticed', () => {
    const monday = page('0.00', '10.00', entry('10.00', 'CRDT', '<AcctSvcrRef>A</AcctSvcrRef>'))
    const tuesday = page('10.00', '35.00', entry('25.00', 'CRDT', '<AcctSvcrRef>B</AcctSvcrRef>'))
    const wednesday = page('35.00', '34.00', entry('1.00', 'DBIT', '<AcctSvcrRef>C</AcctSvcrRef>'))
    for (const pages of [
      [monday, tuesday, wednesday],
      [wednesday, tuesday, monday],
    ]) {
      const read = readCamt(camt(...pages))
      expect(ends(read)).toEqual(['0.00', '34.00'])
      expect(read.lines.map((line) => [line.line, line.bank_id])).toEqual([
        [1, 'A'],
        [2, 'B'],
        [3, 'C'],
      ])
      expect(statementFault(read, account)).toBeNull()
    }
    expect(() => readCamt(camt(monday, wednesday))).toThrow('one between them is missing')
  })

  test('a batch with money both ways is split by the marks of its parts, and parts of nothing are left out', () => {
    const parts = details(
      `<Amt Ccy="GBP">100.00</Amt><CdtDbtInd>CRDT</CdtDbtInd>${payer('ONE')}`,
      `<Amt Ccy="GBP">0.00</Amt><CdtDbtInd>CRDT</CdtDbtInd>${payer('NOBODY')}`,
      '<Amt Ccy="GBP">30.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><RltdPties><Cdtr><Nm>TWO</Nm></Cdtr></RltdPties>',
    )
    const read = readCamt(
      camt(page('0.00', '70.00', entry('70.00', 'CRDT', `<AcctSvcrRef>B</AcctSvcrRef>${parts}`))),
    )
    expect(lines(read)).toEqual([
      ['100.00', '', 'ONE', 'B-1'],
      ['-30.00', '', 'TWO', 'B-3'],
    ])
    expect(statementFault(read, account)).toBeNull()
  })

  test('batch without amounts: one line with the common text and no counterparty', () => {
    const parts = details(
      `${payer('ONE')}<RmtInf><Ustrd>INV-2-000001</Ustrd></RmtInf>`,
      `${payer('TWO')}<RmtInf><Ustrd>INV-2-000002</Ustrd></RmtInf>`,
    )
    const read = readCamt(camt(page('0.00', '70.00', entry('70.00', 'CRDT', parts))))
    expect(lines(read)).toEqual([['70.00', 'INV-2-000001 INV-2-000002', '', null]])
  })

  test('invoices that a payment names in structured form are read', () => {
    const named = details(
      `${payer('ONE')}<RmtInf><Strd><RfrdDocInf><Nb>INV-2-000001</Nb></RfrdDocInf><RfrdDocInf><Nb>INV-2-000002</Nb></RfrdDocInf></Strd>` +
        '<Strd><CdtrRefInf><Ref>RF18539007547034</Ref></CdtrRefInf><AddtlRmtInf>June</AddtlRmtInf></Strd></RmtInf>',
    )
    const read = readCamt(camt(page('0.00', '70.00', entry('70.00', 'CRDT', named))))
    expect(read.lines[0]?.reference).toBe('INV-2-000001 INV-2-000002 RF18539007547034 June')
  })

  test('reversal: names the payer; items of zero move no money; a byte order mark is no fault', () => {
    const bounced = entry('70.00', 'DBIT', `<RvslInd>1</RvslInd>${details(payer('ONE'))}`)
    const read = readCamt(
      `\uFEFF${camt(page('70.00', '0.00', bounced, entry('0.00', 'CRDT', '<AddtlNtryInf>INTEREST</AddtlNtryInf>')))}`,
    )
    expect(lines(read)).toEqual([['-70.00', 'Reversal:', 'ONE', null]])
    expect(statementFault(read, account)).toBeNull()
  })
})

test('camt.053: element names that JavaScript reserves are a fault of the file', () => {
  for (const name of ['__proto__', 'constructor', 'prototype', 'x:__proto__'])
    expect(() => readCamt(camt(page('0.00', '0.00', `<${name}>1</${name}>`))), name).toThrow(
      'The file is no camt.053 statement',
    )
})

describe('MT940', () => {
  test('a line separator inside a reference: keeps the field and its text', () => {
    const read = readMt940(
      message(
        ':31926819',
        'C250612GBP0,',
        'C250613GBP5,',
        ':61:250613C5,NTRFNONREF',
        ':86:INV-1\u2028INV-2',
        ':86:INV-3\u2028INV-4',
      ),
    )
    expect(lines(read)).toEqual([['5.00', 'INV-3 INV-4', '', null]])
  })

  const message = (named: string, opening: string, closing: string, ...rows: string[]) =>
    [':20:S', `:25${named}`, ':28C:1/1', `:60F:${opening}`, ...rows, `:62F:${closing}`, '-'].join('\r\n')

  test('a currency behind the account, and a bank on a second line, are no other account', () => {
    for (const named of [
      ':GB29NWBK60161331926819GBP',
      ':60161331926819/GBP',
      'P:31926819\r\nNWBKGB2LXXX',
      ':NWBKGB2L/31926819',
    ]) {
      const read = readMt940(message(named, 'C250612GBP0,', 'C250613GBP5,', ':61:2506130613C5,00NTRFNONREF'))
      expect(statementFault(read, account), named).toBeNull()
    }
    const other = readMt940(
      message(':31926810GBP', 'C250612GBP0,', 'C250613GBP5,', ':61:250613C5,NTRFNONREF'),
    )
    expect(statementFault(other, account)).toContain('another account')
  })

  test('marks C, D, RC and RD with funds codes; references longer than SWIFT allows; lines of nothing', () => {
    const read = readMt940(
      message(
        ':31926819',
        'D250612GBP10,00',
        'C250613GBP94,5',
        ':61:2506130613CR100,NTRFA REFERENCE LONGER THAN SIXTEEN//X1',
        ':61:2506130613DP20,NCHKNONREF//X2',
        ':61:2506130613RC5,5NTRFNONREF//X3',
        ':61:2506130613RDP30,NTRFNONREF//X4',
        ':61:2506130613C0,NINTNONREF//X5',
      ),
    )
    expect(lines(read)).toEqual([
      ['100.00', 'A REFERENCE LONGER THAN SIXTEEN', '', 'X1'],
      ['-20.00', '', '', 'X2'],
      ['-5.50', '', '', 'X3'],
      ['30.00', '', '', 'X4'],
    ])
    expect(ends(read)).toEqual(['-10.00', '94.50'])
    expect(statementFault(read, account)).toBeNull()
  })

  test('remittance: the storage mark is not part of the text', () => {
    const told = (info: string) =>
      readMt940(
        message(':31926819', 'C250612GBP0,', 'C250613GBP5,', ':61:2506130613C5,NTRFNONREF', `:86:${info}`),
      ).lines[0]
    expect(told('/EREF/E1/ORDP//NAME/ACME LTD/REMI/USTD//INV-2-000015/')).toMatchObject({
      reference: 'INV-2-000015/ E1',
      counterparty: 'ACME LTD',
    })
    expect(told('166?20INV-2-00001?215 AND ?60INV-2-000016?32ACME')).toMatchObject({
      reference: 'INV-2-000015 AND INV-2-000016',
      counterparty: 'ACME',
    })
  })

  test('messages newest first are put in order; one that is missing between them is noticed', () => {
    const one = message(':31926819', 'C250612GBP0,', 'C250613GBP5,', ':61:250613C5,NTRFNONREF//A')
    const two = message(':31926819', 'C250613GBP5,', 'C250614GBP7,', ':61:250614C2,NTRFNONREF//B')
    const three = message(':31926819', 'C250614GBP7,', 'C250615GBP8,', ':61:250615C1,NTRFNONREF//C')
    const read = readMt940([three, two, one].join('\r\n'))
    expect(read.lines.map((line) => line.bank_id)).toEqual(['A', 'B', 'C'])
    expect(ends(read)).toEqual(['0.00', '8.00'])
    expect(() => readMt940([one, three].join('\r\n'))).toThrow('one between them is missing')
  })
})

describe('OFX', () => {
  const ofx = (amount: string, curdef = '<CURDEF>GBP') =>
    `OFXHEADER:100\n<OFX><STMTRS>${curdef}<BANKACCTFROM><ACCTID>31926819</BANKACCTFROM><BANKTRANLIST>` +
    `<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20250613<TRNAMT>${amount}<FITID>F</STMTTRN></BANKTRANLIST></STMTRS></OFX>`

  test.each([
    ['1234.56', '1234.56'],
    ['+1234,56', '1234.56'],
    ['1,234.56', '1234.56'],
    ['-1.234,56', '-1234.56'],
  ])('%s is %s', (written, amount) =>
    expect(readOfx(ofx(written)).lines.map((line) => formatMoney(line.amount))).toEqual([amount]),
  )

  test('items of zero: left out; a file without a currency is refused', () => {
    expect(readOfx(ofx('0.00'))).toMatchObject({ lines: [], faults: [] })
    expect(() => readOfx(ofx('1.00', ''))).toThrow('The file names no currency')
    expect(readOfx(ofx('1.00', '<CURDEF>gbp')).lines[0]?.amount.currency).toBe('GBP')
  })
})

describe('CSV', () => {
  const guessed = (text: string, code = GBP) => {
    const table = readTable(text)
    const map = guessMap(table)
    if (!map) throw new Error('no map')
    return { map, read: readCsv(table, map, code) }
  }

  test('decimal commas, with points between thousands; a file of points keeps its commas between thousands', () => {
    const { read } = guessed(
      'Date;Amount;Balance;Reference\n13/06/2025;1.234,50;1.234,50;A\n14/06/2025;-0,5;1.234,00;B\n15/06/2025;2.000;3.234,00;C\n',
      currency('EUR'),
    )
    expect(read.faults).toEqual([])
    expect(read.lines.map((line) => formatMoney(line.amount))).toEqual(['1234.50', '-0.50', '2000.00'])
    expect(ends(read)).toEqual(['0.00', '3234.00'])
    const points = guessed('Date,Amount,Reference\n13/06/2025,"1,234.50",A\n14/06/2025,"2,000",B\n').read
    expect(points.lines.map((line) => formatMoney(line.amount))).toEqual(['1234.50', '2000.00'])
  })

  test('credit and debit marks in a column: found by their values', () => {
    const { map, read } = guessed(
      'Date,Amount,Debit/Credit,Reference\n13/06/2025,100.00,C,A\n14/06/2025,30.00,D,B\n15/06/2025,1.00,credit,C\n',
    )
    expect(map).toMatchObject({
      amount_column: 'Amount',
      mark_column: 'Debit/Credit',
      in_column: null,
      out_column: null,
    })
    expect(read.lines.map((line) => formatMoney(line.amount))).toEqual(['100.00', '-30.00', '1.00'])
    // Where amounts have their signs the column is a kind, and is left alone.
    expect(
      guessed('Date,Amount,Type,Reference\n13/06/2025,100.00,CR,A\n14/06/2025,-5.00,DR,B\n').map,
    ).toMatchObject({
      mark_column: null,
    })
    const strange = readCsv(
      readTable('Date,Amount,Mark\n13/06/2025,1.00,?\n'),
      { ...map, mark_column: 'Mark', reference_columns: [] },
      GBP,
    )
    expect(strange.faults).toEqual([{ line: 2, message: '? says neither credit nor debit' }])
  })

  test('marks and signs behind the amount, codes before it, signs of another code page', () => {
    const { read } = guessed(
      'Date,Amount,Reference\n13/06/2025,100.00 CR,A\n14/06/2025,30.00DR,B\n15/06/2025,5.00-,C\n16/06/2025,GBP 7.00,D\n17/06/2025,\u22128.00,E\n18/06/2025,\uFFFD9.00,F\n',
    )
    expect(read.faults).toEqual([])
    expect(read.lines.map((line) => formatMoney(line.amount))).toEqual([
      '100.00',
      '-30.00',
      '-5.00',
      '7.00',
      '-8.00',
      '9.00',
    ])
  })

  test('account and balances above the header are passed over; lines keep their numbers', () => {
    const { read } = guessed(
      '"Account Name:","FlexAccount ****01234"\n"Account Balance:","£1,200.50"\n"Available Balance: ","£1,200.50"\n\n' +
        '"Date","Transaction type","Description","Paid out","Paid in","Balance"\n"13 Jun 2025","Bank credit","ACME","","£1,125.50","£1,125.50"\n"32 Jun 2025","Bank credit","ACME","","£1.00","£1,126.50"\n',
    )
    expect(read.lines.map((line) => [line.line, formatMoney(line.amount)])).toEqual([[6, '1125.50']])
    expect(read.faults).toEqual([{ line: 7, message: '32 Jun 2025 is no DD MMM YYYY date' }])
  })

  test.each([
    ['13/06/25', 'DD/MM/YY'],
    ['13-Jun-25', 'DD MMM YYYY'],
    ['13/06/2025 10:22', 'DD/MM/YYYY'],
    ['2025-06-13T23:30:00Z', 'YYYY-MM-DD'],
    ['13.06.2025', 'DD/MM/YYYY'],
  ])('%s is a date in %s', (written, form) => {
    const { map, read } = guessed(`Date,Amount,Reference\n${written},1.00,A\n`)
    expect(map.date_format).toBe(form)
    expect(read.lines[0]?.transaction_date).toBe('2025-06-13')
  })
})
