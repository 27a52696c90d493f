-- Why: checking and approving a run of many payslips take longer than a request may, too. A job does them as it
-- calculates, and everybody who reads the run reads how far it is. The reason why it failed is for the provider.
alter table transaction.pay_run rename column calculation_job_id to job_id;
alter index transaction.pay_run_calculation_job rename to pay_run_job;
call log.keep_sealed('transaction.pay_run');

drop function transaction.pay_run_work_status(text, uuid);
create function transaction.pay_run_work_status(status text, job_id uuid) returns text
language sql stable parallel safe as $$
  select coalesce(
    (select case j.kind when 'transaction.pay_run.calculate' then 'calculating'
       when 'transaction.pay_run.check' then 'checking' when 'transaction.pay_run.approve' then 'approving' end
     from platform.job j where j.id = pay_run_work_status.job_id and j.status in ('queued', 'running')),
    pay_run_work_status.status)
$$;

create function transaction.pay_run_work_done(job_id uuid) returns integer language sql stable parallel safe as $$
  select j.done from platform.job j where j.id = pay_run_work_done.job_id and j.status in ('queued', 'running')
$$;

create function transaction.pay_run_work_total(job_id uuid) returns integer language sql stable parallel safe as $$
  select j.total from platform.job j where j.id = pay_run_work_total.job_id and j.status in ('queued', 'running')
$$;

create function transaction.pay_run_work_fault(job_id uuid) returns text language sql stable parallel safe as $$
  select 'The run was not ' || case j.kind when 'transaction.pay_run.calculate' then 'calculated'
      when 'transaction.pay_run.check' then 'sent for approval' else 'approved' end || ': ' || j.message
  from platform.job j where j.id = pay_run_work_fault.job_id and j.status = 'failed'
$$;
