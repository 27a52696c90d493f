-- Why: the payslips of a large employer take longer than a request may. A pay run is calculated by a job, and nobody
-- checks or approves it meanwhile.
alter table transaction.pay_run add column calculation_job_id uuid references platform.job (id);
create index pay_run_calculation_job on transaction.pay_run (calculation_job_id) where calculation_job_id is not null;
call log.keep_sealed('transaction.pay_run');

create function transaction.pay_run_work_status(status text, calculation_job_id uuid) returns text
language sql stable parallel safe as $$
  select case
    when exists (select from platform.job j
      where j.id = pay_run_work_status.calculation_job_id and j.status in ('queued', 'running')) then 'calculating'
    else pay_run_work_status.status end
$$;
