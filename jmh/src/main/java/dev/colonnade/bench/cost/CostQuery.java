package dev.colonnade.bench.cost;

import java.util.List;
import java.util.Locale;

/**
 * Query whose time is a combination of constants of the cost model. The table {@code cost_bench}
 * has a row for each number of its key {@code id}, and columns {@code a} of 1,000 values, {@code b}
 * of 100,000, {@code c} the key, {@code p} of 100,000 numbers of arbitrary precision, and {@code k}
 * distinct values in a random order, which are indexed; {@code cost_bench_few} has 1,000 rows.
 */
enum CostQuery {
  NOTHING("select 1"),
  FEW_ROWS("select sum(a) from cost_bench_few"),
  ONE_COLUMN("select sum(a) from cost_bench"),
  FOUR_COLUMNS("select sum(a), sum(b), sum(c), sum(k) from cost_bench"),
  FOUR_EXPRESSIONS("select sum(a + 1), sum(b + 1), sum(c + 1), sum(k + 1) from cost_bench"),
  PREDICATE("select sum(c) from cost_bench where b = 7"),
  PACKED_PREDICATE("select sum(c) from cost_bench where p = 7"),
  ENTRY("select count(k) from cost_bench where k between %1$d and %1$d", "enable_seqscan"),
  ENTRIES("select count(k) from cost_bench where k between %1$d and %2$d", "enable_seqscan"),
  LOOKUPS("select sum(c) from cost_bench where k between %1$d and %2$d", "enable_seqscan"),
  LOOKUPS_IN_ORDER("select c from cost_bench order by k limit 1000", "enable_sort"),
  LOOKUP_JOIN(
      "select sum(t.c) from cost_bench_few f join cost_bench t on t.k = f.k",
      "enable_hashjoin",
      "enable_mergejoin"),
  HASH_PROBE(
      "select sum(t.b) from cost_bench_few f join cost_bench t on t.a = f.id",
      "enable_nestloop",
      "enable_mergejoin"),
  HASH_FILTER(
      "select sum(t.c) from cost_bench_few f join cost_bench t on t.k = f.k",
      "enable_nestloop",
      "enable_mergejoin"),
  HASH_BUILD(
      "select sum(t.a) from cost_bench s join cost_bench t on t.k = s.id",
      "enable_nestloop",
      "enable_mergejoin"),
  MERGE(
      "select sum(t.a) from cost_bench s join cost_bench t on t.id = s.id",
      "enable_nestloop",
      "enable_hashjoin"),
  GROUPS_OF_MANY("select a, sum(b) from cost_bench group by a offset 1000"),
  GROUPS_OF_ONE("select k, sum(b) from cost_bench group by k offset %3$d"),
  SORT("select k from (select k from cost_bench order by k + 0 offset 0) s offset %3$d"),
  PAIRS(
      "select count(*) from cost_bench_few x join cost_bench_few y on x.a < y.a - 1000000",
      "enable_hashjoin",
      "enable_mergejoin");

  /** Rows between the bounds of the queries of some entries of the index. */
  static final int RANGE_ROWS = 20_000;

  static final int FEW = 1_000;

  private final String text;

  @SuppressWarnings("ImmutableEnumChecker") // a copy
  private final List<String> disabled;

  CostQuery(String text, String... disabled) {
    this.text = text;
    this.disabled = List.of(disabled);
  }

  /** Returns the query over a table of some rows. */
  String sql(int rows) {
    int first = rows / 2;
    return String.format(Locale.ROOT, text, first, first + RANGE_ROWS - 1, rows);
  }

  /** Returns the settings that are off while the query runs. */
  List<String> disabled() {
    return disabled;
  }

  /** Returns the statements that create and fill the tables. */
  static List<String> setup(int rows) {
    return List.of(
        "drop table if exists cost_bench",
        "drop table if exists cost_bench_few",
        "create table cost_bench (id bigint primary key, a bigint not null, b integer not null,"
            + " c bigint not null, k bigint not null, p numeric not null)",
        "create table cost_bench_few (id bigint primary key, a integer not null,"
            + " k bigint not null)",
        "insert into cost_bench select g, g %% 1000, g * 7 %% 100000, g, g * 7919 %% %d,"
                .formatted(rows)
            + " g * 7 % 100000 from generate_series(1::bigint, "
            + rows
            + ") g",
        "insert into cost_bench_few select g, g, g * 7919 * 101 %% %d".formatted(rows)
            + " from generate_series(0::bigint, "
            + (FEW - 1)
            + ") g",
        "create index cost_bench_k on cost_bench (k)",
        "analyze cost_bench",
        "analyze cost_bench_few");
  }
}
