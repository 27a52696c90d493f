/** The verbs of payroll: an import and a line each. */
import type { AnyVerb } from '#server/verb.ts'
import { recordStatutoryAbsence } from './payroll/absence/record-statutory-absence.server.ts'
import { withdrawStatutoryAbsence } from './payroll/absence/withdraw-statutory-absence.server.ts'
import { addAgreedDeduction } from './payroll/agreed/add-agreed-deduction.server.ts'
import { endAgreedDeduction } from './payroll/agreed/end-agreed-deduction.server.ts'
import { approveCisSuffered, withdrawCisSuffered } from './payroll/cis/decide-cis-suffered.server.ts'
import { enterCisSuffered } from './payroll/cis/enter-cis-suffered.server.ts'
import { comparePayslipFigures } from './payroll/compared/compare-payslip.server.ts'
import { comparePayslipPeriod } from './payroll/compared/compare-period.server.ts'
import { addAttachmentOrder } from './payroll/employment/add-attachment-order.server.ts'
import { addNiCategory } from './payroll/employment/add-ni-category.server.ts'
import { addTaxCode } from './payroll/employment/add-tax-code.server.ts'
import { changeEmployment } from './payroll/employment/change-employment.server.ts'
import { endAttachmentOrder } from './payroll/employment/end-attachment-order.server.ts'
import { leaveEmployment } from './payroll/employment/leave-employment.server.ts'
import { renumberEmployment } from './payroll/employment/renumber-employment.server.ts'
import { startEmployment } from './payroll/employment/start-employment.server.ts'
import { startStudentLoan } from './payroll/employment/start-student-loan.server.ts'
import { stopStudentLoan } from './payroll/employment/stop-student-loan.server.ts'
import { buildCorrection } from './payroll/ended-years/build-correction.server.ts'
import { correctEndedPay } from './payroll/ended-years/correct-pay.server.ts'
import { enterYearCorrection } from './payroll/ended-years/enter-year-correction.server.ts'
import { payStatement } from './payroll/ended-years/pay-statement.server.ts'
import { previewEndedPay } from './payroll/ended-years/preview-pay.server.ts'
import {
  confirmPayrollOverride,
  rejectPayrollOverride,
} from './payroll/figures/decide-payroll-override.server.ts'
import { importPayrollFigures } from './payroll/figures/import-payroll-figures.server.ts'
import { recordPayrollFigure } from './payroll/figures/record-payroll-figure.server.ts'
import { requestPayrollOverride } from './payroll/figures/request-payroll-override.server.ts'
import { adjustHoliday } from './payroll/holiday/adjust-holiday.server.ts'
import { askHoliday } from './payroll/holiday/ask-holiday.server.ts'
import { approveHoliday, refuseHoliday, withdrawHoliday } from './payroll/holiday/decide-holiday.server.ts'
import { correctNiCategory } from './payroll/letters/correct-ni-category.server.ts'
import { previewNiCorrection } from './payroll/letters/preview-ni-correction.server.ts'
import { closeTaxMonth } from './payroll/months/close-tax-month.server.ts'
import { correctTaxMonth } from './payroll/months/correct-tax-month.server.ts'
import { readP32 } from './payroll/months/read-p32.server.ts'
import { takeOverMonth } from './payroll/months/take-over-month.server.ts'
import { approveOverpayment, refuseOverpayment } from './payroll/overpayments/decide-overpayment.server.ts'
import { planRecovery } from './payroll/overpayments/plan-recovery.server.ts'
import { settleOverpayment } from './payroll/overpayments/settle-overpayment.server.ts'
import { confirmPayslipsPaid } from './payroll/payslips/confirm-payslips-paid.server.ts'
import { issuePayslips } from './payroll/payslips/issue-payslips.server.ts'
import { layOutPayslip } from './payroll/payslips/lay-out-payslip.server.ts'
import { addPensionScheme } from './payroll/pension/add-pension-scheme.server.ts'
import { ceasePensionMember } from './payroll/pension/cease-pension-member.server.ts'
import { endPensionScheme, undoPensionSchemeEnd } from './payroll/pension/end-pension-scheme.server.ts'
import { enrolPensionMember } from './payroll/pension/enrol-pension-member.server.ts'
import { optOutPensionMember } from './payroll/pension/opt-out-pension-member.server.ts'
import { postponePensionMember } from './payroll/pension/postpone-pension-member.server.ts'
import { setPensionDuties } from './payroll/pension/set-pension-duties.server.ts'
import { setPensionLayout } from './payroll/pension/set-pension-layout.server.ts'
import { setPensionTerms } from './payroll/pension/set-pension-terms.server.ts'
import { updatePensionScheme } from './payroll/pension/update-pension-scheme.server.ts'
import { buildEps } from './payroll/returns/build-eps.server.ts'
import { buildFps } from './payroll/returns/build-fps.server.ts'
import { downloadReturn } from './payroll/returns/download-return.server.ts'
import { fileReturnOutside } from './payroll/returns/file-outside.server.ts'
import { issueTaxForm } from './payroll/returns/issue-tax-form.server.ts'
import { sendReturn } from './payroll/returns/send-return.server.ts'
import { takeBackReturn } from './payroll/returns/take-back-return.server.ts'
import { makePensionFile } from './payroll/run-reports/make-pension-file.server.ts'
import { answerPayRunChecks } from './payroll/runs/answer-pay-run-checks.server.ts'
import { approvePayRun, approvePayRunByJob } from './payroll/runs/approve-pay-run.server.ts'
import { calculatePayRun, calculatePayRunByJob } from './payroll/runs/calculate-pay-run.server.ts'
import { checkPayRun, checkPayRunByJob } from './payroll/runs/check-pay-run.server.ts'
import { cancelPayRun, returnPayRun } from './payroll/runs/end-pay-run.server.ts'
import { leaveWorkOut, takeWorkIn } from './payroll/runs/leave-work-out.server.ts'
import { openPayRun } from './payroll/runs/open-pay-run.server.ts'
import { reopenPayRun, reopenPayRunByJob } from './payroll/runs/reopen-pay-run.server.ts'
import { createPayeScheme } from './payroll/schemes/create-paye-scheme.server.ts'
import { endPayeScheme, undoPayeSchemeEnd } from './payroll/schemes/end-paye-scheme.server.ts'
import { setPayeSchemeYear } from './payroll/schemes/set-paye-scheme-year.server.ts'
import { setPayeSource } from './payroll/schemes/set-paye-source.server.ts'
import { updatePayeScheme } from './payroll/schemes/update-paye-scheme.server.ts'
import { removePayeSender } from './payroll/sender/remove-paye-sender.server.ts'
import { setPayeSender } from './payroll/sender/set-paye-sender.server.ts'
import { takeOverEmployment } from './payroll/takeover/take-over-employment.server.ts'
import { undoTakeover } from './payroll/takeover/undo-takeover.server.ts'
import { explainUmbrellaPayslip } from './payroll/umbrella/explain-umbrella-payslip.server.ts'
import { recordUmbrellaPayslip } from './payroll/umbrella/record-umbrella-payslip.server.ts'
import { removeUmbrellaPayslip } from './payroll/umbrella/remove-umbrella-payslip.server.ts'
import { whatIf } from './payroll/what-if/what-if.server.ts'
import { readPayrollDue } from './payroll/workspace/read-payroll-due.server.ts'
import { readYearToDate } from './payroll/workspace/read-year-to-date.server.ts'

export const payroll_verbs: readonly AnyVerb[] = [
  askHoliday,
  approveHoliday,
  refuseHoliday,
  withdrawHoliday,
  adjustHoliday,
  createPayeScheme,
  updatePayeScheme,
  setPayeSchemeYear,
  setPayeSource,
  endPayeScheme,
  undoPayeSchemeEnd,
  setPayeSender,
  removePayeSender,
  startEmployment,
  takeOverEmployment,
  undoTakeover,
  changeEmployment,
  renumberEmployment,
  whatIf,
  leaveEmployment,
  addTaxCode,
  addNiCategory,
  startStudentLoan,
  stopStudentLoan,
  addAgreedDeduction,
  endAgreedDeduction,
  addAttachmentOrder,
  endAttachmentOrder,
  recordPayrollFigure,
  requestPayrollOverride,
  confirmPayrollOverride,
  rejectPayrollOverride,
  importPayrollFigures,
  recordUmbrellaPayslip,
  explainUmbrellaPayslip,
  removeUmbrellaPayslip,
  issuePayslips,
  confirmPayslipsPaid,
  layOutPayslip,
  comparePayslipFigures,
  comparePayslipPeriod,
  openPayRun,
  calculatePayRun,
  calculatePayRunByJob,
  leaveWorkOut,
  takeWorkIn,
  answerPayRunChecks,
  checkPayRun,
  checkPayRunByJob,
  approvePayRun,
  approvePayRunByJob,
  returnPayRun,
  cancelPayRun,
  reopenPayRun,
  reopenPayRunByJob,
  addPensionScheme,
  updatePensionScheme,
  setPensionTerms,
  endPensionScheme,
  undoPensionSchemeEnd,
  setPensionLayout,
  makePensionFile,
  ceasePensionMember,
  enrolPensionMember,
  optOutPensionMember,
  postponePensionMember,
  setPensionDuties,
  recordStatutoryAbsence,
  withdrawStatutoryAbsence,
  enterCisSuffered,
  planRecovery,
  settleOverpayment,
  approveOverpayment,
  refuseOverpayment,
  approveCisSuffered,
  withdrawCisSuffered,
  closeTaxMonth,
  takeOverMonth,
  correctTaxMonth,
  readP32,
  readPayrollDue,
  readYearToDate,
  buildFps,
  buildCorrection,
  enterYearCorrection,
  correctEndedPay,
  previewEndedPay,
  payStatement,
  correctNiCategory,
  previewNiCorrection,
  buildEps,
  downloadReturn,
  fileReturnOutside,
  sendReturn,
  takeBackReturn,
  issueTaxForm,
]
