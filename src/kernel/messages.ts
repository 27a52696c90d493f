/**
 * Every sentence the specification fixes, in one place, exact to the letter (spec §5 and §8).
 * `{date}` arguments are already formatted, DD/MM/YYYY unless the caller's screen says otherwise.
 */

/** Validation messages, spec §5, keyed by the rule's name. */
export const validationText = {
  number: 'Please enter a valid number',
  max: 'Max number is reached',
  min: 'Min number is reached',
  positive: 'Needs Positive Number',
  negative: 'Needs Negative Number',
  integer: 'Only Integers',
  /** A positive amount of at most 15 characters. */
  currency: 'Max number is reached',
  fixed_digits: (digits: number) => `Must be exactly ${digits} digits`,
  only_digits: 'Must be only digits',
  min_length: (length: number) => `Must be at least ${length} characters long`,
  max_length: (length: number) => `Max character length is ${length}`,
  email: 'Please enter a valid Email',
  email_in_list: 'Please enter a valid email',
  url: 'Please enter a valid URL',
  matches: 'Please enter a valid Input',
  brn: 'Please enter a valid number',
  required: 'Mandatory',
  multi_file: 'Mandatory',
  unique_email: 'Email already exists',
  unique_existing: 'Already Existing',
  contractor_rate_above_client: 'Contractor rate should be less than Client rate',
  client_rate_below_contractor: 'Client rate should be greater than Contractor rate',
  rate_name_unique: 'Rate name already exists',
  rate_name_unique_title: 'Rate Name Already Exists',
  duplicate_email: 'Duplicate Email',
  date_reuse: 'Cannot reuse this date',
  duplicate_value: 'Duplicate Value',
  max_date: (date: string) => `Should be before ${date}`,
  min_date: (date: string) => `Should be after ${date}`,
  holiday_pay_minimum: 'Value must be 12.07% or higher to meet legal statutory holiday entitlement.',
  credit_limit_below_allocated: 'Credit limit Should be greater than Allocated credit limit',
  fill_the_data: 'Please fill the data',
  specify_reason: 'Please specify the reason',
} as const

/** The error catalogue, spec §8, and the sentences of the six refusals. */
export const errorText = {
  missing_action_id: '! Missing Action ID',
  password_policy: 'Please enter a stronger password',
  unconfirmed: 'Please confirm that it is you',
  impersonating: 'Not while you act as somebody else',
  wrong_code: 'Invalid Code, Please enter a valid code',
  user_inactive: (support: string) => `User is inactive. Please contact ${support}`,
  internal_with_support: (support: string) => `Internal server error. Please contact ${support}`,
  registration_number_exists: 'Registration Number already exists',
  email_exists: 'Email already exists',
  action_failed: 'Action Failed',
  no_records: 'No Records Found',
  // Spec §8 leaves other server texts open ("not shown"); these are our words.
  internal: 'Something went wrong on our side. Nothing was changed. Please try again.',
  not_found: (what: string) => `${what} not found`,
  not_allowed: 'You do not have permission to do this',
  needs_person: 'This action needs a person',
  idempotency_conflict: 'This request was already used with different data',
} as const

/** Words of confirmations and toasts, spec §5 and §8. */
export const dialogText = {
  action_successful: 'Action Successful',
  confirm_title: 'Are you sure?',
  confirm_button: 'Yes',
  comments_prompt: 'Comments Please',
  pending_changes: 'Changed Data - Pending Approval',
  close: 'Close',
} as const

/** Spec §5: the comment is required only when the label has one of these words. */
export function isCommentRequired(actionLabel: string): boolean {
  return ['Reject', 'Cancel', 'No Resubmission'].some((word) => actionLabel.includes(word))
}
