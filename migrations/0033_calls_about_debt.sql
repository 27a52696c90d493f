-- Why: what was said on the telephone belongs beside the letters (design: experience.md, page 8, timeline of mails and calls).
alter table transaction.chase drop constraint chase_kind_check;
alter table transaction.chase add constraint chase_kind_check check (kind in ('manual', 'scheduled', 'statement', 'call'));
