/** Returns to HMRC: the mark by HMRC's own files, and messages by HMRC's schemas and rules. */
import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { day } from '#kernel/day.ts'
import { judged, judging, readFixture } from '#test/payroll/hmrc-judge.ts'
import {
  employee,
  eps,
  facts,
  leaver,
  message,
  offPayroll,
  part,
  person,
  sent,
  slip,
} from '#test/payroll/return-facts.ts'
import { eachReported, hoursBand } from '../figures/fps-figures.rules.ts'
import { epsContent, mayReport } from './eps.rules.ts'
import { type FpsEmployee, type FpsFacts, fpsContent, fpsFaults } from './fps.rules.ts'
import { bodyToMark, irmarkOf, irmarkOfBody } from './irmark.server.ts'
import { receiptFault } from './rti-submission.rules.ts'
import { el, writeXml } from './xml.rules.ts'

/** The same of the year after. */
const later: FpsFacts = {
  ...(JSON.parse(JSON.stringify(sent).replaceAll('2025-', '2026-')) as FpsFacts), // Texts and numbers alone.
  tax_year: 2026,
}

test('HMRC’s files are the bytes that it published', () => {
  const sums = readFixture('SHA256SUMS').trim().split('\n')
  expect(sums).toHaveLength(10)
  for (const line of sums) {
    const [sum, path = ''] = line.split('  ')
    expect(createHash('sha256').update(readFixture(path)).digest('hex'), path).toBe(sum)
  }
})

describe('IRmark', () => {
  const file = readFixture('irmark/Verification valid file with IRmark.xml')

  test('HMRC’s verification and monthly return have the marks they carry', () => {
    expect(irmarkOf(bodyToMark(file))).toEqual({
      base64: 'GqztZiDzj7jlzblq9u8SbUMv5jc=',
      base32: 'DKWO2ZRA6OH3RZONXFVPN3YSNVBS7ZRX',
    })
    expect(bodyToMark(file)).toHaveLength(1179)
    const monthly = bodyToMark(readFixture('irmark/Monthly Return valid file with IRmark.xml'))
    expect(irmarkOf(monthly).base64).toBe('NyORVKN9UOqClDiguALmlZmOP6o=')
    expect(monthly).toHaveLength(1113)
  })

  test('other readings of the steps give other marks', () => {
    const body = bodyToMark(file)
    const declared = ' xmlns="http://www.govtalk.gov.uk/CM/envelope"'
    expect(irmarkOf(body.replace(declared, '')).base64).toBe('Ek1a2tjxytau7jJy6HXPc5A1GqI=')
    const gap = '<DefaultCurrency>GBP</DefaultCurrency>\n\t\t\t\t'
    expect(body).toContain(`${gap}\n`)
    const emptied = body.replace(gap, `${gap}<IRmark Type="generic"></IRmark>`)
    expect(irmarkOf(emptied).base64).toBe('pUCKNh9qT2LnECyQarDqC6f78n4=')
    expect(irmarkOf(body.replace(`${gap}\n`, `${gap.trimEnd()}\n`)).base64).toBe(
      'x7TVUUik0Px9QU6wd35PPYm0+uA=',
    )
  })

  test('a body of the writer is marked as it is written', () => {
    const header = el('IRheader', [el('Sender', 'Employer')])
    const envelope = el('IRenvelope', [header], { xmlns: 'urn:example' })
    const body = el('Body', [envelope], { xmlns: 'http://www.govtalk.gov.uk/CM/envelope' })
    expect(irmarkOfBody(body).base64).toBe('H+ZxrCfAdQRnkF06tLN/+li9j8M=')
  })
})

test('XML is canonical: the namespace first, attributes by name, three letters escaped in text', () => {
  expect(
    writeXml(el('A', [el('B', 'a & b < "c" > d'), el('C', '')], { z: 'x"', a: '<\n', xmlns: 'urn:x' })),
  ).toBe('<A xmlns="urn:x" a="&lt;&#xA;" z="x&quot;"><B>a &amp; b &lt; "c" &gt; d</B><C></C></A>')
})

describe('Full Payment Submission', () => {
  judging('is valid by HMRC’s schema and rules of its year, and canonical', () => {
    expect(fpsFaults(sent)).toEqual([])
    expect(judged(message('fps', 2025, fpsContent(sent)))).toEqual([])
    expect(judged(message('fps', 2026, fpsContent(later)))).toEqual([])
    const nameless = { ...leaver, person: { ...leaver.person, address_lines: [] } }
    for (const { tax_year, ...rest } of [sent, later])
      expect(
        judged(message('fps', tax_year, fpsContent({ ...rest, tax_year, employees: [nameless] }))),
      ).toEqual(expect.arrayContaining(['7823']))
  })

  judging('tells of a plan 5 loan from 2026-27 on', () => {
    const loan = { ...part('2026-06-19', 11), loans: { plan_5: 29_00 } }
    const graduate = {
      ...employee,
      loans: ['plan_5' as const],
      slips: [slip('2026-06-19', 11, { parts: [loan] })],
    }
    const content = fpsContent({ ...later, employees: [graduate] })
    expect(writeXml(el('x', content))).toContain('<StudentLoanRecovered PlanType="05">29.00')
    expect(judged(message('fps', 2026, content))).toEqual([])
  })

  judging('tells of a loan that continues by the P45, before its plan is known', () => {
    const starter = { ...employee, loans: [], takeover: null, start_date: later.pay_day }
    const starterOf = (lacks_p45_loan: boolean) =>
      fpsContent({ ...later, employees: [{ ...starter, is_first: true, lacks_p45_loan }] })
    expect(writeXml(el('x', starterOf(false)))).not.toContain('<StudentLoan>')
    expect(writeXml(el('x', starterOf(true)))).toContain('<StudentLoan>yes</StudentLoan>')
    expect(judged(message('fps', 2026, starterOf(true)))).toEqual([])
  })

  judging('tells of unpaid days in the pay period', () => {
    const content = fpsContent({ ...later, employees: [{ ...employee, has_unpaid_absence: true }] })
    expect(writeXml(el('x', content))).toContain('</TaxDeductedOrRefunded><UnpaidAbsence>yes</UnpaidAbsence>')
    expect(judged(message('fps', 2026, content))).toEqual([])
  })

  judging('of deemed payments is valid, too, with a credit after its deduction', () => {
    const deemed = {
      ...facts,
      pay_day: day('2025-04-18'),
      today: day('2025-04-18'),
      employees: [offPayroll()],
    }
    expect(fpsFaults(deemed)).toEqual([])
    const content = fpsContent(deemed)
    const told = writeXml(el('x', content))
    expect(told).toContain('<Employment><OffPayrollWorker>yes</OffPayrollWorker>')
    // 2,500.00, and 2,500.00 less 500.00.
    expect(told).toContain('<TaxablePay>4500.00</TaxablePay>')
    expect(told).toContain('<TaxablePay>2000.00</TaxablePay>')
    expect(told).not.toMatch(/StudentLoan|Pensn|EmpeePen/)
    expect(judged(message('fps', 2025, content))).toEqual([])
  })

  test('says what the payslips say', () => {
    const text = writeXml(el('x', fpsContent(sent)))
    expect(text).toContain(
      '<NIlettersAndValues><NIletter>A</NIletter><GrossEarningsForNICsInPd>896.56</GrossEarningsForNICsInPd><GrossEarningsForNICsYTD>896.56</GrossEarningsForNICsYTD><AtLELYTD>129.00</AtLELYTD><LELtoPTYTD>113.00</LELtoPTYTD><PTtoUELYTD>654.56</PTtoUELYTD><TotalEmpNICInPd>120.08</TotalEmpNICInPd><TotalEmpNICYTD>120.08</TotalEmpNICYTD><EmpeeContribnsInPd>52.36</EmpeeContribnsInPd><EmpeeContribnsYTD>52.36</EmpeeContribnsYTD></NIlettersAndValues>',
    )
    expect(text).toContain('<SPPYTD>180.00</SPPYTD><SNCPYTD>37.44</SNCPYTD></Payment>')
    expect(text).toContain('<TaxCode BasisNonCumulative="yes" TaxRegime="S">1257L</TaxCode>')
    expect(text).toContain("<Name><Fore>Zoe</Fore><Fore>Anne Marie</Fore><Sur>O'Neill</Sur></Name>")
    expect(text).toContain('<StudentLoanRecovered PlanType="02">29.00</StudentLoanRecovered>')
    expect(text).toContain(
      '<Starter><StartDate>2025-06-02</StartDate><StartDec>B</StartDec><StudentLoan>yes</StudentLoan><PostgradLoan>yes</PostgradLoan></Starter>',
    )
    // The leaver: paid again after leaving, a contribution given back, and the first letter's block without pay.
    expect(text).toContain('<LeavingDate>2025-06-13</LeavingDate>')
    expect(text).toContain('<EmpeePenContribnsNotPaid>-31.06</EmpeePenContribnsNotPaid>')
    expect(text).toContain('<NIletter>A</NIletter><GrossEarningsForNICsInPd>0.00</GrossEarningsForNICsInPd>')
    expect(text).toContain('<TaxWkOfApptOfDirector>4</TaxWkOfApptOfDirector>')
  })

  judging('reports no bands of earnings under letter X', () => {
    const young = { ...part('2025-06-20', 11), ni_letter: 'X', employee_ni: 0, employer_ni: 0 } as const
    const worker: FpsEmployee = { ...employee, slips: [slip('2025-06-20', 11, { parts: [young] })] }
    const content = fpsContent({ ...facts, employees: [worker] })
    expect(judged(message('fps', 2025, content))).toEqual([])
    expect(writeXml(el('x', content))).toContain(
      '<GrossEarningsForNICsYTD>896.56</GrossEarningsForNICsYTD><AtLELYTD>0.00</AtLELYTD><LELtoPTYTD>0.00</LELtoPTYTD><PTtoUELYTD>0.00</PTtoUELYTD>',
    )
  })

  judging('tells of a changed payroll id with the first payslip under it, and of irregular pay', () => {
    const of = (change: Partial<FpsEmployee>) => {
      const changed: FpsEmployee = { ...employee, is_irregularly_paid: true, ...change }
      const content = fpsContent({ ...facts, employees: [changed] })
      expect(judged(message('fps', 2025, content))).toEqual([])
      return /<PayId>.*<\/IrrEmp>/.exec(writeXml(el('x', content)))?.[0]
    }
    const now = '<PayId>W1/A &amp; B</PayId>'
    const change =
      '<PayIdChgd><PayrollIdChangedIndicator>yes</PayrollIdChangedIndicator><OldPayrollId>W0</OldPayrollId></PayIdChgd>'
    const irregular = '<IrrEmp>yes</IrrEmp>'
    expect(of({ told_payroll_id: 'W0', is_first: false })).toBe(`${now}${change}${irregular}`)
    expect(of({ is_first: false })).toBe(`${now}${irregular}`)
    // A starter is told of with the id of the first payslip alone.
    expect(of({ told_payroll_id: 'W0' })).toBe(`${now}${irregular}`)
  })

  test('names what is missing beside the worker', () => {
    const broken: FpsEmployee = {
      ...employee,
      person: {
        ...person,
        first_name: '李',
        gender: null,
        date_of_birth: null,
        ni_number: 'QQ123456C',
        address_lines: [],
      },
      workplace_postcode: null,
      leave_date: day('2025-09-01'),
      has_outside_pay: true,
      slips: [
        slip('2025-06-20', 11, {
          statutory: { smp: -1 },
          parts: [part('2025-06-20', 11, { ni_letter: 'F', taxable: -1, employer_ni: -1 })],
        }),
      ],
    }
    const faults = fpsFaults({ ...facts, employees: [broken] })
    expect(new Set(faults.map(({ name }) => name))).toEqual(new Set(['Zoë O’Neill']))
    expect(faults.map(({ sentence }) => sentence)).toEqual([
      'First and last name need letters from A to Z',
      'Date of birth is missing',
      'Gender is missing',
      'National Insurance number is not one of HMRC’s',
      'Two lines of the address are missing, as the start is reported',
      'NI letter F needs the postcode of the workplace',
      'The leave date, 01/09/2025, is more than 30 days ahead',
      'Pay of this tax year came from a bureau, so that the figures to date are not known',
      'Taxable pay to date is less than nothing',
      'Statutory pay to date is less than nothing',
      'National Insurance to date under letter F is less than nothing',
    ])
  })

  test('usual hours are a band of the weeks together, and irregular ones the last', () => {
    expect(hoursBand([{ hours: 15_9900 }], 'week', false)).toBe('A')
    expect(hoursBand([{ hours: 16_0000 }], 'week', false)).toBe('B')
    expect(hoursBand([{ hours: 59_9800 }, { hours: 59_9900 }], 'fortnight', false)).toBe('C')
    expect(hoursBand([{ hours: 130_0000 }], 'month', false)).toBe('D')
    expect(hoursBand([{ hours: 40_0000 }], 'week', true)).toBe('E')
  })
})

describe('Employer Payment Summary', () => {
  judging('is valid by HMRC’s schema and rules of its year', () => {
    expect(judged(message('eps', 2025, epsContent(eps)))).toEqual([])
    expect(judged(message('eps', 2026, epsContent({ ...eps, tax_year: 2026 })))).toEqual([])
    // Deductions suffered are a company's alone.
    const person = { ...eps, tax_year: 2026, employer: { ...eps.employer, corporation_tax_reference: null } }
    expect(judged(message('eps', 2026, epsContent(person)))).toEqual(['7953'])
    // State aid is asked for up to 2025-26 alone.
    expect(() => judged(message('eps', 2026, epsContent(eps)))).toThrow(/DeMinimisStateAid/)
  })

  test('says what payments do not say', () => {
    const text = writeXml(el('x', epsContent(eps)))
    expect(text).toContain('<NoPaymentDates><From>2025-06-06</From><To>2025-07-05</To></NoPaymentDates>')
    expect(text).toContain(
      '<PeriodOfInactivity><From>2025-07-06</From><To>2025-09-05</To></PeriodOfInactivity>',
    )
    expect(text).toContain('<LevyDueYTD>75.00</LevyDueYTD>')
    expect(text).toContain(
      '<RecoverableAmountsYTD><TaxMonth>3</TaxMonth><SMPRecovered>172.21</SMPRecovered><NICCompensationOnSMP>15.91</NICCompensationOnSMP><CISDeductionsSuffered>400.00</CISDeductionsSuffered></RecoverableAmountsYTD>',
    )
    expect(writeXml(el('x', epsContent({ ...eps, tax_year: 2026 })))).not.toContain('DeMinimisStateAid')
  })

  test('a month with a payment is not one without, and a month without news is not reported', () => {
    expect(mayReport({ ...eps, was_paid: true })).toMatchObject({
      message: 'A payment was reported for this month',
    })
    const silent = {
      ...eps,
      no_payment: false,
      inactive_months: 0,
      claims_allowance: false,
      levy: null,
      recovered: { pay: eachReported(() => 0), compensation: eachReported(() => 0) },
      cis_suffered: 0,
      is_final: false,
    }
    expect(mayReport({ ...silent, recovered: eps.recovered })).toBe(true)
    expect(mayReport({ ...silent, cis_suffered: 1 })).toBe(true)
    expect(mayReport(silent)).toMatchObject({ message: 'There is nothing to report for this month' })
  })
})

test('a receipt with a mark is this file’s', () => {
  const own = 'DKWO2ZRA6OH3RZONXFVPN3YSNVBS7ZRX'
  expect(receiptFault(` dkwo2zra6oh3rzonxfvpn3ysnvbs7zrx`, own)).toBeNull()
  expect(receiptFault('AKWO2ZRA6OH3RZONXFVPN3YSNVBS7ZRX', own)).toBe('This is the receipt of another file')
  expect(receiptFault('Receipt 123', own)).toBeNull()
})

describe('the last return of a PAYE scheme that ended', () => {
  const ended = { is_final: true, ended_on: day('2026-08-05') } as const
  const fps = (change: Partial<FpsFacts> = {}) => fpsContent({ ...later, ...ended, ...change })
  const summary = epsContent({ ...eps, tax_year: 2026, ...ended })

  test('says why and when, and another one that the year is over', () => {
    const said =
      '<FinalSubmission><BecauseSchemeCeased>yes</BecauseSchemeCeased><DateSchemeCeased>2026-08-05</DateSchemeCeased></FinalSubmission>'
    for (const content of [fps(), summary]) expect(writeXml(el('x', content))).toContain(said)
    expect(writeXml(el('x', fps({ ended_on: null })))).toContain(
      '<FinalSubmission><ForYear>yes</ForYear></FinalSubmission>',
    )
    expect(writeXml(el('x', fps({ is_final: false })))).not.toContain('FinalSubmission')
  })

  judging('is valid by HMRC’s schema and rules', () => {
    expect(judged(message('fps', 2026, fps()))).toEqual([])
    expect(judged(message('eps', 2026, summary))).toEqual([])
  })
})
