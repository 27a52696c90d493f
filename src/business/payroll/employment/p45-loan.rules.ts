/** A P45 says that a student loan continues, and does not name its plan. Pure. */

/** Of the employment `e`: no loan was ever entered. Nothing is deducted from the fee of a company. */
export const lacksP45LoanSql = (e: string): string =>
  `(${e}.p45_student_loan is true and not ${e}.off_payroll
    and not exists (select from business.student_loan p45_loan where p45_loan.employment_id = ${e}.id))`

export const p45LoanWarning = (name: string): string =>
  `The P45 of ${name} says that a student loan continues: ask for its plan, and start it`
