-- Why: each pension provider takes the contributions of a payroll in a file of its own columns. A pension scheme keeps the layout of
-- its file: one that the product knows, or its own columns (payroll-run, screens; decision 0192).
alter table business.pension_scheme
  add column file_layout text not null default 'standard'
    check (file_layout in ('standard', 'cushon', 'workers_pension_trust', 'own')),
  -- Columns with their headings, and the form of days: of an own layout alone.
  add column own_layout jsonb,
  add constraint pension_scheme_own_layout check ((file_layout = 'own') = (own_layout is not null));
call log.keep_sealed('business.pension_scheme');
