-- Why: one administrator of the provider other than the one who deactivated a person gave them a role that can release money
-- back. A second person now confirms it, as for every other way to such a role.
alter table request.role_change drop constraint role_change_kind_check,
  add constraint role_change_kind_check check (kind in ('roles', 'address', 'factors', 'reactivation')),
  add constraint role_change_reactivation_by_others check (status <> 'approved' or kind <> 'reactivation'
    or (asked_by is distinct from user_id and decided_by is distinct from user_id));
