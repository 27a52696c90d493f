-- Why: every three years an employer enrols again the workers who left its pension, on a day of a window of six months
-- (Automatic Enrolment Regulations 2010, regulation 12). The window follows the first day of the duties, or the last day chosen.
alter table business.paye_scheme
  add column pension_duties_from date,
  add column re_enrolled_on date,
  add constraint paye_scheme_re_enrolled check (re_enrolled_on is null or pension_duties_from < re_enrolled_on);
call log.keep_sealed('business.paye_scheme');
