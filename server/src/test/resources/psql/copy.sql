create table copied (id integer primary key, name text, price numeric(8,2), noted date);
\copy copied from stdin
1	one	1.50	2024-01-02
2	\N	\N	\N
3	a\tb\\c	0.10	1999-12-31
\.
\copy copied to stdout
\copy copied to stdout csv
\copy copied to stdout with (format csv, header, null 'nil', force_quote (name))
\copy (select id, name from copied where id > 1 order by id desc) to stdout
\copy copied (id, name) from stdin csv
4,"with ""quotes"", and comma"
5,
6,""
\.
\copy copied from stdin with (format csv, delimiter ';', header)
id;name;price;noted
7;seven;7.7;2020-02-29
\.
select * from copied order by id;
\copy copied from stdin
1	again	1	2024-01-01
\.
\copy nothing from stdin
\copy copied (nothing) from stdin
copy copied (id, name) from stdin;
20	twenty
\.
copy (select 1, 'a' union all select 2, null order by 1) to stdout;
copy copied (id) to stdout (format csv, header);
begin;
copy copied (id) from stdin;
30
31
\.
rollback;
select count(*), max(id) from copied;
