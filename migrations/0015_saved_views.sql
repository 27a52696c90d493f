-- Why: a saved view is the address of a list under a name (spec §2: group_by, filter_by and sort_by in the query string).
-- It is written by verbs and, as a plain fact, through the data endpoint: an address has a length either way, and a
-- list's menu of views is read by its user, business and list.
alter table platform.saved_view
  add constraint saved_view_list check (length(list) between 1 and 100),
  add constraint saved_view_search check (length(search) <= 4000);
