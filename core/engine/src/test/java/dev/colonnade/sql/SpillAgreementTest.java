package dev.colonnade.sql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.engine.Database;
import dev.colonnade.engine.Session;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.execute.ExecutionResources;
import dev.colonnade.storage.config.StorageConfig;
import dev.colonnade.testing.Seed;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random queries return the same rows, or fail alike, within memory and with temporary files.
 * NULLs, sums beyond 64 bits, values at the ends of their types and rows without join partners are
 * frequent.
 */
@Tag("integration")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SpillAgreementTest {
  private static final int QUERIES = Integer.getInteger("colonnade.sql.queries", 300);
  private static final int ROWS = 1500;

  /** Rows of an INSERT. */
  private static final int INSERTED = 100;

  private static final String LITTLE_MEMORY = "set work_mem = '64kB'";
  private static final String WORKERS = "set min_parallel_table_scan_size = 0";
  private static final String NO_WORKERS = "reset min_parallel_table_scan_size";
  private static final String DEFAULT_MEMORY = "reset work_mem";

  /** Errors of expressions on such values. */
  private static final Set<ErrorCode> FAULTS =
      EnumSet.of(ErrorCode.VALUE_OUT_OF_RANGE, ErrorCode.DIVISION_BY_ZERO);

  private final long seed = Seed.of("SpillAgreementTest");
  private final Random random = new Random(seed);

  @SuppressWarnings("NullAway.Init") // before all tests
  private Database database;

  @SuppressWarnings("NullAway.Init") // before all tests
  private Session session;

  @BeforeAll
  void fill(@TempDir Path folder) {
    database = Database.open(StorageConfig.at(folder));
    session = database.session("test");
    run(
        "create table a (id int primary key, i int, l bigint, s smallint, n numeric(15,2),"
            + " m numeric(18,4), w numeric(30,3), d double precision, t text, c char(3), b boolean,"
            + " day date, at timestamp, p text)");
    run("create table e (id int primary key, i int, n numeric(15,2), t text)");
    fill("a", ROWS, this::row);
    fill("e", ROWS / 5, this::partner);
  }

  private void fill(String table, int count, IntFunction<String> row) {
    for (int from = 0; from < count; from += INSERTED) {
      String rows =
          IntStream.range(from, Math.min(count, from + INSERTED))
              .mapToObj(row)
              .collect(Collectors.joining(", "));
      run("insert into " + table + " values " + rows);
    }
  }

  private String row(int id) {
    return ("(%1$d, %2$s, %3$s, %4$s, %5$s, %6$s, %7$s, %8$s, %9$s, %10$s, %11$s, %12$s, %13$s,"
            + " repeat('p', 2000) || %1$d)")
        .formatted(
            id,
            pick("null", "0", "1", "-7", "2147483647", "" + random.nextInt(40)),
            pick("null", "9223372036854775807", "-5", "" + random.nextInt(1000)),
            pick("null", "32767", "-3", "" + random.nextInt(9)),
            pick("null", "9999999999999.99", "-0.01", random.nextInt(500) + ".25"),
            pick("null", "99999999999999.9999", "0", random.nextInt(500) + ".0625"),
            pick("null", "123456789012345678901234567.125", "-1", random.nextInt(9) + ".5"),
            pick("null", "0", "1e308", "-2.5", random.nextInt(50) + ".125"),
            pick("null", "''", "'abc'", "'ab%'", "'\u00e4\u20ac'", "'x" + random.nextInt(30) + "'"),
            pick("null", "'a'", "'bb'", "'ccc'"),
            pick("null", "true", "false"),
            pick("null", "date '1999-12-31'", "date '2024-02-29'"),
            pick("null", "timestamp '2001-01-01 12:34:56.789'", "timestamp '1969-07-20'"));
  }

  private String partner(int id) {
    return "(%d, %s, %s, %s)"
        .formatted(
            id,
            pick("null", "0", "" + random.nextInt(60)),
            pick("null", random.nextInt(500) + ".25"),
            pick("null", "'abc'", "'x" + random.nextInt(40) + "'"));
  }

  @AfterAll
  public void close() {
    database.close();
  }

  @Test
  void shouldAgreeWithTheSameQueryWithinMemory() {
    int answered = 0;
    long bytesBefore = resources().spill().bytesWritten();
    for (int i = 0; i < QUERIES; i++) {
      String query = query();
      String expected = answer(query, DEFAULT_MEMORY);
      run(WORKERS);
      assertThat(answer(query, DEFAULT_MEMORY))
          .as("seed=%s by workers %s", seed, query)
          .isEqualTo(expected);
      assertThat(answer(query, LITTLE_MEMORY)).as("seed=%s %s", seed, query).isEqualTo(expected);
      run(NO_WORKERS);
      answered += expected.startsWith("[") ? 1 : 0;
    }
    assertThat(answered).as("queries that gave rows seed=%s", seed).isGreaterThan(QUERIES / 3);
    assertThat(resources().spill().bytesWritten()).as("seed=%s", seed).isGreaterThan(bytesBefore);
    assertNothingIsLeft();
  }

  @Test
  void shouldSpillBeyondTheMemoryAndLeaveNothing() {
    run(LITTLE_MEMORY);
    try {
      long bytesBefore = resources().spill().bytesWritten();
      List<List<@Nullable Object>> rows =
          run("select a.id, e.id, count(*) from a, e where a.id < 300 group by a.id, e.id");
      assertThat(rows).hasSize(300 * (ROWS / 5)).doesNotHaveDuplicates();
      assertThat(rows).allSatisfy(row -> assertThat(row.get(2)).isEqualTo(1L));
      assertThat(resources().spill().bytesWritten()).isGreaterThan(bytesBefore);
    } finally {
      run(DEFAULT_MEMORY);
    }
    assertNothingIsLeft();
  }

  private ExecutionResources resources() {
    return database.context().resources();
  }

  private void assertNothingIsLeft() {
    assertThat(resources().spill().fileCount()).isZero();
    assertThat(resources().memory().bytesUsed()).isZero();
    assertThat(database.statistics().directBytes()).isZero();
  }

  private String answer(String query, String memory) {
    run(memory);
    try {
      List<String> rows = new ArrayList<>();
      run(query).forEach(row -> rows.add(row.toString()));
      if (!query.contains("order by")) {
        rows.sort(Comparator.naturalOrder());
      }
      return String.join("\n", rows);
    } catch (ColonnadeException e) {
      // Which of several errors is reported depends on the evaluation order.
      assertThat(e.code()).as(query).isIn(FAULTS);
      return "failed";
    } finally {
      run(DEFAULT_MEMORY);
    }
  }

  private List<List<@Nullable Object>> run(String statement) {
    return session.sql().execute(statement).toList();
  }

  private String query() {
    return switch (random.nextInt(5)) {
      case 0 -> "select id, %s, %s from a where %s".formatted(value(2), value(2), condition(2));
      case 1 ->
          "select %s as k, count(*), count(%s), sum(%s), min(%s), max(%s) from a where %s group by 1"
              .formatted(
                  random.nextBoolean() ? "a.id" : value(1),
                  value(1),
                  number(1),
                  ranked(),
                  ranked(),
                  condition(1));
      case 2 ->
          "select a.id, e.id, %s from a %s join e on a.%s = e.%s and %s"
              .formatted(
                  value(1),
                  pick("", "left", "right", "full"),
                  "i",
                  "i",
                  pick("true", "a.n < e.n", "a.t <> e.t"))
              .replace("a.a.", "a.");
      case 3 ->
          "select id, %s from a where %sexists (select 1 from e where e.%s = a.%s and %s)"
              .formatted(
                  value(1), pick("", "not "), "t", "t", pick("true", "e.n > a.n", "e.i <> a.i"));
      default ->
          "select a.*, %s as v from a where %s order by a.%s %s, a.id %s"
              .formatted(
                  value(1),
                  condition(1),
                  pick("i", "l", "n", "w", "d", "t", "c", "b", "day", "at"),
                  pick("", "desc", "nulls first", "desc nulls last"),
                  pick("", "limit %d offset %d".formatted(random.nextInt(30), random.nextInt(4))));
    };
  }

  private String value(int depth) {
    return random.nextBoolean() ? number(depth) : other(depth);
  }

  /** Returns an expression with an order: min and max do not exist for booleans. */
  private String ranked() {
    return random.nextBoolean() ? number(1) : pick("a.t", "a.c", "a.day", "a.at", "(a.day + 1)");
  }

  private String number(int depth) {
    if (depth == 0 || random.nextInt(3) == 0) {
      return pick("a.i", "a.l", "a.s", "a.n", "a.m", "a.w", "a.d", "a.id", "3", "0.5");
    }
    return switch (random.nextInt(4)) {
      case 0 -> "(%s %s %s)".formatted(number(depth - 1), pick("+", "-", "*"), number(depth - 1));
      case 1 ->
          "(case when %s then %s else %s end)"
              .formatted(condition(depth - 1), number(depth - 1), number(depth - 1));
      case 2 -> "(%s / %s)".formatted(number(depth - 1), number(depth - 1));
      default -> "coalesce(%s, %s)".formatted(number(depth - 1), number(depth - 1));
    };
  }

  private String other(int depth) {
    if (depth == 0 || random.nextInt(3) > 0) {
      return pick("a.t", "a.c", "a.day", "a.at", "a.b");
    }
    return switch (random.nextInt(4)) {
      case 0 -> "substring(a.t from 1 for 2)";
      case 1 -> "extract(year from a.day)";
      case 2 -> "(a.day + 1)";
      default -> "(" + condition(depth - 1) + ")";
    };
  }

  private String condition(int depth) {
    if (depth == 0 || random.nextInt(3) == 0) {
      return pick(
          "a.b",
          "a.t is null",
          "a.t like '%b%'",
          "a.t > 'abc'",
          "a.i = 1",
          "a.n >= 100.25",
          "a.m < 250",
          "a.day < date '2020-01-01'",
          "a.i is not null");
    }
    return switch (random.nextInt(4)) {
      case 0 -> "(%s and %s)".formatted(condition(depth - 1), condition(depth - 1));
      case 1 -> "(%s or %s)".formatted(condition(depth - 1), condition(depth - 1));
      case 2 -> "(not %s)".formatted(condition(depth - 1));
      default ->
          "(%s %s %s)"
              .formatted(
                  number(depth - 1), pick("=", "<>", "<", "<=", ">", ">="), number(depth - 1));
    };
  }

  private String pick(String... choices) {
    return choices[random.nextInt(choices.length)];
  }
}
