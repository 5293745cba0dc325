package dev.colonnade.bench.memory;

import java.util.Locale;

/**
 * Query over all rows of the table, with one row or a few as the result. Values of {@code v} are a
 * permutation of the keys.
 */
enum LargeQuery {
  SORT("SELECT id, v, t FROM memory_bench ORDER BY t, v OFFSET %1$d - 10"),
  JOIN("SELECT count(*), sum(a.v - b.id) FROM memory_bench a JOIN memory_bench b ON a.v = b.id"),
  DISTINCT("SELECT count(DISTINCT v) FROM memory_bench"),
  GROUP("SELECT count(*), max(c) FROM (SELECT v, count(*) AS c FROM memory_bench GROUP BY v) g"),
  WINDOW(
      "SELECT max(n), sum(n) FROM (SELECT row_number() OVER (PARTITION BY id %% 100 ORDER BY v) AS"
          + " n FROM memory_bench) w"),
  INTERSECT(
      "SELECT count(*) FROM (SELECT v FROM memory_bench INTERSECT SELECT id FROM memory_bench) s");

  private final String pattern;

  LargeQuery(String pattern) {
    this.pattern = pattern;
  }

  /** Returns the text for a table of so many rows. */
  String sql(int rows) {
    return pattern.formatted(rows);
  }

  /** Returns the name in measurements. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
