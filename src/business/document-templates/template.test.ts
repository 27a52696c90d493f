import { describe, expect, test } from 'vitest'
import { day } from '#kernel/day.ts'
import { percent, rate } from '#kernel/rate.ts'
import {
  type Block,
  blocksOfKind,
  emptyBlock,
  templateFaults,
  textsOf,
} from './blocks/template-blocks.rules.ts'
import { kind_choices, template_kinds } from './blocks/template-kinds.rules.ts'
import { exampleValues, fillText, unknownValues } from './blocks/template-values.rules.ts'
import { composeTemplate, missing_rates } from './compose-template.rules.ts'
import { can } from './document-template.rules.ts'
import { payExample } from './pay-example.rules.ts'
import { sample_mark } from './samples/sample-parts.rules.ts'
import { sampleBlocks } from './samples/samples.rules.ts'

const paragraph = (text: string): Block => ({ type: 'paragraph', text })

describe('values of templates', () => {
  test('a value is known by its kind; others and open braces are refused by name', () => {
    expect(unknownValues('business_terms', 'To {{client.name}} on {{ document.date }}')).toEqual([])
    expect(unknownValues('business_terms', '{{client.nmae}} {{placement.title}} {{__proto__}}')).toEqual([
      'client.nmae',
      'placement.title',
      '__proto__',
    ])
    expect(unknownValues('business_terms', 'To {{client.name')).toEqual(['{{client.name'])
    expect(templateFaults('business_terms', [paragraph('Hello'), paragraph('{{client.nmae}}')])).toEqual({
      'blocks.1.text': 'Please enter a valid Input: client.nmae',
    })
    expect(templateFaults('business_terms', [paragraph('{{}}')])).toEqual({
      'blocks.0.text': 'Please enter a valid Input: {{}}',
    })
  })

  test('a missing value shows by its label; a value is never read as a template again', () => {
    expect(
      fillText('business_terms', '{{client.name}}, {{client.email}}', { 'client.name': '{{agency.name}}' }),
    ).toEqual({
      text: '{{agency.name}}, [Client e-mail]',
      missing: ['client.email'],
    })
  })
})

describe('faults of blocks', () => {
  test('an empty text, no blocks, rates without a placement, a stranger who signs', () => {
    expect(templateFaults('opt_out', [])).toEqual({ blocks: 'Mandatory' })
    expect(
      templateFaults('opt_out', [
        paragraph(' '),
        { type: 'rates', side: 'client' },
        { type: 'signature', parties: ['client'] },
        { type: 'list', items: ['a', ''] },
        paragraph('李'),
      ]),
    ).toEqual({
      'blocks.0.text': 'Mandatory',
      'blocks.1.type': 'Please enter a valid Input',
      'blocks.2.parties': 'Please enter a valid Input',
      'blocks.3.items.1': 'Mandatory',
      'blocks.4.text': 'Documents cannot print 李',
    })
    expect(blocksOfKind('opt_out')).not.toContain('rates')
  })
})

test.each([
  ['contractor', ['agency', 'client'], 'The client does not see the rates of the contractor'],
  ['contractor', ['agency', 'contractor'], undefined],
  ['client', ['contractor'], 'The contractor does not see the rates of the client'],
  ['client', ['agency', 'client'], undefined],
] as const)('rates of the %s in a document signed by %s: %s', (side, parties, fault) => {
  const faults = templateFaults('assignment_schedule', [
    { type: 'rates', side },
    { type: 'signature', parties },
  ])
  expect(faults['blocks.1.parties']).toBe(fault)
})

describe.each(template_kinds)('sample wording of %s', (kind) => {
  const blocks = sampleBlocks(kind)
  test('has no fault, bears its mark, and is whole with every value', () => {
    expect(templateFaults(kind, blocks)).toEqual({})
    expect(blocks.flatMap(textsOf).map(([, text]) => text)).toContain(sample_mark)
    const rates = [
      { side: 'contractor', name: 'Standard', rate: '£20.00', unit: 'Hourly', from: '', to: '' },
    ] as const
    const facts = { kind, name: 'Sample', version: 1, blocks }
    expect(composeTemplate(facts, exampleValues(kind), rates).missing).toEqual([])
    expect(kind_choices.map(({ value }) => value)).toContain(kind)
  })
})

test('clauses are numbered, and what lacks a value is named once', () => {
  const blocks: Block[] = [
    { type: 'clause', level: 1, text: 'One' },
    { type: 'clause', level: 2, text: 'Part {{client.phone}}' },
    { type: 'clause', level: 2, text: 'Part {{client.phone}}' },
    { type: 'clause', level: 1, text: 'Two' },
    { type: 'clause', level: 2, text: 'Part' },
    { ...emptyBlock('rates', 'assignment_schedule') },
  ]
  const { page, missing, used } = composeTemplate(
    { kind: 'assignment_schedule', name: 'X', version: 2, blocks },
    {},
    [],
  )
  expect(page.blocks.flatMap((block) => (block.type === 'clause' ? [block.number] : []))).toEqual([
    '1.',
    '1.1',
    '1.2',
    '2.',
    '2.1',
  ])
  expect([missing, used]).toEqual([['client.phone', missing_rates], ['client.phone']])
})

test('the provider’s template is copied, an archived one is not changed', () => {
  const viewer = { category: 'agency', roles: ['agency_admin'], business_id: 'mine' } as const
  const state = { name: 'Terms', status: 'archived', business_id: 'mine' } as const
  expect(can.save(state, viewer)).toMatchObject({
    message: 'Document Template Terms is archived and cannot be changed',
  })
  expect(can.publish({ ...state, status: 'draft', business_id: 'theirs' }, viewer)).toMatchObject({
    code: 'not_allowed',
  })
  expect(can.save({ ...state, status: 'draft' }, { ...viewer, roles: ['agency_user'] })).toMatchObject({
    code: 'not_allowed',
  })
})

describe('the example of a key information document', () => {
  const on = day('2026-06-01')
  const hourly = { price: rate('26.6666'), unit: 'hourly', standard_units: '7.5', holiday: null }

  test('an umbrella company: without its margin the figures of pay are missing', () => {
    expect(payExample('key_information_umbrella', hourly, 2_000, on)).toEqual({
      'example.time': '37.5 hours',
      'example.rate': '£26.6666 an hour',
      'example.income': '£1,000.00',
      'example.tax_year': '2026-27',
      'wages.gross': '£842.19',
      'wages.holiday': '£90.70, which is in the gross pay',
      'wages.tax': '£120.00',
      'wages.employee_ni': '£48.01',
      'wages.employee_pension': '£28.89',
      'wages.net': '£645.29',
      'umbrella.margin': '£20.00',
      'umbrella.employer_ni': '£111.93',
      'umbrella.levy': '£4.21',
      'umbrella.employer_pension': '£21.67',
    })
    expect(Object.keys(payExample('key_information_umbrella', hourly, null, on))).toEqual([
      'example.time',
      'example.rate',
      'example.income',
      'example.tax_year',
    ])
  })

  test.each([
    ['rolled_up_holiday', '£107.70, which is in the gross pay'],
    ['retained_holiday', '£120.70 on top, paid when you take holiday'],
  ] as const)('PAYE, %s: %s', (type, says) => {
    const holiday = { type, allowance: percent('12.07') }
    const values = payExample('key_information_paye', { ...hourly, holiday }, null, on)
    expect(values['wages.holiday']).toBe(says)
    expect(values['wages.gross']).toBe('£1,000.00')
    expect(values['umbrella.levy']).toBeUndefined()
  })

  test('pay below the trigger of enrolment has no pension; days are five; other units give no example', () => {
    const low = payExample('key_information_paye', { ...hourly, price: rate('5') }, null, on)
    expect([low['example.income'], low['wages.employee_pension']]).toEqual(['£187.50', '£0.00'])
    const daily = payExample(
      'key_information_limited',
      { ...hourly, price: rate('400'), unit: 'daily' },
      null,
      on,
    )
    expect([daily['example.time'], daily['example.income'], daily['wages.net']]).toEqual([
      '5 days',
      '£2,000.00',
      undefined,
    ])
    expect(payExample('key_information_limited', { ...hourly, unit: 'monthly' }, null, on)).toEqual({})
  })
})
