package dev.colonnade.sql.cancel;

import static java.util.Objects.requireNonNull;

import java.util.List;

/** Tables and statements whose plans use every operator. */
final class CanceledStatements {
  /** Tables whose rows a canceled statement must not have changed. */
  static final List<String> TABLES = List.of("t", "u", "p", "c", "w");

  /** Definitions; the tables are dropped and defined again after a statement that completed. */
  static final List<String> SETUP =
      List.of(
          "drop schema public cascade",
          "create schema public",
          "create table t (id int primary key, a int, b int, s text, n numeric)",
          "insert into t select g, g % 40, nullif(g * 7 % 1000, 5), 's' || g % 700, g * 0.25"
              + " from generate_series(1, 6000) g",
          "create index t_a on t (a)",
          "create index t_s on t (s, id)",
          "create table u (id int primary key, k int not null, v int)",
          "insert into u select g, g % 900, nullif(g % 50, 7) from generate_series(1, 2500) g",
          "create index u_k on u (k) include (v)",
          "create table p (id int primary key)",
          "insert into p select generate_series(1, 300)",
          "create table c (id int primary key, p_id int references p on delete cascade)",
          "create index c_p on c (p_id)",
          "insert into c select g, 1 + g % 300 from generate_series(1, 1500) g",
          "create table w (id int generated always as identity primary key, x int unique, y text,"
              + " z int generated always as (x * 2) stored, check (x <> -1))",
          "insert into w (x, y) select g, 'y' || g from generate_series(1, 1500) g",
          "analyze");

  /** Queries; results that have no order are compared as multisets. */
  static final List<String> QUERIES =
      List.of(
          "select count(*), sum(a), max(s), avg(n) from t",
          "select s, count(*), sum(n), min(b) from t group by s",
          "select id, count(distinct s), string_agg(s, ',' order by b), array_agg(a) from t"
              + " group by id",
          "select percentile_disc(0.5) within group (order by n), mode() within group (order by s)"
              + " from t",
          "select a, b % 3, count(*) from t group by grouping sets ((a), (b % 3), ())",
          "select a, count(*) from t group by a order by a desc limit 3",
          "select id, max(s) from t group by id order by id",
          "select s, n, id from t order by n desc, s",
          "select a, n from t order by a, n limit 5",
          "select k, v from u order by k, v limit 3",
          "select id from t order by b fetch first 20 rows with ties",
          "select id from t order by id offset 4000",
          "select id, s from t where s = 's17' and n > 100",
          "select * from t where id = 17",
          "select v from u where k between 3 and 30",
          "select t.id, u.id from t join u on t.b = u.v and t.n < u.id",
          "select t.id, u.id from (select * from t where a < 5) t full join u on t.s = 's' || u.k",
          "select id from t where exists (select from u where u.v = t.a and u.k > t.b)",
          "select id from t where b not in (select v from u where v is not null)",
          "select id from t where (a, b) not in (select k, v from u where k < 20)",
          "select count(*) from t join u using (id) where u.v > 3",
          "select u.id, t.s from u join t on t.id = u.k where u.id between 1 and 3",
          "select count(*) from t, u where t.id < 300 and t.n < u.v",
          "select u.id, x.s from u, lateral (select s from t where t.a = u.v order by n limit 2) x"
              + " where u.id < 200",
          "select u.id, x.s from u, lateral (select s from t where t.a = u.v and t.n > u.k"
              + " order by n limit u.id % 3) x where u.id < 50",
          "select id, (select count(*) from u where u.k < t.a and u.v = t.b) from t where id < 300",
          "select id, row_number() over (partition by a order by n), sum(n) over (order by id"
              + " rows between 20 preceding and current row), lag(s) over (order by s, id) from t",
          "select max(n) over (partition by s order by n range between 10 preceding and 5 following"
              + " exclude current row) from t",
          "select a from t union select k from u",
          "select a from t intersect all select k from u",
          "select id from t except select k from u",
          "select id, s from t union all select k, 'u' from u",
          "with recursive r as (select 1 as n union all select n + 1 from r where n < 6000)"
              + " select count(*), sum(n) from r",
          "with recursive r as (select id, k from u where id = 3 union select u.id, u.k from u, r"
              + " where u.k = r.id) select count(*) from r",
          "with x as materialized (select id, s from t order by s) select count(*) from x a join x"
              + " b on a.id = b.id + 1",
          "select * from (values (1, 'a'), (2, 'b')) v (i, x)",
          "select count(*), sum(o) from unnest(array(select id from t)) with ordinality x (i, o)",
          "select g, repeat('x', g % 10) from generate_series(1, 9000) g where g % 3 = 1",
          "select count(*) from pg_attribute a join pg_class c on c.oid = a.attrelid",
          "select t.id from t where a = 3 for update",
          "select id from t where b = 14 order by n limit 2 for share skip locked",
          "explain analyze select s, count(*) from t group by s",
          "select count(*) from w where y ~ '(a|y)+9' or x in (select id from p)");

  /** Changes of rows and of definitions, each with all effects undone when it fails. */
  static final List<String> CHANGES =
      List.of(
          "insert into t select g, g, g, 'new', g from generate_series(10001, 16000) g",
          "insert into w (x, y) select id + 5000, s from t where id <= 1500 returning id, z",
          "insert into w (x, y) values (9001, 'a'), (9002, 'b'), (9003, 'c')",
          "insert into w (x, y) select g, 'again' from generate_series(1000, 2500) g"
              + " on conflict (x) do update set y = excluded.y || w.y returning x",
          "insert into w (x, y) select g, 'again' from generate_series(1000, 2500) g"
              + " on conflict do nothing",
          "update t set a = a + 1, s = s || '!'",
          "update t set b = u.v from u where u.id = t.id returning t.id",
          "update w set x = -x * 10",
          "update t set n = 0 where id = 77",
          "delete from t where a > 20",
          "delete from p where id % 2 = 0",
          "delete from c where p_id in (select id from p where id < 100) returning id",
          "merge into u using t on u.id = t.id when matched and t.a = 3 then delete"
              + " when matched then update set v = t.a"
              + " when not matched then insert values (t.id, t.a, t.b)",
          "with d as (delete from c where id <= 700 returning p_id), i as (insert into u select"
              + " p_id + 9000, 1, 1 from d on conflict do nothing returning id)"
              + " select count(*) from i, d",
          "create table made as select id, s from t order by s",
          "create index on t (n, s)",
          "create unique index on t (n)",
          "alter table t add unique (n, id), add column e int default 3",
          "alter table t add column d int default 7 check (d > 0)",
          "alter table t alter column a type bigint using a + id",
          "alter table u add foreign key (id) references t",
          "alter table u add check (k >= 0)",
          "truncate t, c",
          "do $$ begin for i in 1 .. 30 loop update u set v = i where id = i;"
              + " insert into p values (i + 1000); end loop; end $$");

  private CanceledStatements() {}

  /**
   * Settings of an execution.
   *
   * @param reset statement that undoes {@code set}
   */
  record Way(String set, String reset) {
    static final Way NORMAL = new Way("reset work_mem", "reset work_mem");
    static final Way LITTLE_MEMORY = new Way("set work_mem = '64kB'", "reset work_mem");
    static final Way NO_HASH_JOIN = new Way("set enable_hashjoin = off", "reset enable_hashjoin");
    static final Way WORKERS =
        new Way("set min_parallel_table_scan_size = 0", "reset min_parallel_table_scan_size");

    Way {
      requireNonNull(set, "set is null");
      requireNonNull(reset, "reset is null");
    }
  }
}
