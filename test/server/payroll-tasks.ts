/** Cases of payroll's tasks: how each opens, for whom, and the ways in which it closes. */
import type { Viewer } from '#entity/access.ts'
import { addMonths } from '#kernel/day.ts'
import { admin, checker, operations, provider, type Stage } from './example-parts.ts'
import { sentBack } from './pay-run-examples.ts'
import { schemeOf } from './payroll-examples.ts'
import { rejected, unanswered } from './return-examples.ts'

const set_duties = 'business.paye_scheme.set_pension_duties'

type Step = (id: string) => Promise<unknown>
type Parts = {
  readonly stage: () => Stage
  /** A record that waits for a verb. */
  readonly waiting: (action_id: string) => Promise<string>
  readonly doingOne: (by: () => Viewer, action_id: string, more?: object) => Step
}

export const payrollTasks = ({ stage, waiting, doingOne }: Parts) => ({
  pay_run_to_approve: {
    open: () => waiting('transaction.pay_run.approve'),
    people: () => [provider(stage()), checker(stage())],
    ends: {
      return: doingOne(() => checker(stage()), 'transaction.pay_run.return', { reason: 'A notice came in' }),
      cancel: doingOne(() => operations(stage()), 'transaction.pay_run.cancel', { reason: 'Only tried' }),
    },
  },
  pay_run_went_back: {
    open: async () => sentBack(stage(), await waiting('transaction.pay_run.approve')),
    // Who opened, calculated and checked it.
    people: () => [operations(stage())],
    ends: {
      calculate: doingOne(() => operations(stage()), 'transaction.pay_run.calculate'),
      cancel: doingOne(() => operations(stage()), 'transaction.pay_run.cancel', { reason: 'Only tried' }),
    },
  },
  cis_to_approve: {
    open: () => waiting('transaction.cis_suffered.approve'),
    people: () => [provider(stage()), checker(stage())],
    ends: {
      approve: doingOne(() => checker(stage()), 'transaction.cis_suffered.approve'),
      withdraw: doingOne(() => operations(stage()), 'transaction.cis_suffered.withdraw', {
        reason: 'A statement was missing',
      }),
    },
  },
  overpayment_to_decide: {
    open: () => waiting('transaction.overpayment.approve'),
    people: () => [provider(stage()), checker(stage())],
    ends: {
      approve: doingOne(() => checker(stage()), 'transaction.overpayment.approve'),
      refuse: doingOne(() => checker(stage()), 'transaction.overpayment.refuse', {
        reason: 'There is no such bank line',
      }),
    },
  },
  pension_re_enrolment: {
    open: async () => {
      const id = await schemeOf(stage(), admin(stage()))
      const pension_duties_from = addMonths(stage().clock.today(), -36)
      await doingOne(() => admin(stage()), set_duties, { pension_duties_from })(id)
      return id
    },
    people: () => [admin(stage())],
    ends: {
      set: (id: string) => {
        const re_enrolled_on = stage().clock.today()
        const pension_duties_from = addMonths(re_enrolled_on, -36)
        return doingOne(() => admin(stage()), set_duties, { pension_duties_from, re_enrolled_on })(id)
      },
    },
  },
  return_rejected: {
    open: () => rejected(stage()),
    people: () => [operations(stage()), provider(stage())],
    ends: {
      file: doingOne(() => operations(stage()), 'transaction.rti_submission.file_outside', {
        receipt: 'By another program',
      }),
      send: doingOne(() => operations(stage()), 'transaction.rti_submission.send'),
    },
  },
  return_unanswered: {
    open: () => unanswered(stage()),
    people: () => [operations(stage()), provider(stage())],
    ends: {
      file: doingOne(() => operations(stage()), 'transaction.rti_submission.file_outside', {
        receipt: 'By telephone',
      }),
      take_back: doingOne(() => operations(stage()), 'transaction.rti_submission.take_back', {
        reason: 'HMRC has none',
      }),
    },
  },
  holiday_to_approve: {
    open: () => waiting('transaction.holiday.approve'),
    people: () => [admin(stage())],
    ends: {
      approve: doingOne(() => admin(stage()), 'transaction.holiday.approve'),
      refuse: doingOne(() => admin(stage()), 'transaction.holiday.refuse', { reason: 'Too many are away' }),
      withdraw: doingOne(() => operations(stage()), 'transaction.holiday.withdraw', {
        reason: 'Other plans',
      }),
    },
  },
})
