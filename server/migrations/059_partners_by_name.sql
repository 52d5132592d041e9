-- Partners by how their name, e-mail or link code begins.
create index partners_name on partners (workspace_id, lower(name) text_pattern_ops);

create index partners_email on partners (workspace_id, email text_pattern_ops);

create index links_code on links (program_id, code text_pattern_ops);
