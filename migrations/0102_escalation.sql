-- Why: approvers are reminded of work that waits, then all approvers of the client, then the agency; each step of a
-- submission is mailed once.
create table request.escalation (
  entity text not null,
  entity_id uuid not null,
  submitted_at timestamptz not null,
  step text not null check (step in ('reminder', 'others', 'agency')),
  updated_at timestamptz not null,
  primary key (entity, entity_id, submitted_at)
);
