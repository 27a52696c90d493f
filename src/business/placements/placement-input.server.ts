import { z } from 'zod'
import { validationText } from '#kernel/messages.ts'
import {
  currencyInput,
  dayInput,
  mandatory,
  optionalText,
  termsInput,
} from '../parties/party-input.server.ts'
import { rateInput } from '../rates/rate-input.server.ts'
import { fundingType } from '../shared/chosen-input.server.ts'
import { noticeInput } from './notice/notice-input.server.ts'
import { SCHEDULE_MAX } from './schedule/schedule.rules.ts'

const peopleInput = z.array(z.uuid()).max(100, { error: validationText.max }).default([])

export const tempPlacementInput = z.strictObject({
  agency_id: z.uuid().optional(),
  client_id: z.uuid(),
  contractor_id: z.uuid(),
  /** One of the contractor's payees in force on the first day: a company, or the contractor on payroll; their own by default. */
  payment_company_id: z.uuid().optional(),
  /** One of the agency's, for a worker on payroll; the only one, or that of the worker's employment, by default. */
  paye_scheme_id: z.uuid().optional(),
  title: mandatory,
  start_date: dayInput,
  end_date: dayInput.optional(),
  funding_type: fundingType,
  expense_funding_type: fundingType.optional(),
  /** The agency's own model unless given (money.md §1.3). */
  funding_model: z.enum(['direct', 'agency_billed', 'indirect']).optional(),
  funder_id: z.uuid().optional(),
  currency: currencyInput,
  timesheet_frequency: z.enum(['week', 'month']).default('week'),
  unit_type: z.enum(['hourly', 'daily', 'monthly', 'custom']).default('hourly'),
  standard_units: z.string().default('7.5'),
  timesheet_submit: z.enum(['contractor', 'agency']).default('contractor'),
  /** True: the agency may approve by hand, on a timesheet that the client signed elsewhere. */
  manual_timesheet_approval: z.boolean().default(false),
  is_extended_contractor_payment_terms: z.boolean().default(false),
  ir35_status: z.enum(['inside', 'outside', 'not_applicable']).optional(),
  /** The contractor, where the client is small; else the client, with a statement. */
  ir35_determined_by: z.enum(['client', 'contractor']).optional(),
  is_construction: z.boolean().default(false),
  /** With people under 18, or in need of care: no opt-out of the Conduct Regulations counts (regulation 32(12)). */
  is_vulnerable_work: z.boolean().default(false),
  /** Of a self-employed worker: the client does not supervise, direct or control the work. */
  is_unsupervised: z.boolean().default(false),
  /** Work for the same client and role counts for equal treatment; the title unless given. */
  awr_role: optionalText,
  /** Templates of the documents that are made once all sides have agreed. */
  document_template_ids: z
    .array(z.uuid())
    .max(SCHEDULE_MAX, { error: validationText.max })
    .transform((ids) => [...new Set(ids)])
    .default([]),
  /** They are signed electronically; else they are files of the placement. */
  e_sign: z.boolean().default(true),
  po_number: optionalText,
  work_location: optionalText,
  /** Not agreed unless given. */
  notice: noticeInput.optional(),
  no_right_to_serve_notice: z.boolean().default(false),
  /** Of workers on PAYE: on top of the contractor rates; percent as decimal text. */
  holiday_pay_type: z.enum(['rolled_up_holiday', 'retained_holiday']).optional(),
  holiday_pay_percent: z.string().max(15).optional(),
  /** Days; the client's terms with the agency unless given. */
  client_payment_terms: termsInput.optional(),
  contractor_payment_terms: termsInput,
  rates: z
    .array(rateInput)
    .min(1, { error: validationText.required })
    .max(100, { error: validationText.max }),
  timesheet_approver_ids: peopleInput,
  invoice_contact_ids: peopleInput,
  /** Asked for the client's approval first; without one, every approver of the client is. */
  hiring_manager_id: z.uuid().optional(),
  consultant_contact_id: z.uuid().optional(),
})
export type TempPlacementInput = z.infer<typeof tempPlacementInput>
