-- Why: a placement says whether no notice is needed, or one period, or one for its first time and another after it; never
-- entered is none of these. The later, or only, period stands in the two columns of earlier.
alter table contract.contract
  add column notice_type text check (notice_type in ('none', 'single', 'two_stage')),
  add column notice_initial integer check (notice_initial between 0 and 365),
  add column notice_initial_unit text check (notice_initial_unit in ('day', 'week', 'month')),
  add column notice_duration integer check (notice_duration between 0 and 365),
  add column notice_duration_unit text check (notice_duration_unit in ('day', 'week', 'month'));
update contract.contract set notice_type = 'single' where notice_period is not null and notice_period_unit is not null;
alter table contract.contract
  add constraint contract_notice_period check (
    notice_type is null
    or (notice_type <> 'none') = (notice_period is not null and notice_period_unit is not null)),
  add constraint contract_notice_stages check (
    case when notice_type = 'two_stage' then num_nonnulls(notice_initial, notice_initial_unit, notice_duration, notice_duration_unit) = 4
      else num_nonnulls(notice_initial, notice_initial_unit, notice_duration, notice_duration_unit) = 0 end);
call log.keep_sealed('contract.contract');
