package dev.colonnade.sql;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.colonnade.engine.Database;
import dev.colonnade.storage.config.StorageConfig;
import dev.colonnade.store.rocks.config.MemoryConfig;
import dev.colonnade.store.rocks.config.RocksStoreConfig;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests that the statistics of ANALYZE change the join order, also after the next opening. */
class AnalyzeTest {
  private static final int ROWS_OF_INSERT = 250;
  private static final long MIB = 1024 * 1024;

  /** Query whose filter on {@code small} selects nearly all rows, and on {@code large} one row. */
  private static final String QUERY =
      """
      select count(*) from small_a a, large b, small_c c
      where a.id = b.a_id and c.id = b.c_id and b.kind = 'rare' and a.kind = 'often'\
      """;

  @TempDir private Path folder;

  private Database open() {
    RocksStoreConfig store =
        RocksStoreConfig.defaults().withMemory(new MemoryConfig(8 * MIB, 4 * MIB, 4));
    return Database.open(StorageConfig.at(folder).withStore(store));
  }

  private static String plan(SqlSession session) {
    return session.execute("explain " + QUERY).toList().stream()
        .map(row -> String.valueOf(row.getFirst()))
        .collect(Collectors.joining("\n"));
  }

  private static void fill(SqlSession session, String table, int rows, String columns) {
    for (int from = 0; from < rows; from += ROWS_OF_INSERT) {
      String values =
          IntStream.range(from, Math.min(rows, from + ROWS_OF_INSERT))
              .mapToObj(i -> columns.replace("#", Integer.toString(i)).replace("%", "" + i % 500))
              .collect(Collectors.joining(", "));
      session.execute("insert into " + table + " values " + values).close();
    }
  }

  @Test
  void shouldOrderJoinsByStatisticsAlsoAfterReopening() {
    String analyzed;
    try (Database database = open()) {
      SqlSession session = database.session("test").sql();
      session.execute("create table small_a (id int primary key, kind text)").close();
      session.execute("create table small_c (id int primary key, kind text)").close();
      session
          .execute("create table large (id int primary key, a_id int, c_id int, kind text)")
          .close();
      fill(session, "small_a", 500, "(#, 'often')");
      fill(session, "small_c", 500, "(#, 'x')");
      fill(session, "large", 3000, "(#, %, %, 'usual')");
      session.execute("insert into large values (99999, 1, 1, 'rare')").close();
      String before = plan(session);
      assertThat(session.execute("analyze").command()).isEqualTo("ANALYZE");
      analyzed = plan(session);
      assertThat(analyzed).isNotEqualTo(before);
      assertThat(session.execute(QUERY).toList()).isEqualTo(List.of(List.of(1L)));
    }
    try (Database database = open()) {
      SqlSession session = database.session("test").sql();
      assertThat(plan(session)).isEqualTo(analyzed);
      session.execute("vacuum analyze large").close();
      assertThat(session.execute(QUERY).toList()).isEqualTo(List.of(List.of(1L)));
    }
  }

  /** The tables are scanned, and a part of their rows is the sample. */
  @Test
  void shouldEstimateFromASample() {
    try (Database database = open()) {
      SqlSession session = database.session("test").sql();
      for (int rowCount : new int[] {40_000, 80_000}) {
        session.execute("create table sampled (id int primary key, a int, b int, c int)").close();
        session
            .execute(
                "insert into sampled select i, case when i % 4 <> 0 then i % 7 end, i / 20, i"
                    + " from generate_series(1, %d) s(i)".formatted(rowCount))
            .close();
        session.execute("analyze sampled").close();
        List<? extends List<?>> rows =
            session
                .execute(
                    "select null_frac, case when n_distinct < 0 then -n_distinct * %d else n_distinct end"
                            .formatted(rowCount)
                        + " from pg_stats where tablename = 'sampled' order by attname")
                .toList();
        assertThat(number(rows.get(0).get(0))).isBetween(0.24, 0.26);
        assertThat(number(rows.get(0).get(1))).isEqualTo(7);
        assertThat(number(rows.get(1).get(1))).isBetween(rowCount * 0.045, rowCount * 0.055);
        assertThat(number(rows.get(2).get(1))).isBetween(rowCount * 0.99, rowCount * 1.01);
        session.execute("drop table sampled").close();
      }
    }
  }

  /** The first characters are 10 to 34, equally often. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '#',
      value = {
        "left(t, 2) = '13' # 800",
        "left(t, 2) <> '13' # 19200",
        "substring(t, 1, 2) in ('13', '14', '20') # 2400",
        "substring(t from 1 for 2) not in ('13', '14') # 18400",
        "substring(c, 1, 2) = any (array['13', '31']) # 1600",
        "left(t, 2) = 'zz' # 200", // a hundredth at least
        "left(t, 3) = '13' # 100", // another length: one of 200 values
        "substring(t, 2, 2) = '13' # 100"
      })
  void shouldEstimateFirstCharactersByTheHistogram(String predicate, int expected) {
    try (Database database = open()) {
      SqlSession session = database.session("test").sql();
      session.execute("create table p (id int primary key, t text, c char(20))").close();
      session
          .execute(
              "insert into p select i, 10 + i % 25 || '-' || md5(i::text), 10 + i % 25 || '-' || i"
                  + " from generate_series(1, 20000) s(i)")
          .close();
      session.execute("analyze p").close();
      String line =
          String.valueOf(
              session
                  .execute("explain select * from p where " + predicate)
                  .toList()
                  .getFirst()
                  .getFirst());
      Matcher rows = Pattern.compile("rows=(\\d+)").matcher(line);
      assertThat(rows.find()).as(line).isTrue();
      assertThat(Double.parseDouble(rows.group(1))).isCloseTo(expected, withinPercentage(10));
    }
  }

  private static double number(@Nullable Object value) {
    return ((Number) requireNonNull(value, "value is null")).doubleValue();
  }

  @Test
  void shouldShowTheStatistics() {
    try (Database database = open()) {
      SqlSession session = database.session("test").sql();
      session.execute("create schema other").close();
      session
          .execute("create table other.seen (id int primary key, a int, t text, d date)")
          .close();
      session
          .execute(
              "insert into other.seen select i, case when i % 5 <> 0 then least(i % 5, 2) end,"
                  + " case when i < 41 then 'x y' else 'z' end, date '2024-01-01'"
                  + " from generate_series(1, 100) s(i)")
          .close();
      String query =
          "select attname, null_frac, n_distinct, most_common_vals, most_common_freqs"
              + " from pg_stats where schemaname = 'other' and tablename = 'seen' order by 1";
      assertThat(session.execute(query).toList()).isEmpty();
      session.execute("analyze other.seen").close();
      SqlSession another = database.session("test").sql();
      assertThat(another.execute(query).toList().toString())
          .isEqualTo(
              "[[a, 0.2, 2.0, {2,1}, [0.6, 0.2]], [d, 0.0, 1.0, null, null],"
                  + " [id, 0.0, -1.0, null, null], [t, 0.0, 2.0, {z,\"x y\"}, [0.6, 0.4]]]");
    }
  }
}
