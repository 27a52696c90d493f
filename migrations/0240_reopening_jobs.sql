-- Why: reopening a run of thousands of payslips credits the documents of each, which takes longer than a request may. A job does it,
-- as it calculates, checks and approves (decision 0202).
create or replace function transaction.pay_run_work_status(status text, job_id uuid) returns text
language sql stable parallel safe as $$
  select coalesce(
    (select case j.kind when 'transaction.pay_run.calculate' then 'calculating'
       when 'transaction.pay_run.check' then 'checking' when 'transaction.pay_run.approve' then 'approving'
       when 'transaction.pay_run.reopen' then 'reopening' end
     from platform.job j where j.id = pay_run_work_status.job_id and j.status in ('queued', 'running')),
    pay_run_work_status.status)
$$;

create or replace function transaction.pay_run_work_fault(job_id uuid) returns text language sql stable parallel safe as $$
  select 'The run was not ' || case j.kind when 'transaction.pay_run.calculate' then 'calculated'
      when 'transaction.pay_run.check' then 'sent for approval' when 'transaction.pay_run.reopen' then 'reopened' else 'approved' end
    || ': ' || j.message
  from platform.job j where j.id = pay_run_work_fault.job_id and j.status = 'failed'
$$;
