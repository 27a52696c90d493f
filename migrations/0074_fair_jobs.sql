-- Why: jobs of one business must not delay another's, over all workers, and a killed worker's job must be found by its lease.
alter table platform.job
  -- Short work has slots of its own.
  add column lane text not null default 'long' check (lane in ('quick', 'long')),
  -- The worker that runs it, and until when without renewal.
  add column lease_node uuid,
  add column lease_until timestamptz,
  add column not_before timestamptz,
  -- Turns since the last one that ended well.
  add column tries integer not null default 0,
  add column max_tries integer not null default 5,
  -- The same for the same export of one person.
  add column input_hash text;
update platform.job set lease_until = now() where status = 'running';
create index job_to_pick on platform.job (lane, business_id, created_at) where status in ('queued', 'running');

-- Milliseconds of work that each business has had: the smallest is next.
create table platform.fair_share (
  business_id uuid primary key,
  vtime_ms numeric not null default 0
);

-- Slots for long jobs of this process: a business has half of all.
alter table platform.node add column long_slots integer not null default 0;
