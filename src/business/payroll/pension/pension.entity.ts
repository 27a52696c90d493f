import { entity } from '#entity/entity.ts'
import * as f from '#entity/fields.ts'
import { file_layouts } from './pension-layouts.rules.ts'

export const pension_reliefs = [
  { value: 'at_source', label: 'Relief at source' },
  { value: 'net_pay', label: 'Net pay' },
  { value: 'salary_sacrifice', label: 'Salary sacrifice' },
] as const

export const pension_bases = [
  { value: 'qualifying', label: 'Qualifying earnings' },
  { value: 'set_1', label: 'Basic pay, set 1' },
  { value: 'set_2', label: 'Basic pay, set 2' },
  { value: 'set_3', label: 'All pay, set 3' },
] as const

export const membership_states = [
  { value: 'postponed', label: 'Postponed' },
  { value: 'enrolled', label: 'Enrolled' },
  { value: 'opted_out', label: 'Opted out' },
  { value: 'ceased', label: 'Ceased' },
] as const

export const membership_entries = [
  { value: 'automatic', label: 'Automatic' },
  { value: 'opt_in', label: 'Opted in' },
  { value: 'joined', label: 'Joined' },
  { value: 're_enrolled', label: 'Enrolled again' },
  { value: 'moved', label: 'Moved' },
] as const

/** Entries that a person chooses; members are moved with the end of their scheme. */
export const chosen_entries = membership_entries.filter(({ value }) => value !== 'moved')

/** A pension that an employer pays into; its percentages are those of its terms. */
export const pension_scheme = entity({
  module: 'business',
  name: 'pension_scheme',
  label: 'Pension Scheme',
  plural: 'Pension Schemes',
  soft_delete: false,
  fields: {
    id: f.uuid('Id'),
    paye_scheme_id: f.uuid('PAYE Scheme'),
    name: f.text('Name'),
    provider: f.text('Pension Provider'),
    employer_reference: f.code('Employer Reference'),
    payment_day: f.integer('Payment Day'),
    file_layout: f.defaulted(f.choice('File Layout', file_layouts)),
    own_layout: f.nullable(f.json('Own Layout')),
    /** The first pay day without contributions. */
    ended_from: f.nullable(f.day('Ended From')),
    ended_by_name: f.nullable(f.text('Ended By')),
    successor_id: f.nullable(f.uuid('Taken Over By')),
    ...f.entered,
  },
  unread: { created_by: f.code('Entered By') },
  relations: {
    paye_scheme: f.to_one('business.paye_scheme', 'paye_scheme_id'),
    successor: f.to_one('business.pension_scheme', 'successor_id'),
    terms: f.to_many('business.pension_terms', 'pension_scheme_id'),
  },
})

/** The contributions of a pension from a pay day on. Replaced rows stay in the history. */
export const pension_terms = entity({
  module: 'business',
  name: 'pension_terms',
  label: 'Pension Terms',
  plural: 'Pension Terms',
  soft_delete: false,
  fields: {
    id: f.uuid('Id'),
    pension_scheme_id: f.uuid('Pension Scheme'),
    paye_scheme_id: f.uuid('PAYE Scheme'),
    relief: f.choice('Tax Relief', pension_reliefs),
    basis: f.choice('Pay That Counts', pension_bases),
    employee_percent: f.percent('Employee'),
    employer_percent: f.percent('Employer'),
    effective_from: f.day('From'),
    effective_to: f.nullable(f.day('To')),
    deleted_at: f.nullable(f.instant('Replaced At')),
    ...f.entered,
  },
  unread: { created_by: f.code('Entered By') },
  relations: {
    pension_scheme: f.to_one('business.pension_scheme', 'pension_scheme_id'),
    paye_scheme: f.to_one('business.paye_scheme', 'paye_scheme_id'),
  },
})

/** The pension membership of an employment from a pay day on. */
export const pension_membership = entity({
  module: 'business',
  name: 'pension_membership',
  label: 'Pension Membership',
  plural: 'Pension Memberships',
  soft_delete: false,
  fields: {
    id: f.uuid('Id'),
    employment_id: f.uuid('Employment'),
    state: f.choice('Membership', membership_states),
    pension_scheme_id: f.nullable(f.uuid('Pension Scheme')),
    entry: f.nullable(f.choice('Entry', membership_entries)),
    informed_on: f.nullable(f.day('Informed On')),
    postponed_to: f.nullable(f.day('Postponed To')),
    reason: f.nullable(f.text('Reason')),
    effective_from: f.day('From'),
    effective_to: f.nullable(f.day('To')),
    moved_from_id: f.nullable(f.uuid('Moved From')),
    deleted_at: f.nullable(f.instant('Replaced At')),
    ...f.entered,
  },
  unread: { created_by: f.code('Entered By') },
  relations: {
    employment: f.to_one('business.employment', 'employment_id'),
    pension_scheme: f.to_one('business.pension_scheme', 'pension_scheme_id'),
    moved_from: f.to_one('business.pension_scheme', 'moved_from_id'),
  },
})
