/**
 * Types of the documents in gql(…), made from schema.graphql by `npm run queries`. Do not edit.
 */
import type { Where } from '#entity/filter.ts'
import type { Day } from '#kernel/day.ts'
import type { Json } from './json-columns.ts'

export interface Queries {
  /** src/business/payroll/absence/absences.card.tsx */
  readonly absences: {
    readonly variables: { readonly id: string }
    readonly parts: readonly []
    readonly answer: {
      readonly absences: readonly {
        readonly id: string
        readonly kind: 'ssp' | 'smp' | 'spp' | 'sap' | 'shpp' | 'spbp' | 'sncp' | 'unpaid'
        readonly first_day: Day
        readonly last_day: Day
        readonly qualifying_days: string | null
        readonly evidence: string | null
        readonly average_weekly_earnings: number
        readonly average_reason: string | null
        readonly withdrawn_at: string | null
        readonly withdraw_reason: string | null
        readonly created_by_name: string
        readonly payments: readonly {
          readonly id: string
          readonly pay_day: Day
          readonly amount: number
          readonly recovered: number
          readonly compensation: number
        }[]
      }[]
    }
  }
  /** src/business/records/account.page.tsx */
  readonly account: {
    readonly variables: { readonly id: string }
    readonly parts: readonly ['company_fields']
    readonly answer: {
      readonly business: {
        readonly id: string
        readonly human_id: string
        readonly name: string
        readonly status: 'draft' | 'submitted' | 'approved' | 'rejected' | 'onboarded'
        readonly type: 'agency' | 'client' | 'funder' | 'provider' | 'contractor' | 'limited' | 'umbrella' | 'selfemployed' | 'payer' | 'creditor'
        readonly onboarded_at: string | null
        readonly books_begin: Day | null
        readonly base_currency: {
          readonly alpha_code: string
          readonly name: string
        } | null
        readonly company: {
          readonly name: string
          readonly brn: string | null
          readonly is_vat_registered: boolean
          readonly vat_registration_no: string | null
          readonly email: string | null
          readonly phone: string | null
          readonly website: string | null
          readonly industries: readonly string[]
          readonly logo_attachment_id: string | null
          readonly address: {
            readonly line_1: string
            readonly line_2: string | null
            readonly line_3: string | null
            readonly line_4: string | null
            readonly city: string | null
            readonly state: string | null
            readonly zipcode: string | null
            readonly country: string
            readonly country_code: string
            readonly complete_address: string | null
          } | null
        } | null
      } | null
    }
  }
  /** src/business/platform/own-security/acted-as-me.card.tsx */
  readonly acted_as_me: {
    readonly variables: { readonly user_id: string }
    readonly parts: readonly []
    readonly answer: {
      readonly rows: readonly {
        readonly id: string
        readonly impersonator_name: string
        readonly reason: string
        readonly started_at: string
        readonly ended_at: string | null
      }[]
    }
  }
  /** src/business/expenses/expense.page.tsx */
  readonly activities: {
    readonly variables: { readonly where: Where }
    readonly parts: readonly []
    readonly answer: {
      readonly steps: readonly {
        readonly id: string
        readonly old_status: 'draft' | 'submitted' | 'rejected' | 'approved' | 'suspense' | 'cancelled' | null
        readonly new_status: 'draft' | 'submitted' | 'rejected' | 'approved' | 'suspense' | 'cancelled'
        readonly message: string
        readonly comment: string | null
        readonly user_name: string
        readonly created_at: string
      }[]
    }
  }
  /** src/business/single-documents/edit-single.form.tsx */
  readonly adhoc_fee_typed: {
    readonly variables: { readonly id: string }
    readonly parts: readonly []
    readonly answer: {
      readonly documents: readonly {
        readonly title: string
        readonly description: string | null
        readonly amount: number | null
        readonly tax_type: 'standard' | 'zero' | 'exempt' | 'outside_scope' | 'reverse_charge' | 'none' | null
        readonly reference: string | null
        readonly po_number: string | null
        readonly payment_terms: number | null
        readonly currency: {
          readonly alpha_code: string
        } | null
        readonly funder: {
          readonly id: string
          readonly name: string
        } | null
      }[]
    }
  }
  /** src/business/portfolio/funding-ages.card.tsx */
  readonly aged_agency: {
    readonly variables: never
    readonly parts: readonly []
    readonly answer: {
      readonly id: string
      readonly agency_id: string
      readonly agency_name: string
      readonly alpha_code: string
      readonly net_outstanding_balance: number
      readonly aged_current: number
      readonly aged_0_30: number
      readonly aged_31_60: number
      readonly aged_61_90: number
      readonly aged_91_120: number
      readonly aged_over_120: number
    }
  }
  /** src/business/funding/collection-notes/collection-note-new.form.tsx */
  readonly agencies: {
    readonly variables: Readonly<Record<string, never>>
    readonly parts: readonly []
    readonly answer: {
      readonly agencies: readonly {
        readonly id: string
        readonly name: string
      }[]
      readonly currencies: readonly {
        readonly alpha_code: string
        readonly name: string
      }[]
    }
  }
  /** src/business/reports/earnings-weeks.card.tsx */
  readonly agency_earnings: {
    readonly variables: { readonly args: { readonly raised_from?: string | null; readonly raised_to?: string | null; readonly currency_id?: string | null } }
    readonly parts: readonly []
    readonly answer: {
      readonly weeks: readonly {
        readonly id: string
        readonly week_end_date: Day
        readonly payment_reference: string
        readonly alpha_code: string
        readonly document_count: number
        readonly total_amount: number
        readonly paid_amount: number
        readonly outstanding_balance: number
      }[]
    }
  }
  /** src/business/parties/new-party/agency-features.card.tsx */
  readonly agency_features: {
    readonly variables: { readonly id: string }
    readonly parts: readonly []
    readonly answer: {
      readonly features: readonly {
        readonly feature_code: string
      }[]
    }
  }
  /** src/business/portfolio/funding-agencies.card.tsx */
  readonly agency_overadvance: {
    readonly variables: never
    readonly parts: readonly []
    readonly answer: {
      readonly id: string
      readonly principal_id: string
      readonly agency_id: string
      readonly amount: number
      readonly effective_to: Day
      readonly currency: {
        readonly alpha_code: string
      } | null
    }
  }
  /** src/business/placements/paye-scheme/agency-schemes.hook.ts */
  readonly agency_paye_schemes: {
    readonly variables: { readonly agency_id: string }
    readonly parts: readonly []
    readonly answer: {
      readonly schemes: readonly {
        readonly id: string
        readonly employer_reference: string
      }[]
    }
  }
  /** src/business/placements/agency-workers/agency-worker.card.tsx */
  readonly agency_worker: {
    readonly variables: { readonly id: string; readonly today: string }
    readonly parts: readonly []
    readonly answer: {
      readonly placement: {
        readonly id: string
        readonly unit_type: 'hourly' | 'daily' | 'monthly' | 'custom'
        readonly awr_role: string | null
        readonly awr_qualifying_date: Day | null
        readonly awr_comparable_rate: number | null
        readonly currency: {
          readonly alpha_code: string
        } | null
      } | null
      readonly rates: readonly {
        readonly value_text: 'hourly' | 'daily' | 'monthly' | 'custom'
        readonly value_numeric: number
        readonly value_boolean: boolean | null
        readonly value_jsonb_object: Json<'contract_rate.value_jsonb_object'>
      }[]
    }
  }
  /** src/business/payroll/agreed/agreed-deductions.card.tsx */
  readonly agreed_deductions: {
    readonly variables: { readonly id: string }
    readonly parts: readonly []
    readonly answer: {
      readonly agreed: readonly {
        readonly id: string
        readonly purpose: string
        readonly agreed_on: Day
        readonly evidence: string
        readonly amount: number
        readonly total: number | null
        readonly effective_from: Day
        readonly ended_on: Day | null
        readonly end_reason: string | null
        readonly created_by_name: string
      }[]
    }
  }
  /** src/business/people/api-tokens/api-token.page.tsx */
  readonly api_tokens: {
    readonly variables: Readonly<Record<string, never>>
    readonly parts: readonly []
    readonly answer: {
      readonly tokens: readonly {
        readonly id: string
        readonly name: string
        readonly prefix: string
        readonly state: 'active' | 'expired' | 'revoked' | null
        readonly roles: readonly string[]
        readonly actions: readonly string[]
        readonly is_read_only: boolean
        readonly ip_allow: readonly string[]
        readonly expires_at: string
        readonly last_used_at: string | null
        readonly last_used_ip: string | null
        readonly created_by_name: string
        readonly revoked_at: string | null
        readonly review_asked_at: string | null
      }[]
    }
  }
  /** src/business/parties/associated-businesses.card.tsx */
  readonly associated_business_names: {
    readonly variables: { readonly ids: readonly (string)[] }
    readonly parts: readonly []
    readonly answer: {
      readonly companies: readonly {
        readonly id: string
        readonly human_id: string
        readonly name: string
        readonly type: 'agency' | 'client' | 'funder' | 'provider' | 'contractor' | 'limited' | 'umbrella' | 'selfemployed' | 'payer' | 'creditor'
      }[]
    }
  }
  /** src/business/parties/associated-businesses.card.tsx */
  readonly associated_businesses: {
    readonly variables: { readonly id: string }
    readonly parts: readonly []
    readonly answer: {
      readonly contractor: {
        readonly id: string
        readonly associated_business_ids: readonly string[] | null
      } | null
    }
  }
  /** src/business/payroll/employment/deductions.card.tsx */
  readonly attachment_orders: {
    readonly variables: { readonly id: string; readonly with_debt: boolean }
    readonly parts: readonly []
    readonly answer: {
      readonly orders: readonly {
        readonly id: string
        readonly kind: 'dea' | 'council_tax' | 'deo' | 'aeo_priority' | 'aeo_civil' | 'ccaeo'
        readonly authority: string
        readonly reference: string
        readonly order_date: Day
        readonly rate: 'standard' | 'higher' | 'fixed' | 'table' | 'given'
        readonly amount: number | null
        readonly protected_earnings: number | null
        readonly charges_admin_fee: boolean
        readonly ended_on: Day | null
        readonly end_reason: string | null
        readonly created_by_name: string
        readonly debt?: number | null
      }[]
    }
  }
  /** src/web/blocks/Attachments.tsx */
  readonly attachments: {
    readonly variables: { readonly entity: string; readonly id: string; readonly with_author: boolean }
    readonly parts: readonly []
    readonly answer: {
      readonly files: readonly {
        readonly id: string
        readonly file_name: string
        readonly size_bytes: number
        readonly created_at: string
        readonly business_id: string | null
        readonly created_by?: string | null
        readonly client_id: string | null
        readonly contractor_id: string | null
        readonly funder_id?: string | null
      }[]
    }
  }
  /** src/business/bank-accounts/bank-account.hook.ts */
  readonly bank_account: {
    readonly variables: { readonly id: string; readonly decides: boolean }
    readonly parts: readonly ['bank_account_fields']
    readonly answer: {
      readonly account: {
        readonly id: string
        readonly status: 'pending' | 'confirmed' | 'retired' | 'rejected'
        readonly purpose: 'payout' | 'trust' | 'receipt'
        readonly bank_name: string
        readonly account_holder_name: string
        readonly account_number: string | null
        readonly sort_code: string | null
        readonly iban: string | null
        readonly swift_code: string | null
        readonly ach_routing: string | null
        readonly payable_from: Day | null
        readonly created_at: string
        readonly held_at: string | null
        readonly hold_reason: string | null
        readonly hold_ended_at: string | null
        readonly requested_by?: string | null
        readonly entered_by_link?: string | null
        readonly decision_comment?: string | null
        readonly held_by?: string | null
        readonly business: {
          readonly id: string
          readonly name: string
          readonly type: 'agency' | 'client' | 'funder' | 'provider' | 'contractor' | 'limited' | 'umbrella' | 'selfemployed' | 'payer' | 'creditor'
        } | null
        readonly currency: {
          readonly id: string
          readonly alpha_code: string
        } | null
      } | null
    }
  }
  /** src/business/bank-accounts/bank-account.hook.ts */
  readonly bank_account_fields: {
    readonly variables: never
    readonly parts: readonly []
    readonly answer: {
      readonly id: string
      readonly status: 'pending' | 'confirmed' | 'retired' | 'rejected'
      readonly purpose: 'payout' | 'trust' | 'receipt'
      readonly bank_name: string
      readonly account_holder_name: string
      readonly account_number: string | null
      readonly sort_code: string | null
      readonly iban: string | null
      readonly swift_code: string | null
      readonly ach_routing: string | null
      readonly payable_from: Day | null
      readonly created_at: string
      readonly held_at: string | null
      readonly hold_reason: string | null
      readonly hold_ended_at: string | null
      readonly requested_by?: string | null
      readonly entered_by_link?: string | null
      readonly decision_comment?: string | null
      readonly held_by?: string | null
      readonly business: {
        readonly id: string
        readonly name: string
        readonly type: 'agency' | 'client' | 'funder' | 'provider' | 'contractor' | 'limited' | 'umbrella' | 'selfemployed' | 'payer' | 'creditor'
      } | null
      readonly currency: {
        readonly id: string
        readonly alpha_code: string
      } | null
    }
  }
  /** src/business/bank-accounts/bank-account.hook.ts */
  readonly bank_accounts: {
    readonly variables: { readonly ids: readonly (string)[]; readonly decides: boolean }
    readonly parts: readonly ['bank_account_fields']
    readonly answer: {
      readonly accounts: readonly {
        readonly id: string
        readonly status: 'pending' | 'confirmed' | 'retired' | 'rejected'
        readonly purpose: 'payout' | 'trust' | 'receipt'
        readonly bank_name: string
        readonly account_holder_name: string
        readonly account_number: string | null
        readonly sort_code: string | null
        readonly iban: string | null
        readonly swift_code: string | null
        readonly ach_routing: string | null
        readonly payable_from: Day | null
        readonly created_at: string
        readonly held_at: string | null
        readonly hold_reason: string | null
        readonly hold_ended_at: string | null
        readonly requested_by?: string | null
        readonly entered_by_link?: string | null
        readonly decision_comment?: string | null
        readonly held_by?: string | null
        readonly business: {
          readonly id: string
          readonly name: string
          readonly type: 'agency' | 'client' | 'funder' | 'provider' | 'contractor' | 'limited' | 'umbrella' | 'selfemployed' | 'payer' | 'creditor'
        } | null
        readonly currency: {
          readonly id: string
          readonly alpha_code: string
        } | null
      }[]
    }
  }
  /** src/business/records/bank-line.page.tsx */
  readonly bank_line: {
    readonly variables: { readonly id: string }
    readonly parts: readonly []
    readonly answer: {
      readonly line: {
        readonly id: string
        readonly transaction_date: Day
        readonly amount: number
        readonly reference: string
        readonly counterparty: string
        readonly currency: {
          readonly alpha_code: string
        } | null
        readonly bank_account: {
          readonly bank_name: string
          readonly account_number: string | null
        } | null
        readonly receipts: readonly {
          readonly id: string
          readonly human_id: string
        }[]
        readonly returns: readonly {
          readonly id: string
          readonly human_id: string
          readonly reversal_reason: string | null
          readonly payment_batch: {
            readonly id: string
            readonly human_id: string
          } | null
        }[]
      } | null
    }
  }
  /** src/business/payments/payment-batch.hook.ts */
  readonly batch: {
    readonly variables: { readonly id: string }
    readonly parts: readonly []
    readonly answer: {
      readonly batch: {
        readonly id: string
        readonly human_id: string
        readonly status: 'hold' | 'under_review' | 'reviewed' | 'completed' | 'cancelled'
        readonly run_date: Day
        readonly amount: number
        readonly item_count: number
        readonly made_by: string
        readonly released_by: readonly string[]
        readonly reviewed_by: string | null
        readonly reviewed_at: string | null
        readonly completed_by: string | null
        readonly completed_at: string | null
        readonly cancelled_by: string | null
        readonly cancelled_at: string | null
        readonly cancel_reason: string | null
        readonly created_at: string
        readonly updated_at: string
        readonly principal_id: string
        readonly currency_id: string
        readonly principal: {
          readonly name: string
        } | null
        readonly currency: {
          readonly alpha_code: string
        } | null
        readonly files: readonly {
          readonly id: string
          readonly format: 'bacs' | 'pain_001' | 'csv'
          readonly file_name: string
          readonly sha256: string
          readonly amount: number
          readonly payment_count: number
          readonly processing_day: Day
          readonly created_at: string
        }[]
        readonly items: readonly {
          readonly id: string
          readonly amount: number
          readonly status: 'included' | 'held' | 'paid' | 'removed' | 'returned'
          readonly hold_reason: string | null
          readonly is_first_payment: boolean
          readonly payee: {
            readonly name: string
          } | null
          readonly agency: {
            readonly name: string
          } | null
          readonly bank_account: {
            readonly sort_code: string | null
            readonly account_number: string | null
            readonly iban: string | null
          } | null
          readonly invoice: {
            readonly id: string
            readonly human_id: string
            readonly type: 'provider-client' | 'agency-client' | 'funder-client' | 'agency-funder' | 'funder-agency' | 'contractor-agency' | 'agency-provider' | 'provider-agency' | 'platform_fee' | 'agency_earnings' | 'apprenticeship_levy' | 'employer_ni' | 'employer_pension' | 'holiday_pay_retained'
            readonly due_date: Day
            readonly total_amount: number
            readonly paid_amount: number | null
            readonly outstanding_balance: number | null
          } | null
          readonly refund: {
            readonly requested_by: string
            readonly payment_receipt_summary: {
              readonly id: string
              readonly human_id: string
            } | null
          } | null
          readonly payroll_payment: {
            readonly id: string
            readonly human_id: string
            readonly kind: 'net_pay' | 'hmrc' | 'pension' | 'attachment' | 'relief'
            readonly due_date: Day
          } | null
          readonly payment: {
            readonly id: string
            readonly human_id: string
          } | null
        }[]
      } | null
    }
  }
  /** src/business/payments/new-batch.form.tsx */
  readonly batch_choices: {
    readonly variables: Readonly<Record<string, never>>
    readonly parts: readonly []
    readonly answer: {
      readonly currencies: readonly {
        readonly id: string
        readonly name: string
        readonly alpha_code: string
      }[]
      readonly principals: readonly {
        readonly id: string
        readonly name: string
      }[]
    }
  }
  /** src/business/dashboard/insight.hook.ts */
  readonly best: {
    readonly variables: { readonly client: { readonly per?: string | null; readonly indirect?: boolean | null; readonly raised_from?: string | null; readonly raised_to?: string | null; readonly currency_id?: string | null }; readonly contractor: { readonly per?: string | null; readonly indirect?: boolean | null; readonly raised_from?: string | null; readonly raised_to?: string | null; readonly currency_id?: string | null } }
    readonly parts: readonly ['best_subject']
    readonly answer: {
      readonly client: readonly {
        readonly id: string
        readonly subject_id: string | null
        readonly name: string | null
        readonly work_count: number
        readonly client_gross: number
        readonly sale_gross: number
        readonly agency_gross: number
      }[]
      readonly contractor: readonly {
        readonly id: string
        readonly subject_id: string | null
        readonly name: string | null
        readonly work_count: number
        readonly client_gross: number
        readonly sale_gross: number
        readonly agency_gross: number
      }[]
    }
  }
  /** src/business/dashboard/insight.hook.ts */
  readonly best_subject: {
    readonly variables: never
    readonly parts: readonly []
    readonly answer: {
      readonly id: string
      readonly subject_id: string | null
      readonly name: string | null
      readonly work_count: number
      readonly client_gross: number
      readonly sale_gross: number
      readonly agency_gross: number
    }
  }
  /** src/business/change-requests/request-activities.card.tsx */
  readonly change_request_activities: {
    readonly variables: { readonly id: string }
    readonly parts: readonly []
    readonly answer: {
      readonly steps: readonly {
        readonly id: string
        readonly old_status: string | null
        readonly new_status: string
        readonly comment: string | null
        readonly user_name: string
        readonly created_at: string
      }[]
    }
  }
  /** src/business/change-requests/request-flow.card.tsx */
  readonly change_request_flow: {
    readonly variables: { readonly id: string }
    readonly parts: readonly []
    readonly answer: {
      readonly flows: readonly {
        readonly id: string
        readonly business_type: 'agency' | 'client' | 'contractor' | 'funder' | 'provider'
        readonly approvals: readonly {
          readonly status: 'pending' | 'approved' | 'rejected'
        }[]
      }[]
    }
  }
  /** src/business/change-requests/change-request.page.tsx */
  readonly change_request_values: {
    readonly variables: { readonly id: string }
    readonly parts: readonly []
    readonly answer: {
      readonly raw: {
        readonly old_values: Json<'request_change_request.old_values'>
        readonly new_values: Json<'request_change_request.new_values'>
      } | null
    }
  }
  /** src/business/change-requests/placement-changes/new-perm-change.form.tsx */
  readonly changed_perm_placement: {
    readonly variables: { readonly id: string }
    readonly parts: readonly []
    readonly answer: {
      readonly placement: {
        readonly id: string
        readonly human_id: string
        readonly title: string
        readonly contract_start_date: Day | null
        readonly placement_fee: number | null
        readonly funding_type: 'funded' | 'partly_funded' | 'paid_when_paid'
        readonly currency: {
          readonly alpha_code: string
        } | null
        readonly invoice_sets: readonly {
          readonly id: string
        }[]
      } | null
    }
  }
  /** src/business/change-requests/placement-changes/new-change-request.form.tsx */
  readonly changed_placement: {
    readonly variables: { readonly id: string }
    readonly parts: readonly []
    readonly answer: {
      readonly placement: {
        readonly id: string
        readonly human_id: string
        readonly title: string
        readonly start_date: Day
        readonly end_date: Day | null
        readonly work_location: string | null
        readonly po_number: string | null
        readonly currency: {
          readonly alpha_code: string
        } | null
        readonly client: {
          readonly id: string
          readonly name: string
        } | null
        readonly notice_type: 'none' | 'single' | 'two_stage' | null
        readonly notice_period: number | null
        readonly notice_period_unit: 'day' | 'week' | 'month' | null
        readonly notice_initial: number | null
        readonly notice_initial_unit: 'day' | 'week' | 'month' | null
        readonly notice_duration: number | null
        readonly notice_duration_unit: 'day' | 'week' | 'month' | null
        readonly no_right_to_serve_notice: boolean
        readonly ir35_status: 'inside' | 'outside' | 'not_applicable' | null
        readonly ir35_determined_by: 'client' | 'contractor' | null
        readonly awr_role: string | null
        readonly funding_type: 'funded' | 'partly_funded' | 'paid_when_paid'
        readonly expense_funding_type: 'funded' | 'partly_funded' | 'paid_when_paid' | null
        readonly timesheet_frequency: 'week' | 'month'
        readonly contractor_id: string
        readonly payment_company_id: string
        readonly rates: readonly {
          readonly id: string
          readonly group_id: string
          readonly name: string
          readonly sub_type: 'contractor_rate' | 'client_rate'
          readonly value_text: 'hourly' | 'daily' | 'monthly' | 'custom'
          readonly value_numeric: number
          readonly value_boolean: boolean | null
          readonly value_jsonb_object: Json<'contract_rate.value_jsonb_object'>
          readonly effective_from: Day
          readonly effective_to: Day | null
        }[]
      } | null
    }
  }
  /** src/business/credit-control/chase-plan.form.tsx */
  readonly chase_plan: {
    readonly variables: never
    readonly parts: readonly []
    readonly answer: {
      readonly steps: readonly {
        readonly days: number
        readonly subject: string
        readonly body: string
      }[]
      readonly schedules: readonly {
        readonly day_of_month: number
      }[]
    }
  }
  /** src/business/payroll/cis/cis-suffered.card.tsx */
  readonly cis_suffered: {
    readonly variables: { readonly id: string; readonly year: number }
    readonly parts: readonly []
    readonly answer: {
      readonly figures: readonly {
        readonly id: string
        readonly status: 'entered' | 'approved' | 'withdrawn'
        readonly tax_month: number
        readonly period_end: Day
        readonly amount: number
        readonly evidence: string
        readonly created_by_name: string
        readonly approved_by_name: string | null
        readonly withdrawn_by_name: string | null
        readonly withdrawal_reason: string | null
      }[]
    }
  }
  /** src/business/placements/construction/cis-verifications.card.tsx */
  readonly cis_verifications: {
    readonly variables: { readonly id: string }
    readonly parts: readonly []
    readonly answer: {
      readonly found: readonly {
        readonly id: string
        readonly verification_number: string
        readonly verified_on: Day
        readonly result: 'gross_payment' | 'deduct_20' | 'deduct_30'
        readonly agency: {
          readonly id: string
          readonly name: string
        } | null
      }[]
    }
  }
  /** src/business/funding/client-funding.card.tsx */
  readonly client_funding: {
    readonly variables: { readonly id: string }
    readonly parts: readonly []
    readonly answer: {
      readonly pairs: readonly {
        readonly id: string
        readonly agency_id: string | null
        readonly verification_status: 'unverified' | 'verified' | null
        readonly verified_at: string | null
        readonly verification_method: 'call_back' | 'purchase_order' | 'bank_receipt' | null
        readonly verified_with: string | null
        readonly verification_source: string | null
        readonly agency: {
          readonly name: string
        } | null
      }[]
    }
  }
  /** src/business/change-requests/placement-changes/invoice-contact.card.tsx */
  readonly client_invoice_contacts: {
    readonly variables: { readonly client_id: string }
    readonly parts: readonly []
    readonly answer: {
      readonly contacts: readonly {
        readonly id: string
      }[]
    }
  }
  /** src/business/credit-control/client-timeline.card.tsx */
  readonly client_promise: {
    readonly variables: never
    readonly parts: readonly []
    readonly answer: {
      readonly id: string
      readonly amount: number
      readonly promised_date: Day
      readonly status: 'open' | 'kept' | 'broken' | 'withdrawn'
      readonly note: string | null
      readonly user_name: string
      readonly created_at: string
      readonly updated_at: string
      readonly invoice: {
        readonly id: string
        readonly human_id: string
      } | null
      readonly currency: {
        readonly alpha_code: string
      } | null
    }
  }
  /** src/business/parties/client-sizes/client-sizes.card.tsx */
  readonly client_sizes: {
    readonly variables: { readonly id: string }
    readonly parts: readonly []
    readonly answer: {
      readonly sizes: readonly {
        readonly id: string
        readonly tax_year: number
        readonly size: 'small' | 'medium_large' | 'public_sector'
        readonly stated_by: string
        readonly stated_on: Day
      }[]
    }
  }
  /** src/business/reports/client-statement.page.tsx */
  readonly client_statement: {
    readonly variables: { readonly client_id: string }
    readonly parts: readonly []
    readonly answer: {
      readonly rows: readonly {
        readonly id: string
        readonly client_name: string
        readonly client_human_id: string
        readonly alpha_code: string
        readonly invoice_count: number
        readonly net_outstanding_balance: number
        readonly unallocated_amount: number
        readonly credit_limit: number | null
        readonly headroom: number | null
        readonly aged_current: number
        readonly aged_0_30: number
        readonly aged_31_60: number
        readonly aged_61_90: number
        readonly aged_91_120: number
        readonly aged_over_120: number
      }[]
      readonly client: readonly {
        readonly name: string
        readonly human_id: string
      }[]
    }
  }
  /** src/business/consolidated/consolidated-new.form.tsx */
  readonly clients: {
    readonly variables: Readonly<Record<string, never>>
    readonly parts: readonly []
    readonly answer: {
      readonly links: readonly {
        readonly from_business_id: string
        readonly to_business_id: string
        readonly from_party: {
          readonly name: string
        } | null
        readonly to_party: {
          readonly name: string
        } | null
        readonly consolidation_frequency: 'week' | 'month' | null
        readonly consolidation_by: 'client' | 'po_number' | 'placement' | null
      }[]
    }
  }
  /** src/business/reports/agency-commission.page.tsx */
  readonly commission_models: {
    readonly variables: Readonly<Record<string, never>>
    readonly parts: readonly []
    readonly answer: {
      readonly indirect: readonly {
        readonly id: string
      }[]
      readonly other: readonly {
        readonly id: string
      }[]
    }
  }
  /** src/business/reports/commission-summary.card.tsx */
  readonly commission_summary: {
    readonly variables: never
    readonly parts: readonly []
    readonly answer: {
      readonly id: string
      readonly subject_id: string | null
      readonly human_id: string | null
      readonly name: string | null
      readonly alpha_code: string
      readonly work_count: number
      readonly sale_gross: number
    }
  }
  /** src/business/parties/company-profile/company.form.tsx */
  readonly company_fields: {
    readonly variables: never
    readonly parts: readonly []
    readonly answer: {
      readonly name: string
      readonly brn: string | null
      readonly is_vat_registered: boolean
      readonly vat_registration_no: string | null
      readonly email: string | null
      readonly phone: string | null
      readonly website: string | null
      readonly industries: readonly string[]
      readonly logo_attachment_id: string | null
      readonly address: {
        readonly line_1: string
        readonly line_2: string | null
        readonly line_3: string | null
        readonly line_4: string | null
        readonly city: string | null
        readonly state: string | null
        readonly zipcode: string | null
        readonly country: string
        readonly country_code: string
        readonly complete_address: string | null
      } | null
    }
  }
  /** src/business/change-requests/company-requests/new-company-request.form.tsx */
  readonly company_for: {
    readonly variables: { readonly id: string }
    readonly parts: readonly []
    readonly answer: {
      readonly contractor: {
        readonly id: string
        readonly name: string
        readonly human_id: string
      } | null
    }
  }
  /** src/business/parties/company-profile/identifier-taken.view.ts */
  readonly company_of_number: {
    readonly variables: { readonly brn: string }
    readonly parts: readonly []
    readonly answer: {
      readonly business_company: readonly {
        readonly id: string
      }[]
    }
  }
  /** src/business/parties/company-profile/edit-company.form.tsx */
  readonly company_profile: {
    readonly variables: { readonly id: string }
    readonly parts: readonly ['company_fields']
    readonly answer: {
      readonly business: {
        readonly id: string
        readonly status: 'draft' | 'submitted' | 'approved' | 'rejected' | 'onboarded'
        readonly type: 'agency' | 'client' | 'funder' | 'provider' | 'contractor' | 'limited' | 'umbrella' | 'selfemployed' | 'payer' | 'creditor'
        readonly company: {
          readonly name: string
          readonly brn: string | null
          readonly is_vat_registered: boolean
          readonly vat_registration_no: string | null
          readonly email: string | null
          readonly phone: string | null
          readonly website: string | null
          readonly industries: readonly string[]
          readonly logo_attachment_id: string | null
          readonly address: {
            readonly line_1: string
            readonly line_2: string | null
            readonly line_3: string | null
            readonly line_4: string | null
            readonly city: string | null
            readonly state: string | null
            readonly zipcode: string | null
            readonly country: string
            readonly country_code: string
            readonly complete_address: string | null
          } | null
        } | null
      } | null
    }
  }
  /** src/business/parties/company-status/company-status.card.tsx */
  readonly company_status: {
    readonly variables: { readonly id: string }
    readonly parts: readonly []
    readonly answer: {
      readonly companies: readonly {
        readonly brn: string | null
        readonly register_standing: 'unchecked' | 'in_order' | 'insolvent' | 'closed' | 'unknown_number' | 'unavailable'
        readonly register_words: string | null
        readonly register_checked_at: string | null
      }[]
    }
  }
  /** src/business/consolidated/consolidated-data.card.tsx */
  readonly consolidated: {
    readonly variables: { readonly id: string; readonly issues: boolean }
    readonly parts: readonly ['proof']
    readonly answer: {
      readonly one: {
        readonly id: string
        readonly human_id: string
        readonly status: 'draft' | 'generated' | 'open' | 'closed' | 'canceled'
        readonly raised_date: Day | null
        readonly due_date: Day | null
        readonly sent_at: string | null
        readonly period_start: Day | null
        readonly period_end: Day | null
        readonly po_number: string | null
        readonly cancel_reason: string | null
        readonly amount: number
        readonly tax_amount: number
        readonly total_amount: number
        readonly client_id: string | null
        readonly currency: {
          readonly alpha_code: string
        } | null
        readonly from_business: {
          readonly name: string
        } | null
        readonly to_business: {
          readonly name: string
        } | null
        readonly invoices: readonly {
          readonly id: string
          readonly human_id: string
          readonly status: 'draft' | 'generated' | 'open' | 'closed' | 'cancelled'
          readonly is_credit_note: boolean
          readonly total_amount: number
          readonly outstanding_balance: number | null
          readonly period_end: Day | null
          readonly contractor: {
            readonly name: string
          } | null
          readonly timesheet: {
            readonly id: string
            readonly human_id: string
            readonly total_units: number
            readonly approved_by_name: string | null
          } | null
          readonly credit_notes: readonly {
            readonly id: string
            readonly human_id: string
          }[]
        }[]
        readonly timesheet_summary_document: {
          readonly created_at: string
          readonly attachment: {
            readonly file_name: string
            readonly file_url: string
          } | null
        } | null
        readonly mail_proof_document?: {
          readonly created_at: string
          readonly attachment: {
            readonly file_name: string
            readonly file_url: string
          } | null
        } | null
      } | null
    }
  }
  /** src/business/people/contact.page.tsx */
  readonly contact: {
    readonly variables: { readonly id: string }
    readonly parts: readonly ['contact_fields']
    readonly answer: {
      readonly contact: {
        readonly id: string
        readonly business_id: string
        readonly name: string | null
        readonly first_name: string
        readonly last_name: string
        readonly email: string
        readonly contact_phone: string | null
        readonly roles: readonly string[]
        readonly is_active: boolean
        readonly joined_at: string | null
        readonly check_status: 'pending_check' | 'checked' | null
        readonly waiting_roles: readonly string[]
        readonly updated_at: string
        readonly business: {
          readonly id: string
          readonly name: string
          readonly type: 'agency' | 'client' | 'funder' | 'provider' | 'contractor' | 'limited' | 'umbrella' | 'selfemployed' | 'payer' | 'creditor'
          readonly company: {
            readonly email_domains: readonly string[]
          } | null
        } | null
      } | null
    }
  }
  /** src/business/people/contact.form.tsx */
  readonly contact_addresses: {
    readonly variables: { readonly id: string }
    readonly parts: readonly []
    readonly answer: {
      readonly people: readonly {
        readonly id: string
        readonly email: string
      }[]
    }
  }
  /** src/business/people/contact.page.tsx */
  readonly contact_fields: {
    readonly variables: never
    readonly parts: readonly []
    readonly answer: {
      readonly id: string
      readonly business_id: string
      readonly name: string | null
      readonly first_name: string
      readonly last_name: string
      readonly email: string
      readonly contact_phone: string | null
      readonly roles: readonly string[]
      readonly is_active: boolean
      readonly joined_at: string | null
      readonly check_status: 'pending_check' | 'checked' | null
      readonly waiting_roles: readonly string[]
      readonly updated_at: string
      readonly business: {
        readonly id: string
        readonly name: string
        readonly type: 'agency' | 'client' | 'funder' | 'provider' | 'contractor' | 'limited' | 'umbrella' | 'selfemployed' | 'payer' | 'creditor'
        readonly company: {
          readonly email_domains: readonly string[]
        } | null
      } | null
    }
  }
  /** src/business/platform/mails/reach.card.tsx */
  readonly contact_reach: {
    readonly variables: { readonly id: string }
    readonly parts: readonly []
    readonly answer: {
      readonly contact: {
        readonly id: string
        readonly reach_by: 'any' | 'email' | 'telephone'
      } | null
    }
  }
  /** src/business/people/contact.page.tsx */
  readonly contacts_of: {
    readonly variables: { readonly id: string }
    readonly parts: readonly ['contact_fields']
    readonly answer: {
      readonly contacts: readonly {
        readonly id: string
        readonly business_id: string
        readonly name: string | null
        readonly first_name: string
        readonly last_name: string
        readonly email: string
        readonly contact_phone: string | null
        readonly roles: readonly string[]
        readonly is_active: boolean
        readonly joined_at: string | null
        readonly check_status: 'pending_check' | 'checked' | null
        readonly waiting_roles: readonly string[]
        readonly updated_at: string
        readonly business: {
          readonly id: string
          readonly name: string
          readonly type: 'agency' | 'client' | 'funder' | 'provider' | 'contractor' | 'limited' | 'umbrella' | 'selfemployed' | 'payer' | 'creditor'
          readonly company: {
            readonly email_domains: readonly string[]
          } | null
        } | null
      }[]
    }
  }
  /** src/business/change-requests/payment-changes/payees.card.tsx */
  readonly contractor_payees: {
    readonly variables: { readonly id: string }
    readonly parts: readonly []
    readonly answer: {
      readonly contractor: {
        readonly id: string
        readonly name: string
        readonly status: 'draft' | 'submitted' | 'approved' | 'rejected' | 'onboarded'
        readonly payment_type: 'paye' | 'limited' | 'umbrella' | 'selfemployed' | null
        readonly payment_company: {
          readonly id: string
          readonly name: string
        } | null
        readonly payees: readonly {
          readonly id: string
          readonly payment_type: 'paye' | 'limited' | 'umbrella' | 'selfemployed'
          readonly effective_from: Day
          readonly effective_to: Day | null
          readonly agency: {
            readonly id: string
            readonly name: string
          } | null
          readonly payment_company: {
            readonly id: string
            readonly name: string
          } | null
        }[]
      } | null
    }
  }
  /** src/business/placements/form/placement-copy.hook.ts */
  readonly copied_placement: {
    readonly variables: { readonly id: string }
    readonly parts: readonly []
    readonly answer: {
      readonly placement: {
        readonly id: string
        readonly human_id: string
        readonly title: string
        readonly start_date: Day
        readonly end_date: Day | null
        readonly funding_type: 'funded' | 'partly_funded' | 'paid_when_paid'
        readonly expense_funding_type: 'funded' | 'partly_funded' | 'paid_when_paid' | null
        readonly funding_model: 'direct' | 'agency_billed' | 'indirect'
        readonly timesheet_frequency: 'week' | 'month'
        readonly unit_type: 'hourly' | 'daily' | 'monthly' | 'custom'
        readonly standard_units: number
        readonly timesheet_submit: 'contractor' | 'agency'
        readonly is_extended_contractor_payment_terms: boolean
        readonly ir35_status: 'inside' | 'outside' | 'not_applicable' | null
        readonly ir35_determined_by: 'client' | 'contractor' | null
        readonly is_construction: boolean
        readonly is_unsupervised: boolean
        readonly is_vulnerable_work: boolean
        readonly document_template_ids: readonly string[]
        readonly e_sign: boolean
        readonly awr_role: string | null
        readonly po_number: string | null
        readonly work_location: string | null
        readonly notice_type: 'none' | 'single' | 'two_stage' | null
        readonly notice_period: number | null
        readonly notice_period_unit: 'day' | 'week' | 'month' | null
        readonly notice_initial: number | null
        readonly notice_initial_unit: 'day' | 'week' | 'month' | null
        readonly notice_duration: number | null
        readonly notice_duration_unit: 'day' | 'week' | 'month' | null
        readonly no_right_to_serve_notice: boolean
        readonly consultant_contact_id: string | null
        readonly payment_company_id: string
        readonly paye_scheme_id: string | null
        readonly agency: {
          readonly id: string
          readonly name: string
        } | null
        readonly client: {
          readonly id: string
          readonly name: string
        } | null
        readonly funder: {
          readonly id: string
          readonly name: string
        } | null
        readonly currency: {
          readonly alpha_code: string
        } | null
        readonly contractor: {
          readonly id: string
          readonly name: string
          readonly business: {
            readonly id: string
            readonly payees: readonly {
              readonly id: string
              readonly agency_id: string
              readonly payment_company_id: string
            }[]
          } | null
        } | null
        readonly client_terms: {
          readonly payment_terms: number
        } | null
        readonly contractor_terms: {
          readonly payment_terms: number
        } | null
        readonly contract_contacts: readonly {
          readonly type: 'timesheet_approver' | 'invoice_contact' | 'hiring_manager' | 'agency_consultant'
          readonly business_contact_id: string
        }[]
        readonly rates: readonly {
          readonly group_id: string
          readonly name: string
          readonly sub_type: 'contractor_rate' | 'client_rate'
          readonly value_text: 'hourly' | 'daily' | 'monthly' | 'custom'
          readonly value_numeric: number
          readonly value_boolean: boolean | null
          readonly value_jsonb_object: Json<'contract_rate.value_jsonb_object'>
        }[]
      } | null
    }
  }
  /** src/business/payroll/ended-years/year-corrections.card.tsx */
  readonly correction_return: {
    readonly variables: { readonly id: string }
    readonly parts: readonly []
    readonly answer: {
      readonly returns: readonly {
        readonly id: string
        readonly human_id: string
        readonly status: 'built' | 'validated' | 'sent' | 'acknowledged' | 'accepted' | 'rejected' | 'filed_outside'
      }[]
    }
  }
  /** src/business/credit-control/credit-control.card.tsx */
  readonly credit_control: {
    readonly variables: { readonly client_id: string }
    readonly parts: readonly ['chase_plan', 'client_promise', 'open_dispute']
    readonly answer: {
      readonly steps: readonly {
        readonly days: number
        readonly subject: string
        readonly body: string
      }[]
      readonly schedules: readonly {
        readonly day_of_month: number
      }[]
      readonly pauses: readonly {
        readonly until: Day
        readonly reason: string
        readonly user_name: string
      }[]
      readonly letters: readonly {
        readonly id: string
        readonly kind: 'manual' | 'scheduled' | 'statement' | 'call'
        readonly on_date: Day
        readonly subject: string
        readonly body: string
        readonly invoice_count: number
        readonly recipients: readonly string[]
        readonly user_name: string
      }[]
      readonly promises: readonly {
        readonly id: string
        readonly amount: number
        readonly promised_date: Day
        readonly status: 'open' | 'kept' | 'broken' | 'withdrawn'
        readonly note: string | null
        readonly user_name: string
        readonly created_at: string
        readonly updated_at: string
        readonly invoice: {
          readonly id: string
          readonly human_id: string
        } | null
        readonly currency: {
          readonly alpha_code: string
        } | null
      }[]
      readonly disputes: readonly {
        readonly id: string
        readonly agency_id: string
        readonly reason: string
        readonly raised_on: Day
        readonly owner_id: string | null
        readonly owner_name: string | null
        readonly invoice: {
          readonly id: string
          readonly human_id: string
          readonly outstanding_balance: number | null
          readonly currency: {
            readonly alpha_code: string
          } | null
        } | null
      }[]
    }
  }
  /** src/business/reports/currencies.hook.ts */
  readonly currencies: {
    readonly variables: Readonly<Record<string, never>>
    readonly parts: readonly []
    readonly answer: {
      readonly rows: readonly {
        readonly id: string
        readonly name: string
        readonly alpha_code: string
        readonly fallback_rate: number | null
      }[]
    }
  }
  /** src/business/platform/currencies.card.tsx */
  readonly currencies_of_new_work: {
    readonly variables: Readonly<Record<string, never>>
    readonly parts: readonly []
    readonly answer: {
      readonly currencies: readonly {
        readonly id: string
        readonly name: string
        readonly alpha_code: string
        readonly is_active: boolean
      }[]
    }
  }
  /** src/web/form/CurrencyInput.tsx */
  readonly currencies_to_choose: {
    readonly variables: Readonly<Record<string, never>>
    readonly parts: readonly []
    readonly answer: {
      readonly currencies: readonly {
        readonly id: string
        readonly name: string
        readonly alpha_code: string
        readonly is_active: boolean
      }[]
    }
  }
  /** src/business/portfolio/funding-debtors-as-of.card.tsx */
  readonly debtors_as_of: {
    readonly variables: { readonly args: { readonly agency_id?: string | null; readonly currency_id?: string | null; readonly as_of?: string | null }; readonly shown: number }
    readonly parts: readonly []
    readonly answer: {
      readonly debtors: readonly {
        readonly id: string
        readonly client_human_id: string
        readonly client_name: string
        readonly agency_name: string
        readonly alpha_code: string
        readonly net_outstanding_balance: number
        readonly eligible: number
        readonly share_percent: number | null
        readonly concentration_excess: number
        readonly credit_limit: number | null
        readonly headroom: number | null
        readonly overdue_amount: number
        readonly reassigned_amount: number
        readonly recourse_outstanding: number
      }[]
    }
  }
  /** src/business/payroll/deemed/deemed.card.tsx */
  readonly deemed_payments: {
    readonly variables: { readonly of: Where }
    readonly parts: readonly []
    readonly answer: {
      readonly rows: readonly {
        readonly id: string
        readonly pay_day: Day
        readonly fee: number
        readonly income_tax: number
        readonly employee_ni: number
        readonly invoice: {
          readonly id: string
          readonly human_id: string
          readonly status: 'draft' | 'generated' | 'open' | 'closed' | 'cancelled'
          readonly due_date: Day
          readonly last_payment_date: Day | null
          readonly total_amount: number
          readonly credit_notes: readonly {
            readonly id: string
            readonly total_amount: number
          }[]
        } | null
        readonly payslip: {
          readonly id: string
          readonly human_id: string
        } | null
        readonly currency: {
          readonly alpha_code: string
        } | null
      }[]
    }
  }
  /** src/business/placements/determinations/determinations.card.tsx */
  readonly determinations: {
    readonly variables: { readonly id: string }
    readonly parts: readonly []
    readonly answer: {
      readonly statements: readonly {
        readonly id: string
        readonly status: 'inprogress' | 'completed' | 'rejected' | 'withdrawn'
        readonly decision: 'outside' | 'inside'
        readonly reasons: string
        readonly determined_by: string
        readonly determined_on: Day
        readonly comment: string | null
        readonly disagreed_on: Day | null
        readonly disagreement: string | null
        readonly answered_on: Day | null
        readonly answer_outcome: 'upheld' | 'changed' | null
        readonly answer: string | null
      }[]
    }
  }
  /** src/business/credit-control/dispute.form.tsx */
  readonly dispute_owners: {
    readonly variables: { readonly ids: readonly (string)[] }
    readonly parts: readonly []
    readonly answer: {
      readonly people: readonly {
        readonly id: string
        readonly name: string | null
        readonly email: string
        readonly roles: readonly string[]
        readonly business: {
          readonly id: string
          readonly name: string
          readonly type: 'agency' | 'client' | 'funder' | 'provider' | 'contractor' | 'limited' | 'umbrella' | 'selfemployed' | 'payer' | 'creditor'
        } | null
      }[]
    }
  }
  /** src/business/credit-control/dispute.card.tsx */
  readonly disputes: {
    readonly variables: { readonly id: string; readonly isInside: boolean }
    readonly parts: readonly []
    readonly answer: {
      readonly disputes: readonly {
        readonly id: string
        readonly status: 'open' | 'settled'
        readonly reason: string
        readonly raised_by: string
        readonly raised_on: Day
        readonly owner_id?: string | null
        readonly owner_name: string | null
        readonly owner_business: {
          readonly name: string
        } | null
        readonly settled_by: string | null
        readonly settled_on: Day | null
        readonly resolution: string | null
      }[]
      readonly steps?: readonly {
        readonly id: string
        readonly dispute_id: string
        readonly action: 'raised' | 'assigned' | 'settled'
        readonly owner_name: string | null
        readonly comment: string | null
        readonly user_name: string
        readonly on_date: Day
      }[]
    }
  }
  /** src/business/document-templates/document-template.hook.ts */
  readonly document_template: {
    readonly variables: { readonly id: string }
    readonly parts: readonly []
    readonly answer: {
      readonly rows: readonly {
        readonly id: string
        readonly template_id: string
        readonly kind: 'business_terms' | 'perm_terms' | 'limited_contract' | 'umbrella_contract' | 'paye_terms' | 'self_billing' | 'opt_out' | 'assignment_schedule' | 'perm_confirmation' | 'key_information_paye' | 'key_information_umbrella' | 'key_information_limited' | 'agency_terms'
        readonly name: string
        readonly version: number
        readonly status: 'draft' | 'published' | 'archived'
        readonly blocks: Json<'config_document_template.blocks'>
        readonly revision: number
        readonly business_id: string
        readonly published_at: string | null
        readonly business: {
          readonly name: string
        } | null
      }[]
    }
  }
  /** src/business/document-templates/document-template.hook.ts */
  readonly document_template_versions: {
    readonly variables: { readonly template_id: string }
    readonly parts: readonly []
    readonly answer: {
      readonly rows: readonly {
        readonly id: string
        readonly version: number
        readonly status: 'draft' | 'published' | 'archived'
      }[]
    }
  }
  /** src/business/imports/import.hook.ts */
  readonly earlier: {
    readonly variables: { readonly sha256: string; readonly id: string; readonly template: string }
    readonly parts: readonly []
    readonly answer: {
      readonly earlier: readonly {
        readonly id: string
        readonly applied_at: string | null
      }[]
    }
  }
  /** src/business/perm-placements/new-perm-placement.form.tsx */
  readonly edited_perm_placement: {
    readonly variables: { readonly id: string }
    readonly parts: readonly []
    readonly answer: {
      readonly placement: {
        readonly id: string
        readonly human_id: string
        readonly title: string
        readonly candidate_name: string
        readonly contract_start_date: Day | null
        readonly placement_fee: number | null
        readonly guarantee_period: number | null
        readonly funding_type: 'funded' | 'partly_funded' | 'paid_when_paid'
        readonly funding_model: 'direct' | 'agency_billed' | 'indirect'
        readonly po_number: string | null
        readonly work_location: string | null
        readonly consultant_contact_id: string | null
        readonly agency: {
          readonly id: string
        } | null
        readonly client: {
          readonly id: string
          readonly name: string
        } | null
        readonly funder: {
          readonly id: string
          readonly name: string
        } | null
        readonly currency: {
          readonly alpha_code: string
        } | null
        readonly client_terms: {
          readonly payment_terms: number
        } | null
        readonly contract_contacts: readonly {
          readonly type: 'timesheet_approver' | 'invoice_contact' | 'hiring_manager' | 'agency_consultant'
          readonly business_contact_id: string
        }[]
      } | null
    }
  }
  /** src/business/payroll/history/employment-history.card.tsx */
  readonly employment_history: {
    readonly variables: { readonly id: string; readonly today: string }
    readonly parts: readonly []
    readonly answer: {
      readonly employment: {
        readonly id: string
        readonly start_date: Day
        readonly leave_date: Day | null
      } | null
      readonly codes: readonly {
        readonly id: string
        readonly effective_from: Day
        readonly created_by_name: string
        readonly code: string
        readonly is_week1: boolean
        readonly source: 'p6' | 'p9' | 'p45' | 'starter' | 'default' | 'after_leaving' | 'takeover'
      }[]
      readonly letters: readonly {
        readonly id: string
        readonly effective_from: Day
        readonly created_by_name: string
        readonly letter: string
        readonly reason: string | null
      }[]
      readonly loans: readonly {
        readonly id: string
        readonly effective_from: Day
        readonly effective_to: Day | null
        readonly created_by_name: string
        readonly plan: 'plan_1' | 'plan_2' | 'plan_4' | 'plan_5' | 'postgraduate'
        readonly source: 'sl1' | 'p45' | 'starter' | 'takeover'
      }[]
      readonly memberships: readonly {
        readonly id: string
        readonly effective_from: Day
        readonly created_by_name: string
        readonly state: 'postponed' | 'enrolled' | 'opted_out' | 'ceased'
        readonly entry: 'automatic' | 'opt_in' | 'joined' | 're_enrolled' | 'moved' | null
        readonly pension_scheme: {
          readonly name: string
        } | null
      }[]
      readonly orders: readonly {
        readonly id: string
        readonly kind: 'dea' | 'council_tax' | 'deo' | 'aeo_priority' | 'aeo_civil' | 'ccaeo'
        readonly authority: string
        readonly received_on: Day
        readonly ended_on: Day | null
        readonly end_reason: string | null
        readonly created_by_name: string
      }[]
      readonly takeovers: readonly {
        readonly id: string
        readonly last_pay_day: Day
        readonly source: string
        readonly created_by_name: string
      }[]
      readonly next: readonly {
        readonly id: string
        readonly net_pay: number
        readonly pay_run: {
          readonly pay_day: Day
          readonly human_id: string
        } | null
      }[]
    }
  }
  /** src/business/dashboard/ending-placements.card.tsx */
  readonly ending_placements: {
    readonly variables: { readonly today: string; readonly until: string; readonly shown: number }
    readonly parts: readonly []
    readonly answer: {
      readonly rows: readonly {
        readonly id: string
        readonly human_id: string
        readonly title: string
        readonly start_date: Day
        readonly end_date: Day | null
        readonly notice_type: 'none' | 'single' | 'two_stage' | null
        readonly notice_period: number | null
        readonly notice_period_unit: 'day' | 'week' | 'month' | null
        readonly notice_initial: number | null
        readonly notice_initial_unit: 'day' | 'week' | 'month' | null
        readonly notice_duration: number | null
        readonly notice_duration_unit: 'day' | 'week' | 'month' | null
        readonly no_right_to_serve_notice: boolean
        readonly contractor: {
          readonly name: string
        } | null
      }[]
    }
  }
  /** src/business/parties/onboarding/entered-details.card.tsx */
  readonly entered_company: {
    readonly variables: { readonly id: string }
    readonly parts: readonly []
    readonly answer: {
      readonly companies: readonly {
        readonly brn: string | null
        readonly is_vat_registered: boolean
        readonly vat_registration_no: string | null
        readonly address: {
          readonly complete_address: string | null
        } | null
      }[]
    }
  }
  /** src/business/parties/onboarding/entered-details.card.tsx */
  readonly entered_details: {
    readonly variables: { readonly id: string }
    readonly parts: readonly []
    readonly answer: {
      readonly contractor: {
        readonly id: string
        readonly individual: {
          readonly first_name: string
          readonly last_name: string
          readonly address: {
            readonly line_1: string
            readonly line_2: string | null
            readonly line_3: string | null
            readonly line_4: string | null
            readonly city: string | null
            readonly state: string | null
            readonly zipcode: string | null
            readonly country: string
            readonly country_code: string
            readonly complete_address: string | null
          } | null
        } | null
        readonly payment_company: {
          readonly id: string
          readonly name: string
        } | null
      } | null
    }
  }
  /** src/business/parties/onboarding/entered-details.card.tsx */
  readonly entered_personal_details: {
    readonly variables: { readonly id: string }
    readonly parts: readonly []
    readonly answer: {
      readonly contractor: {
        readonly id: string
        readonly individual: {
          readonly date_of_birth: Day | null
          readonly gender: 'M' | 'F' | null
          readonly ni_number: string | null
          readonly utr: string | null
        } | null
      } | null
    }
  }
  /** src/business/expenses/expense-placement.hook.ts */
  readonly expense_placements: {
    readonly variables: { readonly where: Where; readonly limit: number }
    readonly parts: readonly []
    readonly answer: {
      readonly placements: readonly {
        readonly id: string
        readonly human_id: string
        readonly title: string
        readonly client: {
          readonly name: string
        } | null
        readonly contractor: {
          readonly name: string
        } | null
        readonly currency: {
          readonly alpha_code: string
        } | null
      }[]
    }
  }
  /** src/business/fees/service-charge.form.tsx */
  readonly fee_rule_agency: {
    readonly variables: { readonly id: string }
    readonly parts: readonly []
    readonly answer: {
      readonly agency: {
        readonly id: string
        readonly name: string
      } | null
    }
  }
  /** src/business/fees/service-charge.form.tsx */
  readonly fee_rule_placement: {
    readonly variables: { readonly id: string }
    readonly parts: readonly []
    readonly answer: {
      readonly placement: {
        readonly id: string
        readonly human_id: string
      } | null
    }
  }
  /** src/business/fees/service-charge.page.tsx */
  readonly fee_rule_versions: {
    readonly variables: { readonly where: Where }
    readonly parts: readonly []
    readonly answer: {
      readonly versions: readonly {
        readonly id: string
        readonly type: 'percent' | 'fixed'
        readonly value: number
        readonly fee_base: 'gross' | 'net'
        readonly currency: {
          readonly alpha_code: string
        } | null
        readonly effective_from: Day
        readonly effective_to: Day | null
      }[]
    }
  }
  /** src/business/portfolio/funding-portfolio.page.tsx */
  readonly funding_portfolio: {
    readonly variables: { readonly today: string; readonly args: { readonly agency_id?: string | null; readonly currency_id?: string | null; readonly as_of?: string | null } }
    readonly parts: readonly ['portfolio_agency', 'agency_overadvance']
    readonly answer: {
      readonly agencies: readonly {
        readonly id: string
        readonly agency_id: string
        readonly agency_human_id: string
        readonly agency_name: string
        readonly alpha_code: string
        readonly client_count: number
        readonly net_outstanding_balance: number
        readonly disallowed_age: number
        readonly disallowed_part_paid: number
        readonly disallowed_credit_limit: number
        readonly eligible: number
        readonly concentration_excess: number
        readonly advance_percent: number | null
        readonly availability: number | null
        readonly funds_in_use: number
        readonly retention_amount: number
        readonly headroom: number | null
        readonly reassigned_amount: number
        readonly recourse_amount: number
        readonly recourse_outstanding: number
        readonly verified_amount: number
        readonly dilution_percent: number | null
        readonly dso_days: number | null
      }[]
      readonly rules: readonly {
        readonly id: string
        readonly principal_id: string
        readonly age_days: number
        readonly age_basis: 'raised_date' | 'due_date'
        readonly part_paid_days: number
        readonly advance_percent: number | null
        readonly concentration_percent: number | null
        readonly holds_payments: boolean
        readonly reassign_days: number | null
        readonly effective_from: Day
      }[]
      readonly overadvances: readonly {
        readonly id: string
        readonly principal_id: string
        readonly agency_id: string
        readonly amount: number
        readonly effective_to: Day
        readonly currency: {
          readonly alpha_code: string
        } | null
      }[]
    }
  }
  /** src/business/portfolio/funding-alerts.card.tsx */
  readonly funding_watch: {
    readonly variables: { readonly args: { readonly agency_id?: string | null; readonly currency_id?: string | null; readonly as_of?: string | null }; readonly debtor_args: { readonly agency_id?: string | null; readonly currency_id?: string | null; readonly as_of?: string | null }; readonly watched: Where; readonly debtors_max: number }
    readonly parts: readonly ['aged_agency']
    readonly answer: {
      readonly ages: readonly {
        readonly id: string
        readonly agency_id: string
        readonly agency_name: string
        readonly alpha_code: string
        readonly net_outstanding_balance: number
        readonly aged_current: number
        readonly aged_0_30: number
        readonly aged_31_60: number
        readonly aged_61_90: number
        readonly aged_91_120: number
        readonly aged_over_120: number
      }[]
      readonly debtors: readonly {
        readonly id: string
        readonly client_id: string
        readonly client_name: string
        readonly agency_id: string
        readonly agency_name: string
        readonly alpha_code: string
        readonly share_percent: number | null
        readonly headroom: number | null
      }[]
    }
  }
  /** src/business/approvable-work/evidence.hook.ts */
  readonly has_file: {
    readonly variables: { readonly entity: string; readonly id: string }
    readonly parts: readonly []
    readonly answer: {
      readonly files: readonly {
        readonly created_at: string
      }[]
      readonly refinements: readonly {
        readonly created_at: string
      }[]
    }
  }
  /** src/business/payroll/holiday/payslip-holiday.card.tsx */
  readonly holiday_after: {
    readonly variables: { readonly id: string; readonly at: string }
    readonly parts: readonly []
    readonly answer: {
      readonly held: {
        readonly aggregate: {
          readonly count: number
          readonly sum: {
            readonly hours: number | null
            readonly amount: number | null
          } | null
        } | null
      }
    }
  }
  /** src/business/payroll/holiday/holiday.card.tsx */
  readonly holiday_fund: {
    readonly variables: { readonly id: string }
    readonly parts: readonly []
    readonly answer: {
      readonly held: {
        readonly aggregate: {
          readonly count: number
          readonly sum: {
            readonly hours: number | null
            readonly amount: number | null
          } | null
        } | null
      }
      readonly holidays: readonly {
        readonly id: string
        readonly first_day: Day
        readonly last_day: Day
        readonly hours: number
        readonly status: 'asked' | 'approved' | 'refused' | 'withdrawn' | 'paid'
        readonly comment: string | null
        readonly expected_pay: number | null
        readonly expected_on: Day
        readonly created_by_name: string
        readonly decided_by_name: string | null
        readonly decision_comment: string | null
        readonly payslip_id: string | null
        readonly payslip: {
          readonly human_id: string
        } | null
      }[]
      readonly movements: readonly {
        readonly id: string
        readonly kind: 'accrued' | 'corrected' | 'taken' | 'paid_on_leaving' | 'adjusted'
        readonly hours: number
        readonly amount: number
        readonly paid: number
        readonly sentence: string
        readonly pay_day: Day | null
        readonly created_at: string
        readonly payslip_id: string | null
        readonly payslip: {
          readonly human_id: string
        } | null
      }[]
    }
  }
  /** src/business/single-sign-on/single-sign-on.card.tsx */
  readonly identity_providers: {
    readonly variables: Readonly<Record<string, never>>
    readonly parts: readonly []
    readonly answer: {
      readonly rows: readonly {
        readonly id: string
        readonly type: 'google' | 'microsoft' | 'oidc'
        readonly name: string
        readonly issuer: string
        readonly tenant_id: string | null
        readonly hosted_domain: string | null
        readonly application_id: string
        readonly verify_token: string
        readonly domains: readonly string[]
        readonly proven_domains: readonly string[]
        readonly required: boolean
        readonly required_from: string | null
        readonly provider_mfa: 'ignored' | 'trusted'
        readonly exempt_contact_ids: readonly string[]
        readonly tested_at: string | null
      }[]
    }
  }
  /** src/business/imports/import.hook.ts */
  readonly import: {
    readonly variables: { readonly id: string }
    readonly parts: readonly []
    readonly answer: {
      readonly import: {
        readonly id: string
        readonly template: 'timesheet_units' | 'expenses' | 'clients' | 'contractors' | 'payroll_figures' | 'umbrella_payslips' | 'payroll_takeovers' | 'paye_schemes' | 'pension_schemes' | 'paye_scheme_years' | 'employments' | 'employment_changes' | 'tax_codes' | 'ni_categories' | 'student_loans' | 'stopped_student_loans' | 'attachment_orders' | 'pension_members' | 'postponed_pensions' | 'pension_opt_outs' | 'ended_pensions' | 'statutory_absences' | 'leavers' | 'ended_attachment_orders' | 'holidays' | 'holiday_adjustments'
        readonly action_id: string
        readonly file_name: string
        readonly sha256: string
        readonly status: 'checking' | 'unmapped' | 'refused' | 'checked' | 'applying' | 'applied' | 'undoing' | 'undone'
        readonly columns: Json<'platform_import.columns'>
        readonly mapping: Json<'platform_import.mapping'>
        readonly mode: 'valid' | 'all' | null
        readonly row_count: number
        readonly faulty_count: number
        readonly applied_count: number
        readonly failed_count: number
        readonly message: string | null
        readonly created_at: string
        readonly applied_at: string | null
        readonly job: {
          readonly id: string
          readonly status: 'queued' | 'running' | 'completed' | 'failed' | 'cancelled'
          readonly total: number
          readonly done: number
          readonly failed: number
          readonly message: string | null
        } | null
      } | null
    }
  }
  /** src/business/imports/import.hook.ts */
  readonly import_rows: {
    readonly variables: { readonly where: Where; readonly offset: number; readonly limit: number }
    readonly parts: readonly []
    readonly answer: {
      readonly rows: readonly {
        readonly id: string
        readonly row_no: number
        readonly cells: Json<'platform_import_row.cells'>
        readonly status: 'waiting' | 'valid' | 'faulty' | 'applied' | 'failed' | 'undone'
        readonly errors: Json<'platform_import_row.errors'>
        readonly entity_id: string | null
        readonly human_id: string | null
      }[]
    }
  }
  /** src/business/inbox/inbox.hook.ts */
  readonly inbox: {
    readonly variables: { readonly where: Where; readonly order_by: readonly (object)[]; readonly shown: number }
    readonly parts: readonly []
    readonly answer: {
      readonly rows: readonly {
        readonly id: string
        readonly kind: 'timesheet_to_approve' | 'expense_to_approve' | 'timesheet_rejected' | 'expense_rejected' | 'timesheet_missing' | 'timesheet_undecided' | 'expense_undecided' | 'timesheet_in_suspense' | 'expense_in_suspense' | 'change_request_to_answer' | 'placement_to_approve' | 'placement_to_activate' | 'placement_rejected' | 'payment_terms_to_confirm' | 'payment_terms_rejected' | 'invoice_contact_to_name' | 'credit_limit_to_decide' | 'credit_limit_rejected' | 'party_to_approve' | 'party_rejected' | 'contractor_asks' | 'comparable_rate_missing' | 'pay_below_minimum' | 'determination_to_verify' | 'determination_to_answer' | 'signing_certificate_ends' | 'vat_number_unconfirmed' | 'company_status_changed' | 'contact_to_check' | 'document_to_sign' | 'signer_to_name' | 'document_to_verify' | 'document_rejected' | 'role_change_to_decide' | 'bank_account_to_confirm' | 'batch_to_review' | 'pay_run_to_approve' | 'pay_run_went_back' | 'cis_to_approve' | 'overpayment_to_decide' | 'pension_re_enrolment' | 'return_rejected' | 'return_unanswered' | 'holiday_to_approve' | 'batch_to_complete' | 'dispute_to_settle' | 'placement_ends' | 'api_token_expires' | 'api_token_review' | 'webhook_disabled' | 'recovery_codes_few' | 'job_problems' | 'job_finished' | 'mention' | 'client_linked' | 'agency_accepted' | 'agency_declined' | 'work_approved' | 'document_issued' | 'work_paid' | 'payslip_withdrawn' | 'document_ends' | 'determination_answer_due' | 'credit_limit_ends' | 'security' | 'message'
        readonly class: 'task' | 'notice'
        readonly title: string
        readonly message: string
        readonly link: string | null
        readonly entity: string | null
        readonly entity_id: string | null
        readonly state: 'open' | 'snoozed' | 'done'
        readonly read_at: string | null
        readonly snoozed_until: string | null
        readonly done_at: string | null
        readonly assigned_from: string | null
        readonly created_at: string
      }[]
      readonly tasks: {
        readonly aggregate: {
          readonly count: number
        } | null
      }
      readonly notices: {
        readonly aggregate: {
          readonly count: number
        } | null
      }
      readonly snoozed: {
        readonly aggregate: {
          readonly count: number
        } | null
      }
    }
  }
  /** src/business/inbox/inbox-preview.card.tsx */
  readonly inbox_expense: {
    readonly variables: { readonly id: string }
    readonly parts: readonly []
    readonly answer: {
      readonly record: {
        readonly id: string
        readonly human_id: string
        readonly status: 'draft' | 'submitted' | 'rejected' | 'approved' | 'suspense' | 'cancelled'
        readonly submitted_date: string | null
        readonly comment: string | null
        readonly contract: {
          readonly title: string
        } | null
        readonly activities: readonly {
          readonly id: string
          readonly message: string
          readonly comment: string | null
          readonly user_name: string
          readonly created_at: string
        }[]
      } | null
    }
  }
  /** src/business/inbox/inbox-preview.card.tsx */
  readonly inbox_timesheet: {
    readonly variables: { readonly id: string }
    readonly parts: readonly []
    readonly answer: {
      readonly record: {
        readonly id: string
        readonly human_id: string
        readonly status: 'draft' | 'submitted' | 'rejected' | 'approved' | 'suspense' | 'cancelled'
        readonly start_date: Day
        readonly end_date: Day
        readonly total_units: number
        readonly comment: string | null
        readonly contract: {
          readonly title: string
        } | null
        readonly details: readonly {
          readonly date: Day
          readonly rate_name: string
          readonly units: number
        }[]
        readonly activities: readonly {
          readonly id: string
          readonly message: string
          readonly comment: string | null
          readonly user_name: string
          readonly created_at: string
        }[]
      } | null
    }
  }
  /** src/business/dashboard/insight.hook.ts */
  readonly insight_month: {
    readonly variables: never
    readonly parts: readonly []
    readonly answer: {
      readonly month: Day
      readonly currency_id: string
      readonly alpha_code: string
      readonly billed_count: number
      readonly billed_amount: number
      readonly work_count: number
      readonly charged_amount: number
      readonly margin_amount: number
      readonly receipt_count: number
      readonly received_amount: number
      readonly hours: number
      readonly days: number
      readonly timesheet_count: number
      readonly on_time_count: number
      readonly paid_count: number
      readonly paid_amount: number
      readonly days_to_pay: number | null
    }
  }
  /** src/business/dashboard/insight.hook.ts */
  readonly insights: {
    readonly variables: { readonly now: { readonly raised_from?: string | null; readonly raised_to?: string | null }; readonly before: { readonly raised_from?: string | null; readonly raised_to?: string | null } }
    readonly parts: readonly ['insight_month']
    readonly answer: {
      readonly now: readonly {
        readonly month: Day
        readonly currency_id: string
        readonly alpha_code: string
        readonly billed_count: number
        readonly billed_amount: number
        readonly work_count: number
        readonly charged_amount: number
        readonly margin_amount: number
        readonly receipt_count: number
        readonly received_amount: number
        readonly hours: number
        readonly days: number
        readonly timesheet_count: number
        readonly on_time_count: number
        readonly paid_count: number
        readonly paid_amount: number
        readonly days_to_pay: number | null
      }[]
      readonly before: readonly {
        readonly month: Day
        readonly currency_id: string
        readonly alpha_code: string
        readonly billed_count: number
        readonly billed_amount: number
        readonly work_count: number
        readonly charged_amount: number
        readonly margin_amount: number
        readonly receipt_count: number
        readonly received_amount: number
        readonly hours: number
        readonly days: number
        readonly timesheet_count: number
        readonly on_time_count: number
        readonly paid_count: number
        readonly paid_amount: number
        readonly days_to_pay: number | null
      }[]
    }
  }
  /** src/business/parties/papers/insurance-sums.card.tsx */
  readonly insurance_sums: {
    readonly variables: { readonly id: string; readonly feature: string }
    readonly parts: readonly []
    readonly answer: {
      readonly agency: {
        readonly id: string
        readonly name: string
        readonly professional_indemnity_sum: number | null
        readonly public_liability_sum: number | null
        readonly base_currency: {
          readonly alpha_code: string
        } | null
      } | null
      readonly features: readonly {
        readonly id: string
      }[]
    }
  }
  /** src/business/people/invitation.hook.ts */
  readonly invitation_of: {
    readonly variables: { readonly id: string }
    readonly parts: readonly []
    readonly answer: {
      readonly invitations: readonly {
        readonly id: string
        readonly state: 'sent' | 'accepted' | 'expired' | 'revoked'
        readonly sends: number
        readonly invited_by: string
        readonly last_sent_at: string
        readonly expires_at: string
      }[]
    }
  }
  /** src/business/invoices/invoice.hook.ts */
  readonly invoice: {
    readonly variables: { readonly id: string; readonly reads_funding: boolean; readonly reads_consolidated: boolean; readonly reads_set: boolean }
    readonly parts: readonly ['printed_party']
    readonly answer: {
      readonly invoice: {
        readonly id: string
        readonly human_id: string
        readonly type: 'provider-client' | 'agency-client' | 'funder-client' | 'agency-funder' | 'funder-agency' | 'contractor-agency' | 'agency-provider' | 'provider-agency' | 'platform_fee' | 'agency_earnings' | 'apprenticeship_levy' | 'employer_ni' | 'employer_pension' | 'holiday_pay_retained'
        readonly generation_type: 'timesheet' | 'paye_timesheet' | 'payroll_timesheet' | 'expense' | 'perm_placement' | 'sales_invoice' | 'purchase_ledger' | 'adhoc_fee'
        readonly status: 'draft' | 'generated' | 'open' | 'closed' | 'cancelled'
        readonly finance_status: 'initiated' | 'paid' | 'overdue' | null
        readonly raised_date: Day
        readonly tax_point: Day
        readonly due_date: Day
        readonly days_overdue: number | null
        readonly payment_terms: number
        readonly amount: number
        readonly tax_amount: number
        readonly total_amount: number
        readonly outstanding_balance: number | null
        readonly paid_amount: number | null
        readonly last_payment_date: Day | null
        readonly po_number: string | null
        readonly period_start: Day | null
        readonly period_end: Day | null
        readonly is_self_billed: boolean
        readonly is_vat_invoice: boolean
        readonly is_disputed: boolean
        readonly dispute_reason: string | null
        readonly is_credit_note: boolean
        readonly from_business_id: string
        readonly client_id: string | null
        readonly agency_id: string
        readonly funding_type?: 'funded' | 'partly_funded' | 'paid_when_paid'
        readonly funding_status?: 'not_applicable' | 'pending' | 'funded' | 'held' | 'released' | 'recourse'
        readonly funding_hold_reason?: 'No credit limit' | 'First invoice not verified' | 'Status at Companies House not decided' | 'Evidence of approval not accepted' | 'Unusual hours not accepted' | 'Last worked day not passed' | 'Credit Limit exceeded' | null
        readonly disallowed_status?: 'Age disapproval' | 'Credit Limit exceeded' | 'Partly paid invoice disapproval' | null
        readonly disallowed_amount?: number
        readonly consolidated_invoice?: {
          readonly id: string
          readonly human_id: string
        } | null
        readonly currency: {
          readonly alpha_code: string
          readonly symbol: string
        } | null
        readonly business_tax: {
          readonly name: string
        } | null
        readonly from_invoice_entity: {
          readonly business_name: string
          readonly invoicing_address: string
          readonly email: string | null
          readonly registration_number: string | null
          readonly vat_number: string | null
        } | null
        readonly to_invoice_entity: {
          readonly business_name: string
          readonly invoicing_address: string
          readonly email: string | null
          readonly registration_number: string | null
          readonly vat_number: string | null
        } | null
        readonly payable_bank_account: {
          readonly bank_name: string
          readonly account_holder_name: string
          readonly account_number: string | null
          readonly sort_code: string | null
          readonly iban: string | null
          readonly swift_code: string | null
        } | null
        readonly contract: {
          readonly id: string
          readonly human_id: string
          readonly title: string
          readonly type: 'temp_placement' | 'perm_placement' | 'purchase_ledger' | 'sales_invoice' | 'adhoc_fee' | 'sow'
        } | null
        readonly timesheet: {
          readonly id: string
          readonly human_id: string
        } | null
        readonly expense: {
          readonly id: string
          readonly human_id: string
        } | null
        readonly refinement: {
          readonly id: string
          readonly human_id: string
        } | null
        readonly parent_invoice: {
          readonly id: string
          readonly human_id: string
        } | null
        readonly reverses_invoice: {
          readonly id: string
          readonly human_id: string
        } | null
        readonly credit_notes: readonly {
          readonly id: string
          readonly human_id: string
          readonly total_amount: number
          readonly raised_date: Day
        }[]
        readonly lines: readonly {
          readonly id: string
          readonly position: number
          readonly description: string
          readonly units: number
          readonly rate: number
          readonly amount: number
          readonly tax_rate: number
          readonly tax_amount: number
          readonly total_amount: number
        }[]
        readonly payment_receipt_details: readonly {
          readonly id: string
          readonly amount: number
          readonly post_date: Day
          readonly reversal_date: Day | null
          readonly reversal_reason: string | null
          readonly payment_type: 'bank' | 'set_off' | 'refund' | 'payroll'
          readonly payment_receipt_summary: {
            readonly id: string
            readonly human_id: string
            readonly reference: string
            readonly type: 'receipt' | 'payment'
          } | null
        }[]
        readonly invoice_set?: {
          readonly invoices: readonly {
            readonly id: string
            readonly human_id: string
            readonly type: 'provider-client' | 'agency-client' | 'funder-client' | 'agency-funder' | 'funder-agency' | 'contractor-agency' | 'agency-provider' | 'provider-agency' | 'platform_fee' | 'agency_earnings' | 'apprenticeship_levy' | 'employer_ni' | 'employer_pension' | 'holiday_pay_retained'
            readonly status: 'draft' | 'generated' | 'open' | 'closed' | 'cancelled'
            readonly due_date: Day
            readonly total_amount: number
            readonly outstanding_balance: number | null
          }[]
        } | null
      } | null
    }
  }
  /** src/business/invoices/invoice-activity.card.tsx */
  readonly invoice_activity: {
    readonly variables: { readonly id: string; readonly audits: boolean }
    readonly parts: readonly []
    readonly answer: {
      readonly letters: readonly {
        readonly id: string
        readonly chase: {
          readonly kind: 'manual' | 'scheduled' | 'statement' | 'call'
          readonly on_date: Day
          readonly recipients: readonly string[]
          readonly user_name: string
        } | null
      }[]
      readonly promises: readonly {
        readonly id: string
        readonly amount: number
        readonly promised_date: Day
        readonly status: 'open' | 'kept' | 'broken' | 'withdrawn'
        readonly note: string | null
        readonly user_name: string
        readonly created_at: string
        readonly updated_at: string
      }[]
      readonly audits?: readonly {
        readonly id: number
        readonly at: string
        readonly action_id: string
        readonly new_values: Json<'log_audit.new_values'> | null
      }[]
    }
  }
  /** src/web/app/JobDock.tsx */
  readonly job: {
    readonly variables: { readonly id: string }
    readonly parts: readonly []
    readonly answer: {
      readonly rows: readonly {
        readonly id: string
        readonly kind: string
        readonly status: 'queued' | 'running' | 'completed' | 'failed' | 'cancelled'
        readonly total: number
        readonly done: number
        readonly failed: number
        readonly message: string | null
        readonly problems: Json<'platform_job.problems'>
      }[]
    }
  }
  /** src/business/dashboard/last-payslip.card.tsx */
  readonly last_payslip: {
    readonly variables: Readonly<Record<string, never>>
    readonly parts: readonly []
    readonly answer: {
      readonly slips: readonly {
        readonly id: string
        readonly human_id: string
        readonly status: 'draft' | 'issued' | 'paid'
        readonly period_number: number
        readonly pay_date: Day
        readonly gross_pay: number
        readonly net_pay: number
        readonly agency: {
          readonly name: string
        } | null
        readonly currency: {
          readonly alpha_code: string
        } | null
      }[]
    }
  }
  /** src/business/timesheets/timesheet.hook.ts */
  readonly last_timesheet: {
    readonly variables: { readonly contract_id: string; readonly before: string }
    readonly parts: readonly []
    readonly answer: {
      readonly last: readonly {
        readonly details: readonly {
          readonly date: Day
          readonly group_id: string
          readonly rate_name: string
          readonly units: number
          readonly unit_type: 'hourly' | 'daily' | 'monthly' | 'custom'
          readonly unit_fraction: string | null
          readonly availability: 'holiday' | 'public_holiday' | 'sickness' | 'training' | 'unavailable' | null
          readonly description: string | null
        }[]
      }[]
    }
  }
  /** src/business/ledger/ledger-check.page.tsx */
  readonly ledger_checks: {
    readonly variables: { readonly type: string; readonly shown: number }
    readonly parts: readonly []
    readonly answer: {
      readonly reports: readonly {
        readonly id: string
        readonly title: string
        readonly created_at: string
        readonly attachment: {
          readonly file_name: string
          readonly file_url: string
          readonly sha256: string
        } | null
      }[]
    }
  }
  /** src/business/payroll/letters/letter-corrections.card.tsx */
  readonly letter_corrections: {
    readonly variables: { readonly id: string }
    readonly parts: readonly []
    readonly answer: {
      readonly letters: readonly {
        readonly id: string
        readonly letter: string
        readonly effective_from: Day
        readonly reason: string | null
        readonly created_by_name: string
        readonly deleted_at: string | null
      }[]
    }
  }
  /** src/business/parties/company-profile/logo.card.tsx */
  readonly logo: {
    readonly variables: { readonly id: string }
    readonly parts: readonly []
    readonly answer: {
      readonly file: {
        readonly file_name: string
        readonly parent_id: string
      } | null
    }
  }
  /** src/business/parties/new-party/made-terms.form.tsx */
  readonly made_terms: {
    readonly variables: { readonly id: string }
    readonly parts: readonly []
    readonly answer: {
      readonly rows: readonly {
        readonly id: string
        readonly file_name: string
      }[]
    }
  }
  /** src/business/payroll/holiday/my-holiday.page.tsx */
  readonly my_holiday: {
    readonly variables: Readonly<Record<string, never>>
    readonly parts: readonly []
    readonly answer: {
      readonly movements: readonly {
        readonly id: string
        readonly employment_id: string
      }[]
    }
  }
  /** src/business/funding/collection-notes/collection-note.page.tsx */
  readonly note: {
    readonly variables: { readonly id: string; readonly with_documents: boolean }
    readonly parts: readonly []
    readonly answer: {
      readonly note: {
        readonly id: string
        readonly human_id: string
        readonly source: 'reversal' | 'manual' | 'disallowance'
        readonly status: 'open' | 'closed' | 'cancelled'
        readonly reason: string
        readonly raised_date: Day
        readonly amount: number
        readonly recovered_amount: number
        readonly cured_amount: number
        readonly outstanding_balance: number | null
        readonly currency: {
          readonly alpha_code: string
        } | null
        readonly agency: {
          readonly name: string
        } | null
        readonly principal: {
          readonly name: string
        } | null
        readonly invoice?: {
          readonly id: string
          readonly human_id: string
        } | null
        readonly payment?: {
          readonly details: readonly {
            readonly id: string
            readonly amount: number
            readonly post_date: Day
            readonly invoice: {
              readonly id: string
              readonly human_id: string
            } | null
          }[]
        } | null
      } | null
    }
  }
  /** src/business/platform/notes/notes.card.tsx */
  readonly notes: {
    readonly variables: { readonly entity: string; readonly id: string; readonly limit: number }
    readonly parts: readonly []
    readonly answer: {
      readonly notes: readonly {
        readonly id: string
        readonly text: string
        readonly user_id: string
        readonly user_name: string
        readonly created_at: string
        readonly updated_at: string
      }[]
    }
  }
  /** src/business/corrections/credit-use.form.tsx */
  readonly open: {
    readonly variables: { readonly client_id: string; readonly type: string; readonly from: string; readonly code: string }
    readonly parts: readonly []
    readonly answer: {
      readonly open: readonly {
        readonly id: string
        readonly human_id: string
        readonly outstanding_balance: number | null
      }[]
    }
  }
  /** src/business/credit-control/client-disputes.card.tsx */
  readonly open_dispute: {
    readonly variables: never
    readonly parts: readonly []
    readonly answer: {
      readonly id: string
      readonly agency_id: string
      readonly reason: string
      readonly raised_on: Day
      readonly owner_id: string | null
      readonly owner_name: string | null
      readonly invoice: {
        readonly id: string
        readonly human_id: string
        readonly outstanding_balance: number | null
        readonly currency: {
          readonly alpha_code: string
        } | null
      } | null
    }
  }
  /** src/business/payroll/overpayments/overpayments.card.tsx */
  readonly overpayments: {
    readonly variables: { readonly id: string }
    readonly parts: readonly []
    readonly answer: {
      readonly employment: {
        readonly id: string
        readonly recovery_amount: number | null
        readonly recovery_percent: number | null
      } | null
      readonly owed: {
        readonly aggregate: {
          readonly sum: {
            readonly amount: number | null
          } | null
        } | null
      }
      readonly rows: readonly {
        readonly id: string
        readonly kind: 'carried' | 'recovered' | 'repaid' | 'written_off'
        readonly status: 'done' | 'asked' | 'refused'
        readonly amount: number
        readonly reason: string
        readonly pay_day: Day | null
        readonly payslip_id: string | null
        readonly payslip: {
          readonly human_id: string
        } | null
        readonly created_by: string
        readonly created_by_name: string
        readonly decided_by_name: string | null
        readonly decision_comment: string | null
      }[]
    }
  }
  /** src/business/bank/own-accounts.hook.ts */
  readonly own_accounts: {
    readonly variables: Readonly<Record<string, never>>
    readonly parts: readonly []
    readonly answer: {
      readonly accounts: readonly {
        readonly id: string
        readonly bank_name: string
        readonly account_number: string | null
        readonly iban: string | null
        readonly currency: {
          readonly alpha_code: string
        } | null
        readonly business: {
          readonly id: string
          readonly name: string
        } | null
      }[]
    }
  }
  /** src/business/platform/mails/mail-templates.page.tsx */
  readonly own_mail_templates: {
    readonly variables: Readonly<Record<string, never>>
    readonly parts: readonly []
    readonly answer: {
      readonly rows: readonly {
        readonly id: string
        readonly template: 'message' | 'reminder' | 'documents' | 'invoice' | 'self_bill' | 'credit_note' | 'consolidated_invoice' | 'payment_advice' | 'statement' | 'invitation' | 'details_link' | 'signature_request' | 'signature_reminder' | 'change_to_agree' | 'work_to_approve'
        readonly version: number
        readonly status: 'published' | 'archived'
        readonly subject: string
        readonly text: string
        readonly created_at: string
        readonly updated_at: string
      }[]
    }
  }
  /** src/business/change-requests/payment-changes/paid-contractor.card.tsx */
  readonly paid_contractor: {
    readonly variables: { readonly id: string }
    readonly parts: readonly []
    readonly answer: {
      readonly contractor: {
        readonly id: string
        readonly human_id: string
        readonly name: string
        readonly payment_type: 'paye' | 'limited' | 'umbrella' | 'selfemployed' | null
        readonly payment_company: {
          readonly id: string
          readonly human_id: string
          readonly name: string
        } | null
      } | null
    }
  }
  /** src/business/payroll/runs/pay-run-checks.card.tsx */
  readonly pay_run_checks: {
    readonly variables: { readonly id: string; readonly most: number }
    readonly parts: readonly []
    readonly answer: {
      readonly checks: readonly {
        readonly id: string
        readonly contractor_id: string | null
        readonly code: string
        readonly level: 'stop' | 'warning'
        readonly sentence: string
        readonly reason: string | null
        readonly answerer: string | null
        readonly contractor: {
          readonly name: string
        } | null
      }[]
      readonly waiting: {
        readonly aggregate: {
          readonly count: number
        } | null
      }
    }
  }
  /** src/business/payroll/runs/run-progress.card.tsx */
  readonly pay_run_progress: {
    readonly variables: { readonly id: string }
    readonly parts: readonly []
    readonly answer: {
      readonly rows: readonly {
        readonly id: string
        readonly work_status: 'open' | 'calculated' | 'checked' | 'approved' | 'paid' | 'cancelled' | 'calculating' | 'checking' | 'approving' | 'reopening' | null
        readonly work_done: number | null
        readonly work_total: number | null
      }[]
    }
  }
  /** src/business/payroll/figures/paye-timesheet.page.tsx */
  readonly paye_timesheet: {
    readonly variables: { readonly id: string }
    readonly parts: readonly []
    readonly answer: {
      readonly figures: readonly {
        readonly id: string
        readonly source: 'entered' | 'imported' | 'engine'
        readonly pay_day: Day
        readonly period_number: number | null
        readonly gross_pay: number
        readonly holiday_pay: number
        readonly income_tax: number
        readonly employee_ni: number
        readonly employee_pension: number
        readonly student_loan: number
        readonly other_deductions: number
        readonly net_pay: number
        readonly employer_ni: number
        readonly employer_pension: number
        readonly apprenticeship_levy: number
        readonly holiday_pay_retained: number
        readonly currency: {
          readonly alpha_code: string
        } | null
        readonly payslip: {
          readonly id: string
          readonly human_id: string
        } | null
      }[]
    }
  }
  /** src/business/bank-accounts/bank-account.hook.ts */
  readonly payee: {
    readonly variables: { readonly id: string }
    readonly parts: readonly []
    readonly answer: {
      readonly contractor: {
        readonly payment_company: {
          readonly id: string
        } | null
      } | null
    }
  }
  /** src/business/payments/payment-batch.hook.ts */
  readonly paying_account: {
    readonly variables: { readonly principal_id: string; readonly currency_id: string }
    readonly parts: readonly []
    readonly answer: {
      readonly accounts: readonly {
        readonly account_number: string | null
        readonly iban: string | null
      }[]
    }
  }
  /** src/business/payment-files/payment-file.form.tsx */
  readonly payment_file_setting: {
    readonly variables: { readonly principal_id: string; readonly currency_id: string }
    readonly parts: readonly []
    readonly answer: {
      readonly settings: readonly {
        readonly service_user_number: string | null
        readonly owner_at: '42' | '32'
        readonly message_version: '09' | '03'
        readonly initiator_id: string | null
        readonly batch_booking: boolean
        readonly user_name: string
        readonly updated_at: string
      }[]
    }
  }
  /** src/business/payroll/employment/payroll-start.hook.ts */
  readonly payroll_start: {
    readonly variables: { readonly workers: readonly (string)[]; readonly sources: readonly (string)[] }
    readonly parts: readonly []
    readonly answer: {
      readonly workers: readonly {
        readonly id: string
        readonly name: string
      }[]
      readonly schemes: readonly {
        readonly id: string
        readonly employer_reference: string
      }[]
    }
  }
  /** src/business/payroll/payslip.page.tsx */
  readonly payslip: {
    readonly variables: { readonly id: string }
    readonly parts: readonly []
    readonly answer: {
      readonly slip: {
        readonly id: string
        readonly human_id: string
        readonly status: 'draft' | 'issued' | 'paid'
        readonly pay_date: Day
        readonly contractor_id: string
        readonly agency_id: string
        readonly gross_pay: number
        readonly holiday_pay: number
        readonly income_tax: number
        readonly employee_ni: number
        readonly employee_pension: number
        readonly student_loan: number
        readonly other_deductions: number
        readonly net_pay: number
        readonly employer_ni: number
        readonly employer_pension: number
        readonly apprenticeship_levy: number
        readonly agency: {
          readonly name: string
        } | null
        readonly contractor: {
          readonly name: string
        } | null
        readonly currency: {
          readonly alpha_code: string
        } | null
      } | null
    }
  }
  /** src/business/payroll/payslips/payslip-calculation.hook.ts */
  readonly payslip_calculation: {
    readonly variables: { readonly id: string }
    readonly parts: readonly []
    readonly answer: {
      readonly calculated: readonly {
        readonly id: string
        readonly lines: Json<'transaction_pay_run_payslip.lines'>
        readonly net_pay: number
        readonly tax_code: string
        readonly ni_letter: string
      }[]
    }
  }
  /** src/business/payroll/holiday/payslip-holiday.card.tsx */
  readonly payslip_holiday: {
    readonly variables: { readonly id: string }
    readonly parts: readonly []
    readonly answer: {
      readonly movements: readonly {
        readonly id: string
        readonly employment_id: string
        readonly kind: 'accrued' | 'corrected' | 'taken' | 'paid_on_leaving' | 'adjusted'
        readonly sentence: string
        readonly created_at: string
      }[]
    }
  }
  /** src/business/payroll/payslips/payslip-work.card.tsx */
  readonly payslip_work: {
    readonly variables: { readonly of: Where; readonly with_net: boolean }
    readonly parts: readonly []
    readonly answer: {
      readonly figures: readonly {
        readonly id: string
        readonly gross_pay: number
        readonly gross_change: number | null
        readonly timesheet: {
          readonly id: string
          readonly human_id: string
          readonly start_date: Day
          readonly end_date: Day
        } | null
        readonly net_pay?: number
        readonly net_change?: number | null
      }[]
    }
  }
  /** src/business/payroll/pension/pension-file.form.tsx */
  readonly pension_layouts: {
    readonly variables: { readonly id: string }
    readonly parts: readonly []
    readonly answer: {
      readonly schemes: readonly {
        readonly id: string
        readonly name: string
        readonly file_layout: 'standard' | 'cushon' | 'workers_pension_trust' | 'own'
        readonly own_layout: Json<'business_pension_scheme.own_layout'> | null
      }[]
    }
  }
  /** src/business/payroll/pension/pension.card.tsx */
  readonly pension_memberships: {
    readonly variables: { readonly id: string; readonly paye_scheme_id: string }
    readonly parts: readonly []
    readonly answer: {
      readonly memberships: readonly {
        readonly id: string
        readonly state: 'postponed' | 'enrolled' | 'opted_out' | 'ceased'
        readonly entry: 'automatic' | 'opt_in' | 'joined' | 're_enrolled' | 'moved' | null
        readonly informed_on: Day | null
        readonly postponed_to: Day | null
        readonly reason: string | null
        readonly effective_from: Day
        readonly effective_to: Day | null
        readonly deleted_at: string | null
        readonly created_by_name: string
        readonly pension_scheme: {
          readonly name: string
        } | null
      }[]
      readonly schemes: readonly {
        readonly id: string
        readonly name: string
      }[]
    }
  }
  /** src/business/payroll/pension/pension-scheme.form.tsx */
  readonly pension_schemes_of: {
    readonly variables: { readonly id: string }
    readonly parts: readonly []
    readonly answer: {
      readonly schemes: readonly {
        readonly id: string
        readonly name: string
        readonly provider: string
        readonly employer_reference: string
        readonly payment_day: number
        readonly ended_from: Day | null
        readonly terms: readonly {
          readonly relief: 'at_source' | 'net_pay' | 'salary_sacrifice'
          readonly basis: 'qualifying' | 'set_1' | 'set_2' | 'set_3'
          readonly employee_percent: number
          readonly employer_percent: number
        }[]
      }[]
    }
  }
  /** src/business/records/perm-placement.page.tsx */
  readonly perm_documents: {
    readonly variables: { readonly id: string }
    readonly parts: readonly []
    readonly answer: {
      readonly sets: readonly {
        readonly id: string
      }[]
    }
  }
  /** src/business/parties/person-name.hook.ts */
  readonly person_names: {
    readonly variables: { readonly user_ids: readonly (string)[] }
    readonly parts: readonly []
    readonly answer: {
      readonly people: readonly {
        readonly user_id: string | null
        readonly name: string | null
      }[]
    }
  }
  /** src/business/placements/contacts/placement-contacts.card.tsx */
  readonly placement_contacts: {
    readonly variables: { readonly id: string; readonly client_id: string; readonly agency_id: string }
    readonly parts: readonly []
    readonly answer: {
      readonly named: readonly {
        readonly id: string
        readonly type: 'timesheet_approver' | 'invoice_contact' | 'hiring_manager' | 'agency_consultant'
        readonly business_contact_id: string
        readonly business_contact: {
          readonly name: string | null
          readonly email: string
        } | null
      }[]
      readonly client_people: readonly {
        readonly id: string
        readonly name: string | null
        readonly roles: readonly string[]
      }[]
      readonly agency_people: readonly {
        readonly id: string
        readonly name: string | null
        readonly roles: readonly string[]
      }[]
    }
  }
  /** src/business/placements/form/placement-facts.hook.ts */
  readonly placement_facts: {
    readonly variables: { readonly agency_id: string; readonly service_type: string }
    readonly parts: readonly []
    readonly answer: {
      readonly agency: {
        readonly id: string
        readonly funding_model: 'direct' | 'agency_billed' | 'indirect' | null
        readonly company: {
          readonly is_vat_registered: boolean
        } | null
      } | null
      readonly taxes: readonly {
        readonly value_numeric: number
      }[]
      readonly charges: readonly {
        readonly id: string
        readonly fee_type: 'service_fee' | 'platform_fee' | 'funder_fee' | 'funder_discount'
        readonly service_type: 'temp_placement' | 'perm_placement' | 'expense'
        readonly agency_id: string
        readonly funder_id: string | null
        readonly funding_type: 'funded' | 'partly_funded' | 'paid_when_paid' | null
        readonly payment_terms: number | null
        readonly payment_terms_type: 'contractor' | 'agency' | 'client' | null
        readonly type: 'percent' | 'fixed'
        readonly value: number
        readonly fee_base: 'gross' | 'net'
        readonly currency: {
          readonly alpha_code: string
        } | null
        readonly effective_from: Day
        readonly effective_to: Day | null
        readonly transaction_id: string | null
      }[]
    }
  }
  /** src/business/placements/form/placement-people.form.tsx */
  readonly placement_people: {
    readonly variables: { readonly client_id: string; readonly agency_id: string }
    readonly parts: readonly []
    readonly answer: {
      readonly client_people: readonly {
        readonly id: string
        readonly name: string | null
        readonly email: string
        readonly roles: readonly string[]
      }[]
      readonly agency_people: readonly {
        readonly id: string
        readonly name: string | null
      }[]
    }
  }
  /** src/business/placements/form/placement-worker.hook.ts */
  readonly placement_worker: {
    readonly variables: { readonly id: string }
    readonly parts: readonly []
    readonly answer: {
      readonly worker: {
        readonly id: string
        readonly name: string
        readonly payment_type: 'paye' | 'limited' | 'umbrella' | 'selfemployed' | null
        readonly payment_company: {
          readonly id: string
          readonly human_id: string
          readonly name: string
        } | null
        readonly payees: readonly {
          readonly id: string
          readonly agency_id: string
          readonly payment_type: 'paye' | 'limited' | 'umbrella' | 'selfemployed'
          readonly payment_company_id: string
          readonly effective_from: Day
          readonly effective_to: Day | null
          readonly payment_company: {
            readonly id: string
            readonly human_id: string
            readonly name: string
          } | null
        }[]
      } | null
    }
  }
  /** src/business/placements/form/placement-worker.hook.ts */
  readonly placement_worker_birth: {
    readonly variables: { readonly id: string }
    readonly parts: readonly []
    readonly answer: {
      readonly worker: {
        readonly id: string
        readonly individual: {
          readonly id: string
          readonly date_of_birth: Day | null
        } | null
      } | null
    }
  }
  /** src/business/placements/contacts/placement-contacts.card.tsx */
  readonly placements_of_contact: {
    readonly variables: { readonly contact_id: string; readonly type: string; readonly id: string }
    readonly parts: readonly []
    readonly answer: {
      readonly elsewhere: readonly {
        readonly contract_id: string
      }[]
    }
  }
  /** src/business/portfolio/funding-agencies.card.tsx */
  readonly portfolio_agency: {
    readonly variables: never
    readonly parts: readonly []
    readonly answer: {
      readonly id: string
      readonly agency_id: string
      readonly agency_human_id: string
      readonly agency_name: string
      readonly alpha_code: string
      readonly client_count: number
      readonly net_outstanding_balance: number
      readonly disallowed_age: number
      readonly disallowed_part_paid: number
      readonly disallowed_credit_limit: number
      readonly eligible: number
      readonly concentration_excess: number
      readonly advance_percent: number | null
      readonly availability: number | null
      readonly funds_in_use: number
      readonly retention_amount: number
      readonly headroom: number | null
      readonly reassigned_amount: number
      readonly recourse_amount: number
      readonly recourse_outstanding: number
      readonly verified_amount: number
      readonly dilution_percent: number | null
      readonly dso_days: number | null
    }
  }
  /** src/business/invoices/invoice.hook.ts */
  readonly printed_party: {
    readonly variables: never
    readonly parts: readonly []
    readonly answer: {
      readonly business_name: string
      readonly invoicing_address: string
      readonly email: string | null
      readonly registration_number: string | null
      readonly vat_number: string | null
    }
  }
  /** src/business/credit-control/promise.form.tsx */
  readonly promises: {
    readonly variables: { readonly invoice_id: string }
    readonly parts: readonly []
    readonly answer: {
      readonly promises: readonly {
        readonly id: string
        readonly amount: number
        readonly promised_date: Day
        readonly status: 'open' | 'kept' | 'broken' | 'withdrawn'
        readonly note: string | null
        readonly user_name: string
      }[]
    }
  }
  /** src/business/consolidated/consolidated-data.card.tsx */
  readonly proof: {
    readonly variables: never
    readonly parts: readonly []
    readonly answer: {
      readonly created_at: string
      readonly attachment: {
        readonly file_name: string
        readonly file_url: string
      } | null
    }
  }
  /** src/business/single-documents/edit-single.form.tsx */
  readonly purchase_ledger_typed: {
    readonly variables: { readonly id: string }
    readonly parts: readonly []
    readonly answer: {
      readonly documents: readonly {
        readonly title: string
        readonly description: string | null
        readonly amount: number | null
        readonly tax_type: 'standard' | 'zero' | 'exempt' | 'outside_scope' | 'reverse_charge' | 'none' | null
        readonly reference: string | null
        readonly po_number: string | null
        readonly payment_terms: number | null
        readonly currency: {
          readonly alpha_code: string
        } | null
        readonly funder: {
          readonly id: string
          readonly name: string
        } | null
        readonly payment_company: {
          readonly id: string
          readonly name: string
        } | null
      }[]
    }
  }
  /** src/business/placements/form/only-parties.hook.ts */
  readonly ready_parties: {
    readonly variables: Readonly<Record<string, never>>
    readonly parts: readonly []
    readonly answer: {
      readonly clients: readonly {
        readonly id: string
        readonly name: string
      }[]
      readonly contractors: readonly {
        readonly id: string
        readonly name: string
      }[]
    }
  }
  /** src/business/receipts/receipt.hook.ts */
  readonly receipt: {
    readonly variables: { readonly id: string; readonly inside: boolean }
    readonly parts: readonly []
    readonly answer: {
      readonly receipt: {
        readonly id: string
        readonly human_id: string
        readonly type: 'receipt' | 'payment'
        readonly status: 'allocated' | 'partially_matched' | 'matched' | 'reversed' | 'cancelled'
        readonly amount: number
        readonly matched_amount: number
        readonly unmatched_amount: number | null
        readonly transaction_date: Day
        readonly reference: string
        readonly reversal_reason: string | null
        readonly for_business_id: string
        readonly principal_id: string
        readonly currency_id: string
        readonly bank_line_id?: string | null
        readonly payment_batch_id?: string | null
        readonly bank_account_id?: string | null
        readonly refunds?: readonly {
          readonly id: string
          readonly amount: number
          readonly status: 'requested' | 'paid' | 'cancelled'
          readonly reason: string
          readonly payment: {
            readonly id: string
            readonly human_id: string
          } | null
        }[]
        readonly for_business: {
          readonly id: string
          readonly name: string
        } | null
        readonly currency: {
          readonly alpha_code: string
        } | null
        readonly details: readonly {
          readonly id: string
          readonly amount: number
          readonly post_date: Day
          readonly reversal_date: Day | null
          readonly reversal_reason: string | null
          readonly invoice: {
            readonly id: string
            readonly human_id: string
            readonly type: 'provider-client' | 'agency-client' | 'funder-client' | 'agency-funder' | 'funder-agency' | 'contractor-agency' | 'agency-provider' | 'provider-agency' | 'platform_fee' | 'agency_earnings' | 'apprenticeship_levy' | 'employer_ni' | 'employer_pension' | 'holiday_pay_retained'
          } | null
        }[]
      } | null
    }
  }
  /** src/business/consolidated/consolidated-data.card.tsx */
  readonly receipts: {
    readonly variables: { readonly client_id: string }
    readonly parts: readonly []
    readonly answer: {
      readonly receipts: readonly {
        readonly id: string
        readonly human_id: string
        readonly reference: string
        readonly transaction_date: Day
        readonly unmatched_amount: number | null
      }[]
    }
  }
  /** src/business/receipts/cash-match.page.tsx */
  readonly receipts_to_match: {
    readonly variables: Readonly<Record<string, never>>
    readonly parts: readonly []
    readonly answer: {
      readonly receipts: readonly {
        readonly id: string
        readonly human_id: string
        readonly amount: number
        readonly unmatched_amount: number | null
        readonly transaction_date: Day
        readonly reference: string
        readonly for_business: {
          readonly name: string
        } | null
        readonly currency: {
          readonly alpha_code: string
        } | null
      }[]
    }
  }
  /** src/business/funding/recourse.card.tsx */
  readonly recourse: {
    readonly variables: { readonly id: string; readonly reads_inputs: boolean }
    readonly parts: readonly []
    readonly answer: {
      readonly invoice: {
        readonly reassigned_on: Day | null
        readonly reassign_reason: string | null
        readonly recourse: readonly {
          readonly id: string
          readonly reason: string
          readonly amount: number
          readonly balance: number
          readonly debt_amount: number
          readonly received: number
          readonly is_reassigned: boolean
          readonly on_date: Day
          readonly gone_out?: number
          readonly fees?: number
        }[]
        readonly collection_notes: readonly {
          readonly id: string
          readonly human_id: string
          readonly status: 'open' | 'closed' | 'cancelled'
          readonly amount: number
          readonly recovered_amount: number
          readonly cured_amount: number
          readonly outstanding_balance: number | null
        }[]
      } | null
      readonly undone: readonly {
        readonly id: string
        readonly on_date: Day
        readonly reason: string
        readonly undone_on: Day | null
        readonly undone_by: string | null
        readonly undone_reason: string | null
      }[]
    }
  }
  /** src/business/funding/recovered.card.tsx */
  readonly recovered: {
    readonly variables: { readonly at: string }
    readonly parts: readonly []
    readonly answer: {
      readonly lines: readonly {
        readonly id: string
        readonly amount: number
        readonly reversal_date: Day | null
        readonly invoice: {
          readonly id: string
          readonly human_id: string
          readonly agency: {
            readonly name: string
          } | null
        } | null
        readonly payment_receipt_summary: {
          readonly human_id: string
          readonly comment: string | null
        } | null
      }[]
    }
  }
  /** src/business/parties/service-reference.form.tsx */
  readonly reference_of: {
    readonly variables: { readonly party: string; readonly agency: string }
    readonly parts: readonly []
    readonly answer: {
      readonly services: readonly {
        readonly id: string
        readonly type: 'client-agency' | 'contractor-agency' | 'agency-provider' | 'agency-funder' | 'funder-provider' | 'contractor-company'
        readonly reference: string | null
      }[]
    }
  }
  /** src/business/corrections/refinement.page.tsx */
  readonly refinement: {
    readonly variables: { readonly id: string }
    readonly parts: readonly []
    readonly answer: {
      readonly refinement: {
        readonly id: string
        readonly human_id: string
        readonly mode: 'full' | 'difference'
        readonly status: 'pending_approval' | 'pending_invoices' | 'completed'
        readonly reason: string
        readonly created_at: string
        readonly client: {
          readonly name: string
        } | null
        readonly contractor: {
          readonly name: string
        } | null
        readonly timesheet: {
          readonly id: string
          readonly human_id: string
        } | null
        readonly difference_timesheets: readonly {
          readonly id: string
          readonly human_id: string
        }[]
        readonly invoices: readonly {
          readonly id: string
          readonly human_id: string
          readonly type: 'provider-client' | 'agency-client' | 'funder-client' | 'agency-funder' | 'funder-agency' | 'contractor-agency' | 'agency-provider' | 'provider-agency' | 'platform_fee' | 'agency_earnings' | 'apprenticeship_levy' | 'employer_ni' | 'employer_pension' | 'holiday_pay_retained'
          readonly status: 'draft' | 'generated' | 'open' | 'closed' | 'cancelled'
          readonly is_credit_note: boolean
          readonly total_amount: number
          readonly outstanding_balance: number | null
          readonly currency: {
            readonly alpha_code: string
          } | null
          readonly parent_invoice: {
            readonly id: string
            readonly human_id: string
          } | null
        }[]
      } | null
    }
  }
  /** src/business/terms/ask-terms-again.form.tsx */
  readonly rejected_terms: {
    readonly variables: { readonly id: string }
    readonly parts: readonly []
    readonly answer: {
      readonly terms: {
        readonly id: string
        readonly sub_type: 'temp_placement' | 'perm_placement'
        readonly payment_terms: number
        readonly effective_from: Day
        readonly status_comment: string | null
        readonly agency: {
          readonly id: string
          readonly name: string
        } | null
        readonly client: {
          readonly id: string
          readonly name: string
        } | null
      } | null
    }
  }
  /** src/business/report-mailing/report-mailing.hook.ts */
  readonly report_schedules: {
    readonly variables: { readonly report: string }
    readonly parts: readonly []
    readonly answer: {
      readonly schedules: readonly {
        readonly id: string
        readonly report: string
        readonly format: 'csv' | 'excel' | 'pdf'
        readonly frequency: 'weekly' | 'monthly'
        readonly weekday: number | null
        readonly day_of_month: number | null
        readonly period: 'since_last' | 'as_filtered'
        readonly recipients: readonly string[]
        readonly is_paused: boolean
        readonly since: Day
        readonly last_sent: Day | null
        readonly problem: string | null
        readonly user_id: string
        readonly user_name: string
      }[]
    }
  }
  /** src/business/people/role-change.card.tsx */
  readonly role_change_fields: {
    readonly variables: never
    readonly parts: readonly []
    readonly answer: {
      readonly id: string
      readonly status: 'pending' | 'approved' | 'rejected' | 'withdrawn' | 'expired'
      readonly kind: 'roles' | 'address' | 'factors' | 'reactivation'
      readonly waits_for: 'business' | 'provider' | 'operator' | null
      readonly business_id: string
      readonly business_contact_id: string
      readonly user_id: string | null
      readonly name: string
      readonly email: string
      readonly roles: readonly string[]
      readonly reactivates: boolean
      readonly invites: boolean
      readonly new_email: string | null
      readonly comment: string | null
      readonly asked_by: string
      readonly asked_by_name: string
      readonly expires_at: string
      readonly created_at: string
      readonly business: {
        readonly name: string
      } | null
    }
  }
  /** src/business/people/role-change.card.tsx */
  readonly role_changes_of: {
    readonly variables: { readonly id: string }
    readonly parts: readonly ['role_change_fields']
    readonly answer: {
      readonly changes: readonly {
        readonly id: string
        readonly status: 'pending' | 'approved' | 'rejected' | 'withdrawn' | 'expired'
        readonly kind: 'roles' | 'address' | 'factors' | 'reactivation'
        readonly waits_for: 'business' | 'provider' | 'operator' | null
        readonly business_id: string
        readonly business_contact_id: string
        readonly user_id: string | null
        readonly name: string
        readonly email: string
        readonly roles: readonly string[]
        readonly reactivates: boolean
        readonly invites: boolean
        readonly new_email: string | null
        readonly comment: string | null
        readonly asked_by: string
        readonly asked_by_name: string
        readonly expires_at: string
        readonly created_at: string
        readonly business: {
          readonly name: string
        } | null
      }[]
    }
  }
  /** src/business/people/role-change.card.tsx */
  readonly role_changes_waiting: {
    readonly variables: Readonly<Record<string, never>>
    readonly parts: readonly ['role_change_fields']
    readonly answer: {
      readonly changes: readonly {
        readonly id: string
        readonly status: 'pending' | 'approved' | 'rejected' | 'withdrawn' | 'expired'
        readonly kind: 'roles' | 'address' | 'factors' | 'reactivation'
        readonly waits_for: 'business' | 'provider' | 'operator' | null
        readonly business_id: string
        readonly business_contact_id: string
        readonly user_id: string | null
        readonly name: string
        readonly email: string
        readonly roles: readonly string[]
        readonly reactivates: boolean
        readonly invites: boolean
        readonly new_email: string | null
        readonly comment: string | null
        readonly asked_by: string
        readonly asked_by_name: string
        readonly expires_at: string
        readonly created_at: string
        readonly business: {
          readonly name: string
        } | null
      }[]
    }
  }
  /** src/business/payroll/returns/run-return.card.tsx */
  readonly run_return: {
    readonly variables: { readonly id: string }
    readonly parts: readonly []
    readonly answer: {
      readonly returns: readonly {
        readonly id: string
        readonly human_id: string
        readonly status: 'built' | 'validated' | 'sent' | 'acknowledged' | 'accepted' | 'rejected' | 'filed_outside'
        readonly fault_count: number
        readonly receipt: string | null
      }[]
    }
  }
  /** src/business/payroll/runs/left-out.card.tsx */
  readonly run_timesheets: {
    readonly variables: { readonly contractor_id: string; readonly agency_id: string; readonly pay_day: string }
    readonly parts: readonly []
    readonly answer: {
      readonly sheets: readonly {
        readonly id: string
        readonly human_id: string
        readonly start_date: Day
        readonly end_date: Day
      }[]
      readonly bills: readonly {
        readonly timesheet: {
          readonly id: string
          readonly human_id: string
          readonly start_date: Day
          readonly end_date: Day
        } | null
      }[]
    }
  }
  /** src/business/payroll/runs/run-workers.card.tsx */
  readonly run_worker: {
    readonly variables: never
    readonly parts: readonly []
    readonly answer: {
      readonly id: string
      readonly contractor_id: string
      readonly hours: number
      readonly gross_pay: number
      readonly income_tax: number
      readonly employee_ni: number
      readonly net_pay: number
      readonly last_net_pay: number | null
      readonly net_change: number | null
      readonly contractor: {
        readonly name: string
      } | null
    }
  }
  /** src/business/payroll/runs/run-workers.card.tsx */
  readonly run_worker_lines: {
    readonly variables: { readonly id: string }
    readonly parts: readonly []
    readonly answer: {
      readonly slip: {
        readonly id: string
        readonly lines: Json<'transaction_pay_run_payslip.lines'>
      } | null
    }
  }
  /** src/business/payroll/runs/run-workers.card.tsx */
  readonly run_workers: {
    readonly variables: { readonly found: Where; readonly others: Where; readonly most: number }
    readonly parts: readonly ['run_worker']
    readonly answer: {
      readonly found: readonly {
        readonly id: string
        readonly contractor_id: string
        readonly hours: number
        readonly gross_pay: number
        readonly income_tax: number
        readonly employee_ni: number
        readonly net_pay: number
        readonly last_net_pay: number | null
        readonly net_change: number | null
        readonly contractor: {
          readonly name: string
        } | null
      }[]
      readonly others: readonly {
        readonly id: string
        readonly contractor_id: string
        readonly hours: number
        readonly gross_pay: number
        readonly income_tax: number
        readonly employee_ni: number
        readonly net_pay: number
        readonly last_net_pay: number | null
        readonly net_change: number | null
        readonly contractor: {
          readonly name: string
        } | null
      }[]
    }
  }
  /** src/business/single-documents/edit-single.form.tsx */
  readonly sales_invoice_typed: {
    readonly variables: { readonly id: string }
    readonly parts: readonly []
    readonly answer: {
      readonly documents: readonly {
        readonly title: string
        readonly description: string | null
        readonly amount: number | null
        readonly tax_type: 'standard' | 'zero' | 'exempt' | 'outside_scope' | 'reverse_charge' | 'none' | null
        readonly reference: string | null
        readonly po_number: string | null
        readonly payment_terms: number | null
        readonly currency: {
          readonly alpha_code: string
        } | null
        readonly funder: {
          readonly id: string
          readonly name: string
        } | null
        readonly client: {
          readonly id: string
          readonly name: string
        } | null
      }[]
    }
  }
  /** src/business/reports/sales-ledger.page.tsx */
  readonly sales_ledger: {
    readonly variables: Readonly<Record<string, never>>
    readonly parts: readonly []
    readonly answer: {
      readonly totals: readonly {
        readonly id: string
        readonly alpha_code: string
        readonly client_count: number
        readonly invoice_count: number
        readonly overdue_amount: number
        readonly net_outstanding_balance: number
        readonly unallocated_amount: number
        readonly aged_current: number
        readonly aged_0_30: number
        readonly aged_31_60: number
        readonly aged_61_90: number
        readonly aged_91_120: number
        readonly aged_over_120: number
      }[]
    }
  }
  /** src/web/list/tools/ViewMenu.tsx */
  readonly saved_views: {
    readonly variables: { readonly list: string }
    readonly parts: readonly []
    readonly answer: {
      readonly views: readonly {
        readonly id: string
        readonly name: string
        readonly search: string
      }[]
    }
  }
  /** src/business/placements/schedule/schedule-documents.form.tsx */
  readonly schedule_templates: {
    readonly variables: { readonly kinds: readonly (string)[] }
    readonly parts: readonly []
    readonly answer: {
      readonly rows: readonly {
        readonly template_id: string
        readonly name: string
      }[]
    }
  }
  /** src/business/placements/set-placement-scheme.form.tsx */
  readonly scheme_of_placement: {
    readonly variables: { readonly id: string }
    readonly parts: readonly []
    readonly answer: {
      readonly placement: {
        readonly id: string
        readonly paye_scheme_id: string | null
        readonly ir35_status: 'inside' | 'outside' | 'not_applicable' | null
        readonly timesheets: readonly {
          readonly id: string
          readonly human_id: string
        }[]
      } | null
    }
  }
  /** src/business/signing/send-for-signature.form.tsx */
  readonly signature_choices: {
    readonly variables: { readonly entity: string; readonly id: string; readonly businesses: readonly (string)[] }
    readonly parts: readonly []
    readonly answer: {
      readonly files: readonly {
        readonly id: string
        readonly file_name: string
      }[]
      readonly people: readonly {
        readonly id: string
        readonly first_name: string
        readonly last_name: string
        readonly business_id: string
        readonly business: {
          readonly name: string
        } | null
      }[]
    }
  }
  /** src/business/signing/signature-document.hook.ts */
  readonly signature_documents: {
    readonly variables: { readonly where: Where; readonly is_sender: boolean }
    readonly parts: readonly []
    readonly answer: {
      readonly documents: readonly {
        readonly id: string
        readonly title: string
        readonly type: string
        readonly status: 'draft' | 'inprogress' | 'completed' | 'rejected' | 'expired'
        readonly reason: string | null
        readonly sent_at: string | null
        readonly expires_at: string | null
        readonly completed_at: string | null
        readonly final_sha256: string | null
        readonly sealed_by: string | null
        readonly signed_with: 'documenso' | null
        readonly created_by_name: string | null
        readonly parent_entity: string | null
        readonly parent_id: string | null
        readonly business: {
          readonly name: string
        } | null
        readonly signers: readonly {
          readonly id: string
          readonly position: number
          readonly role: 'signer' | 'approver' | 'copy'
          readonly party: 'agency' | 'client' | 'contractor' | 'funder' | 'provider'
          readonly contact_id: string | null
          readonly name: string
          readonly status: 'waiting' | 'asked' | 'viewed' | 'signed' | 'declined'
          readonly asked_at: string | null
          readonly viewed_at: string | null
          readonly signed_at: string | null
          readonly comment: string | null
          readonly reminded_at?: string | null
          readonly email?: string
          readonly has_left?: boolean | null
        }[]
        readonly missing?: readonly string[]
        readonly files: readonly {
          readonly id: string
          readonly file_name: string
        }[]
      }[]
    }
  }
  /** src/business/signing/signer-deliveries.hook.ts */
  readonly signer_deliveries: {
    readonly variables: { readonly id: string }
    readonly parts: readonly []
    readonly answer: {
      readonly deliveries: readonly {
        readonly to: string
        readonly status: 'queued' | 'kept' | 'sent' | 'deferred' | 'refused' | 'given_up' | 'failed'
        readonly answer: string | null
        readonly tries: number
        readonly next_try_at: string | null
      }[]
    }
  }
  /** src/business/placements/placement-evidence.form.tsx */
  readonly stated_evidence: {
    readonly variables: { readonly entity: string; readonly id: string; readonly business_id: string }
    readonly parts: readonly []
    readonly answer: {
      readonly files: readonly {
        readonly id: string
        readonly file_name: string
      }[]
      readonly people: readonly {
        readonly id: string
        readonly name: string | null
        readonly roles: readonly string[]
      }[]
    }
  }
  /** src/business/payroll/employment/deductions.card.tsx */
  readonly student_loans: {
    readonly variables: { readonly id: string }
    readonly parts: readonly []
    readonly answer: {
      readonly loans: readonly {
        readonly id: string
        readonly plan: 'plan_1' | 'plan_2' | 'plan_4' | 'plan_5' | 'postgraduate'
        readonly source: 'sl1' | 'p45' | 'starter' | 'takeover'
        readonly effective_from: Day
        readonly effective_to: Day | null
        readonly created_by_name: string
      }[]
    }
  }
  /** src/business/payroll/returns/tax-forms.card.tsx */
  readonly tax_forms: {
    readonly variables: { readonly id: string }
    readonly parts: readonly []
    readonly answer: {
      readonly forms: readonly {
        readonly id: string
        readonly kind: 'p45' | 'p60'
        readonly tax_year: number
        readonly is_copy: boolean
        readonly year_correction_id: string | null
        readonly issued_on: Day
        readonly created_by_name: string
      }[]
    }
  }
  /** src/business/parties/new-party/made-terms.form.tsx */
  readonly terms_templates: {
    readonly variables: { readonly kind: string }
    readonly parts: readonly []
    readonly answer: {
      readonly rows: readonly {
        readonly id: string
        readonly name: string
      }[]
    }
  }
  /** src/business/timesheets/timesheet.hook.ts */
  readonly timesheet: {
    readonly variables: { readonly id: string; readonly side: string; readonly reads_contractor_amount: boolean; readonly reads_client_amount: boolean; readonly reads_suspense: boolean; readonly reads_rates: boolean; readonly reads_approvers: boolean; readonly reads_invoices: boolean }
    readonly parts: readonly []
    readonly answer: {
      readonly timesheet: {
        readonly id: string
        readonly human_id: string
        readonly status: 'draft' | 'submitted' | 'rejected' | 'approved' | 'suspense' | 'cancelled'
        readonly start_date: Day
        readonly end_date: Day
        readonly total_units: number
        readonly type: 'autogenerated' | 'paye' | 'manual' | 'payroll'
        readonly timesheet_frequency: 'week' | 'month'
        readonly unit_type: 'hourly' | 'daily' | 'monthly' | 'custom'
        readonly refines_id: string | null
        readonly comment: string | null
        readonly submitted_date: string | null
        readonly submitted_by: string | null
        readonly approved_at: string | null
        readonly approved_by: string | null
        readonly approved_by_name: string | null
        readonly evidence_hash: string | null
        readonly updated_at: string
        readonly contractor_amount?: number
        readonly client_amount?: number
        readonly suspense_reason?: string | null
        readonly evidence_status?: 'waiting' | 'accepted' | null
        readonly held_by?: 'agency' | 'provider' | null
        readonly currency: {
          readonly alpha_code: string
        } | null
        readonly agency: {
          readonly id: string
          readonly name: string
        } | null
        readonly client: {
          readonly id: string
          readonly name: string
        } | null
        readonly contractor: {
          readonly id: string
          readonly name: string
        } | null
        readonly contract: {
          readonly id: string
          readonly human_id: string
          readonly title: string
          readonly start_date: Day | null
          readonly end_date: Day | null
          readonly standard_units: number
          readonly timesheet_submit: 'contractor' | 'agency'
          readonly manual_timesheet_approval: boolean
          readonly rates?: readonly {
            readonly group_id: string
            readonly name: string
            readonly value_text: 'hourly' | 'daily' | 'monthly' | 'custom'
            readonly value_numeric: number
            readonly value_jsonb_object: Json<'contract_rate.value_jsonb_object'>
            readonly effective_from: Day
            readonly effective_to: Day | null
          }[]
          readonly contract_contacts?: readonly {
            readonly business_contact_id: string
            readonly business_contact: {
              readonly name: string | null
            } | null
          }[]
        } | null
        readonly details: readonly {
          readonly date: Day
          readonly group_id: string
          readonly rate_name: string
          readonly units: number
          readonly unit_type: 'hourly' | 'daily' | 'monthly' | 'custom'
          readonly unit_fraction: string | null
          readonly availability: 'holiday' | 'public_holiday' | 'sickness' | 'training' | 'unavailable' | null
          readonly description: string | null
        }[]
        readonly activities: readonly {
          readonly id: string
          readonly old_status: 'draft' | 'submitted' | 'rejected' | 'approved' | 'suspense' | 'cancelled' | null
          readonly new_status: 'draft' | 'submitted' | 'rejected' | 'approved' | 'suspense' | 'cancelled'
          readonly message: string
          readonly comment: string | null
          readonly user_name: string
          readonly created_at: string
        }[]
        readonly invoices?: readonly {
          readonly id: string
          readonly human_id: string
          readonly type: 'provider-client' | 'agency-client' | 'funder-client' | 'agency-funder' | 'funder-agency' | 'contractor-agency' | 'agency-provider' | 'provider-agency' | 'platform_fee' | 'agency_earnings' | 'apprenticeship_levy' | 'employer_ni' | 'employer_pension' | 'holiday_pay_retained'
          readonly status: 'draft' | 'generated' | 'open' | 'closed' | 'cancelled'
          readonly due_date: Day
          readonly total_amount: number
          readonly outstanding_balance: number | null
        }[]
      } | null
    }
  }
  /** src/business/timesheets/timesheet-draft.hook.ts */
  readonly timesheet_draft: {
    readonly variables: { readonly id: string }
    readonly parts: readonly []
    readonly answer: {
      readonly drafts: readonly {
        readonly changes: Json<'transaction_timesheet_draft.changes'>
      }[]
    }
  }
  /** src/business/timesheets/new-timesheet.form.tsx */
  readonly timesheet_placements: {
    readonly variables: { readonly where: Where; readonly limit: number }
    readonly parts: readonly []
    readonly answer: {
      readonly placements: readonly {
        readonly id: string
        readonly human_id: string
        readonly title: string
        readonly start_date: Day
        readonly end_date: Day | null
        readonly client: {
          readonly name: string
        } | null
        readonly contractor: {
          readonly name: string
        } | null
        readonly payment_company: {
          readonly type: 'agency' | 'client' | 'funder' | 'provider' | 'contractor' | 'limited' | 'umbrella' | 'selfemployed' | 'payer' | 'creditor'
        } | null
        readonly timesheets: readonly {
          readonly start_date: Day
        }[]
      }[]
    }
  }
  /** src/business/timesheets/timesheet.hook.ts */
  readonly timesheets_beside: {
    readonly variables: { readonly contractor_id: string; readonly from: string; readonly until: string }
    readonly parts: readonly []
    readonly answer: {
      readonly beside: readonly {
        readonly id: string
        readonly submitted_date: string | null
        readonly details: readonly {
          readonly date: Day
          readonly units: number
          readonly unit_type: 'hourly' | 'daily' | 'monthly' | 'custom'
        }[]
      }[]
    }
  }
  /** src/business/portfolio/funding-trend.card.tsx */
  readonly trend_point: {
    readonly variables: never
    readonly parts: readonly []
    readonly answer: {
      readonly agency_id: string
      readonly agency_name: string
      readonly alpha_code: string
      readonly dso_days: number | null
      readonly dilution_percent: number | null
    }
  }
  /** src/business/document-templates/usable-templates.hook.ts */
  readonly usable_templates: {
    readonly variables: { readonly kinds: readonly (string)[] }
    readonly parts: readonly []
    readonly answer: {
      readonly rows: readonly {
        readonly id: string
        readonly name: string
        readonly kind: 'business_terms' | 'perm_terms' | 'limited_contract' | 'umbrella_contract' | 'paye_terms' | 'self_billing' | 'opt_out' | 'assignment_schedule' | 'perm_confirmation' | 'key_information_paye' | 'key_information_umbrella' | 'key_information_limited' | 'agency_terms'
        readonly business: {
          readonly name: string
        } | null
        readonly business_id: string
      }[]
    }
  }
  /** src/business/parties/vat-check/vat-check.card.tsx */
  readonly vat_check: {
    readonly variables: { readonly id: string }
    readonly parts: readonly []
    readonly answer: {
      readonly companies: readonly {
        readonly name: string
        readonly vat_name_differs: boolean
        readonly is_vat_registered: boolean
        readonly vat_registration_no: string | null
        readonly vat_check_status: 'unchecked' | 'valid' | 'not_found' | 'unavailable'
        readonly vat_check_name: string | null
        readonly vat_consultation_number: string | null
        readonly vat_checked_at: string | null
        readonly vat_check_asked_at: string | null
        readonly vat_override_at: string | null
      }[]
    }
  }
  /** src/business/tax/vat-liability.page.tsx */
  readonly vat_documents: {
    readonly variables: { readonly output: Where; readonly input: Where }
    readonly parts: readonly []
    readonly answer: {
      readonly output: {
        readonly aggregate: {
          readonly sum: {
            readonly tax_amount: number | null
          } | null
        } | null
      }
      readonly input: {
        readonly aggregate: {
          readonly sum: {
            readonly tax_amount: number | null
          } | null
        } | null
      }
    }
  }
  /** src/business/parties/company-profile/vat-evidence.card.tsx */
  readonly vat_evidence: {
    readonly variables: { readonly id: string }
    readonly parts: readonly []
    readonly answer: {
      readonly client: {
        readonly company: {
          readonly vat_evidence_kind: 'vat_number' | 'certificate' | 'other' | null
          readonly vat_evidence_number: string | null
          readonly vat_evidence_checked_on: Day | null
          readonly vat_evidence_attachment: {
            readonly file_name: string
          } | null
          readonly address: {
            readonly country: string
            readonly country_code: string
          } | null
        } | null
      } | null
    }
  }
  /** src/business/tax/vat-liability.page.tsx */
  readonly vat_liability: {
    readonly variables: { readonly currency_id: string; readonly stagger: number }
    readonly parts: readonly []
    readonly answer: {
      readonly quarters: readonly {
        readonly id: string
        readonly quarter_start: Day
        readonly quarter_end: Day
        readonly payment_deadline: Day
        readonly input_tax: number
        readonly output_tax: number
        readonly vat_liability: number
      }[]
    }
  }
  /** src/business/timesheets/waiting-approvals.card.tsx */
  readonly waiting_approvals: {
    readonly variables: { readonly shown: number; readonly read: number; readonly reads_cost: boolean }
    readonly parts: readonly []
    readonly answer: {
      readonly sheets: readonly {
        readonly id: string
        readonly human_id: string
        readonly start_date: Day
        readonly end_date: Day
        readonly total_units: number
        readonly unit_type: 'hourly' | 'daily' | 'monthly' | 'custom'
        readonly submitted_date: string | null
        readonly contractor: {
          readonly name: string
        } | null
        readonly timesheet_frequency: 'week' | 'month'
        readonly details: readonly {
          readonly date: Day
          readonly units: number
          readonly unit_type: 'hourly' | 'daily' | 'monthly' | 'custom'
        }[]
        readonly client_amount?: number
        readonly currency?: {
          readonly alpha_code: string
        } | null
        readonly contract: {
          readonly title: string
          readonly timesheets: readonly {
            readonly id: string
            readonly status: 'draft' | 'submitted' | 'rejected' | 'approved' | 'suspense' | 'cancelled'
            readonly refines_id: string | null
            readonly timesheet_frequency: 'week' | 'month'
            readonly start_date: Day
            readonly end_date: Day
            readonly total_units: number
            readonly submitted_date: string | null
            readonly details: readonly {
              readonly date: Day
              readonly units: number
              readonly unit_type: 'hourly' | 'daily' | 'monthly' | 'custom'
            }[]
          }[]
        } | null
      }[]
      readonly spent: readonly {
        readonly id: string
        readonly human_id: string
        readonly amount: number
        readonly tax_amount: number
        readonly submitted_date: string | null
        readonly contractor: {
          readonly name: string
        } | null
        readonly contract: {
          readonly title: string
        } | null
        readonly currency: {
          readonly alpha_code: string
        } | null
      }[]
      readonly sheet_count: {
        readonly aggregate: {
          readonly count: number
        } | null
      }
      readonly spent_count: {
        readonly aggregate: {
          readonly count: number
        } | null
      }
    }
  }
  /** src/business/parties/onboarding/waiting-clients.card.tsx */
  readonly waiting_clients: {
    readonly variables: { readonly statuses: readonly (string)[] }
    readonly parts: readonly []
    readonly answer: {
      readonly clients: {
        readonly aggregate: {
          readonly count: number
        } | null
      }
    }
  }
  /** src/business/webhooks/webhook-deliveries.card.tsx */
  readonly webhook_deliveries: {
    readonly variables: { readonly webhook_id: string; readonly shown: number }
    readonly parts: readonly []
    readonly answer: {
      readonly rows: readonly {
        readonly id: string
        readonly event: string
        readonly payload: string
        readonly state: 'pending' | 'delivered' | 'failed'
        readonly attempts: number
        readonly next_attempt_at: string | null
        readonly last_attempt_at: string | null
        readonly status_code: number | null
        readonly error: string | null
        readonly response: string | null
        readonly duration_ms: number | null
        readonly created_at: string
      }[]
    }
  }
  /** src/business/webhooks/webhooks.page.tsx */
  readonly webhooks: {
    readonly variables: Readonly<Record<string, never>>
    readonly parts: readonly []
    readonly answer: {
      readonly rows: readonly {
        readonly id: string
        readonly url: string
        readonly events: readonly string[]
        readonly state: 'active' | 'paused' | 'disabled'
        readonly reason: string | null
        readonly failing_since: string | null
        readonly old_secret_until: string | null
        readonly created_by_name: string
        readonly created_at: string
      }[]
    }
  }
  /** src/business/dashboard/where-is-my-money.card.tsx */
  readonly where_is_my_money: {
    readonly variables: Readonly<Record<string, never>>
    readonly parts: readonly []
    readonly answer: {
      readonly sheets: readonly {
        readonly id: string
        readonly human_id: string
        readonly status: 'draft' | 'submitted' | 'rejected' | 'approved' | 'suspense' | 'cancelled'
        readonly type: 'autogenerated' | 'paye' | 'manual' | 'payroll'
        readonly end_date: Day
        readonly submitted_date: string | null
        readonly contractor_amount: number
        readonly agency_id: string
        readonly client: {
          readonly name: string
        } | null
        readonly currency: {
          readonly alpha_code: string
        } | null
        readonly invoices: readonly {
          readonly id: string
          readonly status: 'draft' | 'generated' | 'open' | 'closed' | 'cancelled'
          readonly due_date: Day
          readonly last_payment_date: Day | null
          readonly total_amount: number
          readonly credit_notes: readonly {
            readonly total_amount: number
          }[]
        }[]
      }[]
      readonly spent: readonly {
        readonly currency: {
          readonly alpha_code: string
        } | null
        readonly invoices: readonly {
          readonly status: 'draft' | 'generated' | 'open' | 'closed' | 'cancelled'
          readonly due_date: Day
          readonly total_amount: number
          readonly credit_notes: readonly {
            readonly total_amount: number
          }[]
        }[]
      }[]
      readonly deemed: readonly {
        readonly invoice_id: string
        readonly income_tax: number
        readonly employee_ni: number
        readonly payslip: {
          readonly id: string
          readonly human_id: string
        } | null
      }[]
      readonly slips: readonly {
        readonly id: string
        readonly human_id: string
        readonly status: 'draft' | 'issued' | 'paid'
        readonly pay_date: Day
        readonly agency_id: string
        readonly net_pay: number
        readonly currency: {
          readonly alpha_code: string
        } | null
      }[]
    }
  }
  /** src/business/timesheets/refine.form.tsx */
  readonly worked: {
    readonly variables: { readonly id: string }
    readonly parts: readonly []
    readonly answer: {
      readonly sheet: {
        readonly version: number
        readonly differences: readonly {
          readonly human_id: string
          readonly details: readonly {
            readonly date: Day
            readonly group_id: string
            readonly units: number
          }[]
        }[]
      } | null
    }
  }
  /** src/business/payroll/employment/worker-employments.card.tsx */
  readonly worker_employments: {
    readonly variables: { readonly id: string }
    readonly parts: readonly []
    readonly answer: {
      readonly employments: readonly {
        readonly id: string
        readonly payroll_id: string
        readonly start_date: Day
        readonly leave_date: Day | null
        readonly pay_frequency: 'week' | 'fortnight' | 'four_week' | 'month'
        readonly paye_scheme: {
          readonly employer_reference: string
        } | null
      }[]
      readonly payees: readonly {
        readonly id: string
        readonly payment_type: 'paye' | 'limited' | 'umbrella' | 'selfemployed'
      }[]
    }
  }
  /** src/business/payroll/ended-years/year-corrections.card.tsx */
  readonly year_corrections: {
    readonly variables: { readonly id: string }
    readonly parts: readonly []
    readonly answer: {
      readonly corrections: readonly {
        readonly id: string
        readonly tax_year: number
        readonly kind: 'letter' | 'pay'
        readonly letter: string
        readonly from_pay_day: Day
        readonly reason: string
        readonly period_count: number
        readonly gross_pay: number
        readonly net_pay: number
        readonly employee_ni: number
        readonly employer_ni: number
        readonly employment_allowance: number
        readonly levy_due: number
        readonly working: Json<'transaction_year_correction.working'>
        readonly created_by_name: string
      }[]
    }
  }
}
