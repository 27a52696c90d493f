-- Why: a run that was calculated or checked goes back by itself when a source of its figures changes, and its page names
-- the change (payroll-run, states). The columns are of the last time, until the run is calculated again.
alter table transaction.pay_run
  add column went_back_at timestamptz,
  add column went_back_for jsonb check (jsonb_typeof(went_back_for) = 'object'),
  add constraint pay_run_went_back check (num_nonnulls(went_back_at, went_back_for) in (0, 2)
    and (went_back_at is null or status in ('open', 'cancelled')));
create index pay_run_under_way on transaction.pay_run (paye_scheme_id, agency_id) where status in ('open', 'calculated', 'checked');
create index job_going_back on platform.job ((input #>> '{ids,0}')) where kind = 'transaction.pay_run.go_back' and status = 'queued';
call log.keep_sealed('transaction.pay_run');
