import { expect, test } from 'vitest'
import { isSetUp, nextStep, stepStates, stepsFor, stepsRequest } from './setup-steps.rules.ts'
import { setups } from './setup-steps.view.ts'

const me = { business_id: 'b', business_contact_id: 'c', today: '2026-11-29' }
const agency = { ...setups.agency, steps: stepsFor(setups.agency.steps, ['agency_admin']) }
const states = (rows: readonly string[]) => stepStates(agency, (root) => rows.includes(root), false) ?? []

test('first steps: a role gets those that it can do', () => {
  const ids = (role: Parameters<typeof stepsFor>[1][number]) =>
    stepsFor(setups.agency.steps, [role]).map(({ id }) => id)
  expect(ids('agency_admin')).toEqual([
    'logo',
    'bank',
    'colleagues',
    'in_force',
    'client',
    'contractor',
    'placement',
    'week',
  ])
  expect(ids('agency_user')).toEqual(['client', 'contractor', 'placement', 'week'])
  expect(ids('agency_read_only')).toEqual([])
})

test('first steps: one root of one row for each question, with the viewer in its condition', () => {
  const { query, variables } = stepsRequest(agency, me)
  expect(query.match(/limit: 1\)/g)).toHaveLength(Object.keys(variables).length)
  expect(query).not.toContain('aggregate')
  expect(variables.w_done_bank).toEqual({ business_id: { _eq: 'b' }, status: { _eq: 'confirmed' } })
})

test('first steps: done by its row, waiting by the row of somebody else, else open', () => {
  const of = (rows: readonly string[]) => states(rows).map(({ step, state }) => [step.id, state])
  expect(of(['done_client', 'waits_client', 'waits_bank', 'waits_in_force'])).toEqual([
    ['logo', 'open'],
    ['bank', 'waits'],
    ['colleagues', 'open'],
    ['in_force', 'waits'],
    ['client', 'done'],
    ['contractor', 'open'],
    ['placement', 'open'],
    ['week', 'open'],
  ])
})

test('first steps: end with the first work, or when all are done', () => {
  expect(stepStates(agency, (root) => root === 'until_0', false)).toBeNull()
  const all = agency.steps.map(({ id }) => `done_${id}`)
  expect(isSetUp(states(all))).toBe(true)
  expect(isSetUp(states(all.slice(1)))).toBe(false)
})

test('first steps: the next one is needed, else optional, else waits, else there is none', () => {
  expect(nextStep(states(['waits_bank', 'waits_in_force']))?.step.id).toBe('client')
  const needed = agency.steps.flatMap(({ id, optional }) => (optional ? [] : [`done_${id}`]))
  expect(nextStep(states(needed))?.step.id).toBe('logo')
  const others = agency.steps.flatMap(({ id }) => (id === 'bank' ? [] : [`done_${id}`]))
  expect(nextStep(states([...others, 'waits_bank']))?.step.id).toBe('bank')
  expect(nextStep(states([...others, 'done_bank']))).toBeUndefined()
})

test('first steps: a fee rule that has ended is none', () => {
  const { variables } = stepsRequest(
    { ...setups.provider, steps: stepsFor(setups.provider.steps, ['provider_admin']) },
    me,
  )
  expect(variables.w_done_fee_rule).toEqual({
    _or: [{ effective_to: { _is_null: true } }, { effective_to: { _gte: '2026-11-29' } }],
  })
})
