-- Why: a person who is away hands their approvals and tasks over to a colleague with the same right, for at most 60 days.
create table platform.delegation (
  id uuid primary key,
  business_id uuid not null references business.business (id),
  from_contact_id uuid not null references business.business_contact (id),
  to_contact_id uuid not null references business.business_contact (id),
  from_day date not null,
  to_day date not null,
  reason text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Before its last day: by the person, or because one of the two left or lost the right.
  ended_at timestamptz,
  check (from_contact_id <> to_contact_id),
  check (to_day >= from_day and to_day < from_day + 60)
);
create index delegation_from on platform.delegation (from_contact_id, to_day) where ended_at is null;
create index delegation_to on platform.delegation (to_contact_id, to_day) where ended_at is null;
create index delegation_business on platform.delegation (business_id);
call log.keep_sealed('platform.delegation');
