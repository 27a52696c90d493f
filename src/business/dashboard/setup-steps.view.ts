/**
 * The first steps of a new business. Each is done once a row that the viewer reads says so; nothing
 * is stored. They end with the first work, when the home has figures of its own.
 */
import type { Category } from '#entity/access.ts'
import type { Entity } from '#entity/entity.ts'
import type { Where } from '#entity/filter.ts'
import { client_placement_roles, client_work_roles } from '#entity/roles.ts'
import { bank_account } from '../bank-accounts/bank-account.entity.ts'
import { funding_rule } from '../funding/funding-rule.entity.ts'
import { invoice } from '../invoices/invoice.entity.ts'
import { business } from '../parties/business.entity.ts'
import { business_contact } from '../parties/business-contact.entity.ts'
import { individual } from '../parties/company.entity.ts'
import { temp_placement } from '../placements/contract-kinds.entity.ts'
import { document } from '../platform/file.entity.ts'
import { service_charge } from '../rates/rate.entity.ts'
import { agency_writers, provider_staff } from '../shared/who-may.rules.ts'
import { credit_limit } from '../terms/credit-limit.entity.ts'
import { timesheet } from '../timesheets/timesheet.entity.ts'
import type { Asker, Setup, SetupStep, Some } from './setup-step.view.ts'

const own = ({ business_id }: Asker): Where => ({ business_id: { _eq: business_id } })
const confirmed = { status: { _eq: 'confirmed' } }
const pending = { status: { _eq: 'pending' } }
const at_work = { status: { _in: ['active', 'expired'] } }
const in_approval = {
  status: {
    _in: [
      'pending_approval_agency',
      'pending_approval_client',
      'pending_approval_contractor',
      'pending_raise_approval',
      'awaiting_raise_approval',
    ],
  },
}

const some = (entity: Entity, where: Where = {}): Some => ({ entity, where: () => where })

/** The viewer's own business, in such a state. */
const own_in = (status: Where): Some => ({
  entity: business,
  where: (asker) => ({ id: { _eq: asker.business_id }, status }),
})

/** Another person of the viewer's business has joined. */
const colleague: Some = {
  entity: business_contact,
  where: (asker) => ({
    ...own(asker),
    id: { _neq: asker.business_contact_id },
    joined_at: { _is_null: false },
  }),
}
const invited: Some = {
  entity: business_contact,
  where: (asker) => ({ ...own(asker), id: { _neq: asker.business_contact_id } }),
}

const account = (path: string, purpose?: 'trust'): Pick<SetupStep, 'done' | 'waits'> => {
  const of = purpose ? { purpose: { _eq: purpose } } : {}
  return {
    done: { entity: bank_account, where: (asker) => ({ ...own(asker), ...of, ...confirmed }) },
    waits: {
      entity: bank_account,
      where: (asker) => ({ ...own(asker), ...of, ...pending }),
      says: 'A second person of the provider confirms the account.',
      path,
    },
  }
}

/** A party of the type is in force; until then it waits for its approval. */
const party = (type: string, says: string, path: string): Pick<SetupStep, 'done' | 'waits'> => ({
  done: some(business, { type: { _eq: type }, status: { _eq: 'onboarded' } }),
  waits: {
    ...some(business, { type: { _eq: type }, status: { _in: ['submitted', 'approved'] } }),
    says,
    path,
  },
})

const approved_week = some(timesheet, { status: { _eq: 'approved' } })

const colleagues = {
  id: 'colleagues',
  label: 'Colleagues',
  says: 'Invite the people who work with you.',
  done: colleague,
  waits: { ...invited, says: 'The invitation is on its way.', path: 'admin/people' },
  path: 'admin/people',
  dialog: 'person',
  optional: true,
} as const

export const setups: Record<Category, Setup> = {
  provider: {
    until: [some(invoice)],
    steps: [
      {
        id: 'company',
        label: 'Your company',
        says: 'Enter the company number and VAT number. Documents print them.',
        done: {
          entity: business,
          where: (asker) => ({ id: { _eq: asker.business_id }, company: { brn: { _is_null: false } } }),
        },
        path: 'admin',
        roles: ['provider_admin'],
      },
      {
        id: 'second_person',
        label: 'A second person',
        says: 'Accounts, parties and payments need two people.',
        done: colleague,
        waits: { ...invited, says: 'The invitation is on its way.', path: 'admin/people' },
        path: 'admin/people',
        dialog: 'person',
        roles: ['provider_admin'],
      },
      {
        id: 'trust_account',
        label: 'Trust account',
        says: 'Clients pay into it, and contractors are paid from it.',
        ...account('business/bank_account', 'trust'),
        path: 'admin',
        dialog: 'bank_account',
        roles: ['provider_admin'],
      },
      {
        id: 'agency',
        label: 'First agency',
        says: 'Add an agency, the person who runs it and its bank account.',
        ...party('agency', 'It waits for its approval, bank account or fee rule.', 'business/agency'),
        path: 'business/new_agency',
        roles: ['provider_admin'],
      },
      {
        id: 'fee_rule',
        label: 'Fee rule',
        says: 'Work cannot be invoiced without one.',
        // One that has ended leaves the agency without a rule, as its own page says.
        done: {
          entity: service_charge,
          where: ({ today }) => ({
            _or: [{ effective_to: { _is_null: true } }, { effective_to: { _gte: today } }],
          }),
        },
        path: 'contract/new_service_charge',
        roles: provider_staff,
      },
      {
        id: 'mail',
        label: 'Mail test',
        says: 'A code sent to the support address proves that mail arrives.',
        done: 'mail',
        path: 'admin/installation',
        roles: ['provider_admin'],
        optional: true,
      },
    ],
  },
  agency: {
    until: [approved_week],
    steps: [
      {
        id: 'logo',
        label: 'Logo',
        says: 'Your documents carry it.',
        done: {
          entity: business,
          where: (asker) => ({
            id: { _eq: asker.business_id },
            company: { logo_attachment_id: { _is_null: false } },
          }),
        },
        path: 'admin',
        roles: ['agency_admin'],
        optional: true,
      },
      {
        id: 'bank',
        label: 'Bank account',
        says: 'Your earnings are paid into it.',
        ...account('admin'),
        path: 'admin',
        dialog: 'bank_account',
        roles: ['agency_admin'],
      },
      { ...colleagues, roles: ['agency_admin'] },
      {
        id: 'in_force',
        label: 'Onboarding',
        says: 'Your provider brings you into force. You begin with clients and contractors then.',
        done: own_in({ _eq: 'onboarded' }),
        waits: {
          ...own_in({ _in: ['submitted', 'approved'] }),
          says: 'Your provider confirms your account and agrees a fee. Then you begin with clients.',
          path: 'admin',
        },
        path: 'admin',
        roles: ['agency_admin'],
      },
      {
        id: 'client',
        label: 'First client',
        says: 'Add a client, with the people who approve time and receive invoices.',
        ...party(
          'client',
          'It waits for your provider’s approval, or for what it still needs.',
          'business/onboarding',
        ),
        path: 'business/new_client',
        roles: agency_writers,
      },
      {
        id: 'contractor',
        label: 'First contractor',
        says: 'Add a contractor, or send a link for them to enter their details.',
        ...party(
          'contractor',
          'It waits for its approval, or for what it still needs.',
          'business/onboarding',
        ),
        path: 'business/new_contractor',
        roles: agency_writers,
      },
      {
        id: 'placement',
        label: 'First placement',
        says: 'Bring a contractor to a client, with rates and terms.',
        done: some(temp_placement, at_work),
        waits: {
          ...some(temp_placement, in_approval),
          says: 'The placement waits for approvals.',
          path: 'contract/temp_placement',
        },
        path: 'contract/new_temp_placement',
        roles: agency_writers,
      },
      {
        id: 'week',
        label: 'First approved week',
        says: 'The contractor submits a week, and the client approves it.',
        done: approved_week,
        waits: {
          ...some(timesheet, { status: { _eq: 'submitted' } }),
          says: 'The client approves the week.',
          path: 'transaction/timesheet',
        },
        path: 'transaction/timesheet',
        roles: agency_writers,
      },
    ],
  },
  client: {
    until: [
      { ...approved_week, roles: client_work_roles },
      { ...some(temp_placement, at_work), roles: client_placement_roles },
    ],
    steps: [
      {
        id: 'people',
        label: 'Your people',
        says: 'Your agency adds people who approve time and receive invoices.',
        done: colleague,
        waits: { ...invited, says: 'The invitation is on its way.', path: 'business/client' },
        path: 'business/client',
        own_record: true,
        optional: true,
      },
      {
        id: 'approver',
        label: 'Who approves',
        says: 'Somebody must be able to approve timesheets.',
        done: {
          entity: business_contact,
          where: (asker) => ({
            ...own(asker),
            roles: { _contains: ['timesheet_approver'] },
            joined_at: { _is_null: false },
          }),
        },
        path: 'business/client',
        own_record: true,
      },
      {
        id: 'terms',
        label: 'Sign the terms',
        says: 'Your agency sends the terms of business, and a person of yours signs them.',
        done: some(document, {
          type: { _in: ['terms_of_business', 'client_terms'] },
          status: { _eq: 'completed' },
        }),
        waits: {
          ...some(document, {
            type: { _in: ['terms_of_business', 'client_terms'] },
            status: { _eq: 'inprogress' },
          }),
          says: 'The terms are on their way to be signed.',
          path: 'inbox',
        },
        path: 'business/client',
        own_record: true,
        optional: true,
      },
    ],
  },
  contractor: {
    until: [approved_week],
    steps: [
      {
        id: 'details',
        label: 'Your details',
        says: 'Check your name and address. Your agency puts them right.',
        done: some(individual, { address_id: { _is_null: false } }),
        path: 'business/contractor',
        own_record: true,
      },
      {
        id: 'bank',
        label: 'Bank account',
        says: 'You are paid into it. Ask your agency to enter it.',
        done: some(bank_account, confirmed),
        waits: {
          ...some(bank_account, pending),
          says: 'A second person confirms the account.',
          path: 'business/contractor',
        },
        path: 'business/contractor',
        own_record: true,
      },
      {
        id: 'documents',
        label: 'Documents',
        says: 'Add the papers that your agency asks for.',
        done: some(document, { attachment_id: { _is_null: false } }),
        path: 'business/contractor',
        own_record: true,
        optional: true,
      },
      {
        id: 'timesheet',
        label: 'First timesheet',
        says: 'Enter a week of your placement and submit it.',
        done: some(timesheet, { status: { _in: ['submitted', 'approved', 'suspense'] } }),
        path: 'transaction/timesheet',
      },
    ],
  },
  funder: {
    until: [approved_week],
    steps: [
      {
        id: 'rules',
        label: 'Funding rules',
        says: 'Set the advance, and which debts you do not carry.',
        done: {
          entity: funding_rule,
          where: (asker) => ({ principal_id: { _eq: asker.business_id } }),
        },
        path: 'report/funding_portfolio',
        roles: ['funder_admin'],
      },
      {
        id: 'limits',
        label: 'Credit limits',
        says: 'Say how much debt of each client you carry.',
        done: { entity: credit_limit, where: (asker) => ({ limiter_id: { _eq: asker.business_id } }) },
        path: 'business/client',
        roles: ['funder_admin'],
      },
      { ...colleagues, roles: ['funder_admin'] },
    ],
  },
}
