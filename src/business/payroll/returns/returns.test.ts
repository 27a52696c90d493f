/** Returns to HMRC: the mark by HMRC's own files, and messages by HMRC's schemas and rules. */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { day } from '#kernel/day.ts'
import type { PeriodPart } from '../engine/calculated-payslip.rules.ts'
import { readTaxCode } from '../engine/tax-code.rules.ts'
import { year_2025_26 } from '../years/tax-year-2025-26.rules.ts'
import { type EpsFacts, epsContent, mayReport } from './eps.rules.ts'
import { type FpsEmployee, type FpsFacts, fpsContent, fpsFaults } from './fps.rules.ts'
import { eachReported, hoursBand, type Slip } from './fps-figures.rules.ts'
import { bodyOf, type Message, messageOf, taxMonth } from './govtalk.rules.ts'
import { bodyToMark, irmarkOf, irmarkOfBody } from './irmark.server.ts'
import { receiptFault } from './rti-submission.rules.ts'
import { el, writeXml } from './xml.rules.ts'

const folder = 'test/fixtures/hmrc-rti'
const read = (path: string) => readFileSync(join(folder, path), 'utf8')
const run = (tool: string, ...options: string[]) =>
  execFileSync(tool, options, { encoding: 'utf8', stdio: 'pipe' })

const has_tools = ['xmllint', 'xsltproc'].every((tool) => spawnSync(tool, ['--version']).error === undefined)
const are_required = process.env.REQUIRE_TOOLS === '1'
/** Judged by HMRC's schemas where the machine has both tools. */
const judging = test.skipIf(!has_tools && !are_required)

/** HMRC's schema of IRenvelope, and its rules on the whole message; both tools come from Debian. */
function judged(message: string, schema: string, rules?: string): string {
  const place = mkdtempSync(join(tmpdir(), 'rti-'))
  try {
    const whole = join(place, 'message.xml')
    writeFileSync(whole, message)
    expect(run('xmllint', '--nonet', '--c14n', whole)).toBe(message.split('\n')[1])
    const [envelope] = /<IRenvelope[\s\S]*<\/IRenvelope>/.exec(message) ?? ['']
    const part = join(place, 'envelope.xml')
    writeFileSync(part, envelope)
    run('xmllint', '--noout', '--nonet', '--schema', join(folder, '2025-26', schema), part)
    return rules === undefined ? '' : run('xsltproc', '--nonet', join(folder, '2025-26', rules), whole)
  } finally {
    rmSync(place, { recursive: true })
  }
}

function marked(message: Message): string {
  return messageOf(message, irmarkOfBody(bodyOf(message, null)).base64)
}

describe('IRmark', () => {
  const file = read('irmark/Verification valid file with IRmark.xml')

  test('HMRC’s verification and monthly return have the marks they carry', () => {
    expect(irmarkOf(bodyToMark(file))).toEqual({
      base64: 'GqztZiDzj7jlzblq9u8SbUMv5jc=',
      base32: 'DKWO2ZRA6OH3RZONXFVPN3YSNVBS7ZRX',
    })
    expect(bodyToMark(file)).toHaveLength(1179)
    const monthly = bodyToMark(read('irmark/Monthly Return valid file with IRmark.xml'))
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

const employer = {
  office_number: '123',
  paye_reference: 'AB45678',
  accounts_office_reference: '123PA00012345',
  corporation_tax_reference: '1123456789',
}

const person = {
  name: 'Zoë O’Neill',
  first_name: 'Zoë Anne Marie',
  last_name: 'O’Neill',
  date_of_birth: '1990-05-01',
  gender: 'F',
  ni_number: 'AB123456A',
  address_lines: ['1 High Street', 'Leeds'],
  postcode: 'LS1 4AP',
  country: 'United Kingdom',
  country_code: 'GB',
} as const

/** Example 4: £896.56 in a week (payroll.md §2.4). */
function part(pay_day: string, period_number: number, of: Partial<PeriodPart> = {}): PeriodPart {
  const code = readTaxCode('S1257L', year_2025_26)
  if ('message' in code) throw new Error(code.message)
  return {
    pay_day: day(pay_day),
    frequency: 'week',
    period_number,
    code,
    ni_letter: 'A',
    taxable: 896_56,
    tax: 0,
    niable: 896_56,
    employee_ni: 52_36,
    employer_ni: 120_08,
    bands: { at_lel: 129_00, lel_pt: 113_00, pt_uel: 654_56 },
    loans: { plan_2: 29_00, postgraduate: 6_00 },
    pension: {
      terms: {
        relief: 'at_source',
        basis: 'qualifying',
        employee_percent: 5_0000,
        employer_percent: 3_0000,
      } as never,
      pensionable: 896_56,
      basic: 896_56,
      employee: 38_83,
      taken: 31_06,
      employer: 23_30,
    },
    levy: 4_48,
    ...of,
  }
}

const slip = (pay_day: string, week: number, of: Partial<Slip> = {}): Slip => ({
  pay_day,
  tax_code: 'S1257L W1/M1',
  hours: 40_0000,
  gross: 896_56,
  tax: 130_80,
  employee_pension: 31_06,
  other_deductions: 10_00,
  parts: [part(pay_day, week)],
  statutory: {},
  ...of,
})

const employee: FpsEmployee = {
  person,
  contractor_id: 'worker 1',
  payroll_id: 'W1/A & B',
  start_date: day('2025-06-02'),
  leave_date: null,
  pay_frequency: 'week',
  is_irregular_hours: false,
  workplace_postcode: 'LS1 4AP',
  off_payroll: false,
  director_from: null,
  director_to: null,
  director_method: null,
  starter_declaration: 'B',
  loans: ['plan_2', 'postgraduate'],
  slips: [slip('2025-06-20', 11)],
  takeover: null,
  is_first: true,
  has_outside_pay: false,
}

const facts: FpsFacts = {
  employer,
  tax_year: 2025,
  pay_day: day('2025-06-20'),
  today: day('2025-06-20'),
  late_reason: null,
  is_final: false,
  employees: [employee],
}

const message = (kind: 'fps' | 'eps', tax_year: number, content: Message['content'], month = 3): Message => ({
  kind,
  tax_year,
  period_end: taxMonth(tax_year, month).to,
  employer,
  content,
})

const leaver: FpsEmployee = {
  ...employee,
  person: { ...person, ni_number: null, gender: 'M', country: 'France', country_code: 'FR' },
  payroll_id: 'W2',
  leave_date: day('2025-06-13'),
  starter_declaration: null,
  director_from: day('2025-05-01'),
  director_method: 'AL',
  slips: [
    slip('2025-06-13', 10, { statutory: { spp: 187_18 } }),
    slip('2025-06-20', 11, {
      tax_code: 'BR',
      tax: -12_34,
      employee_pension: -31_06,
      statutory: { spp: -7_18, sncp: 37_44 },
      parts: [part('2025-06-20', 11, { ni_letter: 'C', employee_ni: 0, pension: null, loans: {} })],
    }),
  ],
  takeover: null,
  is_first: false,
}

/** HMRC's rules print an element for each fault. */
const fault = /<err:Error[\s>]/

describe('Full Payment Submission', () => {
  const sent = {
    ...facts,
    is_final: true,
    late_reason: 'late_correction' as const,
    employees: [employee, leaver],
  }

  judging('is valid by HMRC’s schema and rules, and canonical (needs libxml2-utils and xsltproc)', () => {
    expect(fpsFaults(sent)).toEqual([])
    const report = judged(
      marked(message('fps', 2025, fpsContent(sent))),
      'FullPaymentSubmission-2026-v1-0.xsd',
      'FullPaymentSubmission-2026-v1-0.xslt',
    )
    expect(report).not.toMatch(fault)
    const nameless = { ...leaver, person: { ...leaver.person, address_lines: [] } }
    const broken = fpsContent({ ...sent, employees: [nameless] })
    expect(
      judged(
        marked(message('fps', 2025, broken)),
        'FullPaymentSubmission-2026-v1-0.xsd',
        'FullPaymentSubmission-2026-v1-0.xslt',
      ),
    ).toMatch(fault)
  })

  test('of 2026-27 has the elements of the year before, under the names of its year', () => {
    const later = JSON.parse(JSON.stringify(sent).replaceAll('2025-', '2026-')) as FpsFacts
    const now = marked(message('fps', 2026, fpsContent({ ...later, tax_year: 2026 })))
    expect(now).toContain('PAYE/RTI/FullPaymentSubmission/26-27/1')
    expect(now).toContain('<SchemaVersion>2027-v1.0</SchemaVersion>')
    const named = (text: string) =>
      text
        .replaceAll('2026-', '2025-')
        .replaceAll('26-27', '25-26')
        .replace(/<SchemaVersion>.*?<\/SchemaVersion>|<IRmark.*<\/IRmark>/g, '')
    expect(named(now)).toBe(named(marked(message('fps', 2025, fpsContent(sent)))))
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
  const eps: EpsFacts = {
    employer,
    tax_year: 2025,
    month: 3,
    no_payment: true,
    inactive_months: 2,
    claims_allowance: true,
    levy: { due: 75_50, allowance: 15_000_00 },
    recovered: {
      pay: eachReported((kind) => (kind === 'smp' ? 172_21 : 0)),
      compensation: eachReported((kind) => (kind === 'smp' ? 15_91 : 0)),
    },
    is_final: true,
    was_paid: false,
  }

  judging('is valid by HMRC’s schema (needs libxml2-utils and xsltproc)', () => {
    judged(marked(message('eps', 2025, epsContent(eps))), 'EmployerPaymentSummary-2026-v1-0.xsd')
  })

  test('says what payments do not say', () => {
    const text = writeXml(el('x', epsContent(eps)))
    expect(text).toContain('<NoPaymentDates><From>2025-06-06</From><To>2025-07-05</To></NoPaymentDates>')
    expect(text).toContain(
      '<PeriodOfInactivity><From>2025-07-06</From><To>2025-09-05</To></PeriodOfInactivity>',
    )
    expect(text).toContain('<LevyDueYTD>75.00</LevyDueYTD>')
    expect(text).toContain(
      '<RecoverableAmountsYTD><TaxMonth>3</TaxMonth><SMPRecovered>172.21</SMPRecovered><NICCompensationOnSMP>15.91</NICCompensationOnSMP></RecoverableAmountsYTD>',
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
      is_final: false,
    }
    expect(mayReport({ ...silent, recovered: eps.recovered })).toBe(true)
    expect(mayReport(silent)).toMatchObject({ message: 'There is nothing to report for this month' })
  })
})

test('a receipt with a mark is this file’s', () => {
  const own = 'DKWO2ZRA6OH3RZONXFVPN3YSNVBS7ZRX'
  expect(receiptFault(` dkwo2zra6oh3rzonxfvpn3ysnvbs7zrx`, own)).toBeNull()
  expect(receiptFault('AKWO2ZRA6OH3RZONXFVPN3YSNVBS7ZRX', own)).toBe('This is the receipt of another file')
  expect(receiptFault('Receipt 123', own)).toBeNull()
})
