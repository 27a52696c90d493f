/** Fields of a way to pay a contractor. */
import { payment_types } from '../../parties/business.entity.ts'

export interface TypedWay {
  readonly payment_type: string
  readonly payment_company_id: string
  readonly payment_company_code: string
  readonly effective_from: string
  readonly self_billing_from: string
  readonly self_billing_to: string
}

export const blank_way: TypedWay = {
  payment_type: '',
  payment_company_id: '',
  payment_company_code: '',
  effective_from: '',
  self_billing_from: '',
  self_billing_to: '',
}

export const hasCompany = ({ payment_type }: TypedWay) => payment_type !== '' && payment_type !== 'paye'

export const way_fields = [
  {
    kind: 'choice',
    name: 'payment_type',
    label: 'Payment type',
    options: payment_types,
    placeholder: 'Choose',
    required: true,
  },
  {
    kind: 'pick',
    name: 'payment_company_id',
    label: 'Payment company',
    hint: 'Only onboarded companies. Leave empty to enter an id.',
    entity: 'business.business',
    shows: 'name',
    where: {
      status: { _eq: 'onboarded' },
      is_active: { _eq: true },
      type: { _in: ['limited', 'umbrella', 'selfemployed'] },
    },
    when: hasCompany,
  },
  {
    kind: 'text',
    name: 'payment_company_code',
    label: 'Company Id',
    hint: 'For a company that the list does not have, such as UMB000001.',
    max: 20,
    when: (values: TypedWay) => hasCompany(values) && values.payment_company_id === '',
  },
  {
    kind: 'day',
    name: 'effective_from',
    label: 'From',
    hint: 'The first day of work that is paid so',
    required: true,
  },
  {
    kind: 'day',
    name: 'self_billing_from',
    label: 'Self-billing agreement from',
    hint: 'Of the new company. Without one, its self-bills show no VAT.',
    when: hasCompany,
  },
  {
    kind: 'day',
    name: 'self_billing_to',
    label: 'Self-billing agreement until',
    when: hasCompany,
  },
] as const
