-- Why: a contractor signs their own part by typing their name; their agency reads it beside the submission.
alter table auth.party_link add column signed_as text check (length(signed_as) between 1 and 120);
