-- Why: an import whose job was cancelled, or failed, still stood in lists as if it were under way: its status says from where it can
-- be taken up again, not that somebody is at it. What lists show, filter and count by is whether a job is.
create function platform.import_work_status(status text, job_id uuid) returns text language sql stable parallel safe as $$
  select case
    when import_work_status.status in ('checking', 'applying', 'undoing') and not exists (
      select from platform.job j where j.id = import_work_status.job_id and j.status in ('queued', 'running')) then 'stopped'
    else import_work_status.status end
$$;
