/** The documents that a placement is agreed with: made from templates once all sides have agreed (decision 0142). Pure. */

/** Kinds of templates that a temp placement fills, with the ones that are signed. */
export const schedule_kinds = {
  assignment_schedule: { is_signed: true },
  business_terms: { is_signed: true },
  key_information_limited: { is_signed: false },
  key_information_paye: { is_signed: false },
  key_information_umbrella: { is_signed: false },
  limited_contract: { is_signed: true },
  opt_out: { is_signed: true },
  paye_terms: { is_signed: true },
  self_billing: { is_signed: true },
  umbrella_contract: { is_signed: true },
} as const satisfies Readonly<Record<string, { is_signed: boolean }>>
export type ScheduleKind = keyof typeof schedule_kinds

export const schedule_kind_names = Object.keys(schedule_kinds) as ScheduleKind[] // Its keys.
export const signed_kinds = schedule_kind_names.filter((kind) => schedule_kinds[kind].is_signed)

const isScheduleKind = (kind: string): kind is ScheduleKind => Object.hasOwn(schedule_kinds, kind)

export const SCHEDULE_MAX = 10

/** True for a kind of document that is signed, with electronic signing on. Other documents become files of the placement. */
export const needsSignature = (kind: string, e_sign: boolean): boolean =>
  e_sign && isScheduleKind(kind) && schedule_kinds[kind].is_signed
