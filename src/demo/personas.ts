/** The personas of a demo database, in the order of the sign-in page, and their shared password. */

/** Public on purpose: it opens only made-up people of a demo database. */
export const demo_password = 'stint demo 2026 week'

export type DemoPersona = {
  /** Key of a person in the lists of the demo world. */
  readonly persona: string
  /** The screens worth opening as this person. */
  readonly shows: string
}

export const personas: readonly DemoPersona[] = [
  { persona: 'agency_admin', shows: 'Larkfield Talent, an agency funded directly: everything of its own' },
  { persona: 'primary_staff_user', shows: 'Larkfield Talent without what it earns' },
  { persona: 'agency_consultant', shows: 'Larkfield Talent: placements and timesheets' },
  { persona: 'agency_read_only', shows: 'Bookkeeper of two agencies: reads, and switches between them' },
  { persona: 'contractor', shows: "Contractor of a limited company: this week's timesheet waits" },
  { persona: 'contractor_umbrella', shows: 'Contractor paid through an umbrella company' },
  { persona: 'contractor_paye', shows: 'Contractor on payroll: payslips' },
  { persona: 'timesheet_approver', shows: 'Client: approves timesheets' },
  { persona: 'invoice_contact', shows: 'Client: invoices and what they cost' },
  { persona: 'hiring_manager', shows: 'Client: placements and contractors' },
  { persona: 'provider_operations', shows: 'Provider: receipts, matching and payment batches' },
  { persona: 'provider_approver', shows: 'Provider: reviews payment batches' },
  { persona: 'provider_admin', shows: 'Provider: everything it operates' },
  { persona: 'funder_admin', shows: 'Funder of an agency that is financed indirectly' },
  { persona: 'funder_analyst', shows: 'The same funder: its exposure' },
  { persona: 'copperbeech_admin', shows: 'Copper Beech, an agency that bills its clients itself' },
  { persona: 'meridian_admin', shows: 'Meridian, an agency financed by a funder' },
]
