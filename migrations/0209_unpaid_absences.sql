-- Why: the Full Payment Submission tells HMRC of pay that unpaid days reduced, so that they are recorded as absences, too.
alter table transaction.statutory_absence
  drop constraint statutory_absence_kind_check,
  add constraint statutory_absence_kind_check check (kind in ('ssp', 'smp', 'spp', 'sap', 'shpp', 'spbp', 'sncp', 'unpaid')),
  drop constraint statutory_absence_check1,
  add constraint statutory_absence_check1 check ((kind in ('ssp', 'unpaid')) = (event_day is null));
