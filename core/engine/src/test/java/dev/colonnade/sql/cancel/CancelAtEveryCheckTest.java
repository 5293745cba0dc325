package dev.colonnade.sql.cancel;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.colonnade.engine.Database;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.sql.SqlSession;
import dev.colonnade.sql.TransactionStatus;
import dev.colonnade.sql.cancel.CanceledStatements.Way;
import dev.colonnade.sql.prepared.SqlText;
import dev.colonnade.sql.result.SqlResult;
import dev.colonnade.storage.config.StorageConfig;
import dev.colonnade.testing.Seed;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Cancellation of statements at each of their first checks and at random later ones: the statement
 * fails with 57014, nothing is changed, and its memory, temporary files, snapshots and locks are
 * released. {@code -Dcolonnade.cancel.random} sets the number of random checks for each statement,
 * and {@code -Dcolonnade.cancel.each=true} includes all checks of the builds of indexes.
 */
@Tag("integration")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CancelAtEveryCheckTest {
  private static final int FIRST_CHECKS = 1;
  private static final int RANDOM_CHECKS = Integer.getInteger("colonnade.cancel.random", 2);

  private static final boolean IS_EACH = Boolean.getBoolean("colonnade.cancel.each");

  /** Number of checks of an index build of which none is left out. */
  private static final int BUILD_CHECKS = 24;

  private static final List<Way> QUERY_WAYS =
      List.of(Way.NORMAL, Way.LITTLE_MEMORY, Way.WORKERS, Way.NO_HASH_JOIN);

  private final Random random = Seed.random("CancelAtEveryCheckTest");

  @SuppressWarnings("NullAway.Init") // before all tests
  private Database database;

  @SuppressWarnings("NullAway.Init") // before all tests
  private SqlSession session;

  @SuppressWarnings("NullAway.Init") // before all tests
  private List<String> state;

  @BeforeAll
  public void open(@TempDir Path folder) {
    database = Database.open(StorageConfig.at(folder));
    session = database.session("postgres", "postgres").sql();
    setUp();
  }

  private void setUp() {
    CanceledStatements.SETUP.forEach(this::run);
    state = state();
  }

  @AfterAll
  public void close() {
    session.close();
    database.close();
  }

  static List<String> queries() {
    return CanceledStatements.QUERIES;
  }

  static List<String> changes() {
    return CanceledStatements.CHANGES;
  }

  @ParameterizedTest
  @MethodSource("queries")
  void shouldCancelQueries(String sql) {
    List<String> expected = run(sql);
    int canceled = 0;
    for (Way way : QUERY_WAYS) {
      if (way.equals(Way.NO_HASH_JOIN) && !sql.contains("join")) {
        continue;
      }
      run(way.set());
      for (long check : checks(sql)) {
        String description = "%s: %s at check %d".formatted(way, sql, check);
        canceled += cancelAlone(sql, check, description) ? 1 : 0;
        cancelInBlock(sql, check, description);
        if (!sql.startsWith("explain")) {
          assertThat(run(sql)).as(description).isEqualTo(expected);
        }
      }
      run(way.reset());
    }
    assertThat(canceled).as(sql).isPositive();
  }

  @ParameterizedTest
  @MethodSource("changes")
  void shouldCancelChanges(String sql) {
    int canceled = 0;
    for (Way way : List.of(Way.NORMAL, Way.LITTLE_MEMORY)) {
      run(way.set());
      for (long check : checks(sql)) {
        String description = "%s: %s at check %d".formatted(way, sql, check);
        cancelInBlock(sql, check, description);
        if (cancelAlone(sql, check, description)) {
          canceled++;
          assertThat(state()).as(description).isEqualTo(state);
        } else {
          assertThat(state()).as(description).isNotEqualTo(state);
          setUp();
        }
      }
      run(way.reset());
    }
    assertThat(canceled).as(sql).isPositive();
  }

  /** Outside of a block, an index is filled by the statement, or right after its commit. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "create index on t (n, s)",
        "alter table t add unique (n, id), add column e int default 3"
      })
  void shouldCancelTheBuildOfAnIndexAtItsChecks(String sql) {
    long check = 1;
    while (cancelAlone(sql, check, sql)) {
      assertThat(state()).as("%s at check %d", sql, check).isEqualTo(state);
      check += IS_EACH || check < BUILD_CHECKS ? 1 : 1 + random.nextLong(check / 4);
    }
    assertThat(check).isGreaterThan(5);
    assertThat(run("select indisvalid from pg_index where indrelid = 't'::regclass"))
        .hasSize(4)
        .containsOnly("[true]");
    setUp();
  }

  @Test
  void shouldCancelTheChecksOfDeferredConstraints() {
    run("create table d (p_id int references p deferrable initially deferred)");
    run("begin");
    run("insert into d select g from generate_series(1001, 6000) g");
    run("insert into p select g from generate_series(1001, 6000) g");
    run("savepoint s");
    String sql = "set constraints all immediate";
    int canceled = 0;
    while (cancel(sql, canceled + 1L, sql)) {
      canceled++;
      assertThat(session.transactionStatus()).isEqualTo(TransactionStatus.FAILED);
      run("rollback to s");
    }
    assertThat(canceled).isPositive();
    run("rollback");
    run("drop table d");
    assertNothingIsLeft(sql);
  }

  @Test
  void shouldUseAllOperators() throws IllegalAccessException {
    PlanCollector collector = new PlanCollector();
    for (Way way : QUERY_WAYS) {
      run(way.set());
      for (String sql : Stream.concat(queries().stream(), changes().stream()).toList()) {
        SqlText text = session.parse(sql).getFirst();
        collector.add(session.prepareAlone(text, Cancellation.withoutDeadline()));
      }
      run(way.reset());
    }
    run(Way.WORKERS.set());
    Set<String> operators =
        collector.plans().stream().flatMap(PlanCoverage::operatorsOf).collect(toSet());
    if (run("explain analyze select count(*) from t").toString().contains("Workers:")) {
      operators.add("GatherOperator");
    }
    run(Way.WORKERS.reset());
    assertThat(operators).isEqualTo(PlanCoverage.operators());
    Set<Class<?>> plans = collector.plans().stream().map(Object::getClass).collect(toSet());
    assertThat(plans).isEqualTo(PlanCoverage.plans());
  }

  /** Returns the first checks of a statement and some of its later ones. */
  private SortedSet<Long> checks(String sql) {
    run("begin");
    CheckCounter counter = CheckCounter.unlimited();
    session.execute(sql, counter.cancellation()).toList();
    run("rollback");
    long count = counter.count();
    assertThat(count).as(sql).isPositive();
    SortedSet<Long> checks = new TreeSet<>();
    for (long i = 1; i <= Math.min(FIRST_CHECKS, count); i++) {
      checks.add(i);
    }
    for (int i = 0; i < RANDOM_CHECKS; i++) {
      checks.add(1 + random.nextLong(count));
    }
    checks.add(count);
    return checks;
  }

  /**
   * Cancels a statement outside of a block; returns whether it was, as it may have fewer checks.
   */
  private boolean cancelAlone(String sql, long check, String description) {
    boolean isCanceled = cancel(sql, check, description);
    assertThat(session.transactionStatus()).as(description).isEqualTo(TransactionStatus.IDLE);
    assertNothingIsLeft(description);
    return isCanceled;
  }

  private void cancelInBlock(String sql, long check, String description) {
    run("begin");
    run("insert into p values (-1)");
    run("savepoint s");
    if (cancel(sql, check, description)) {
      assertThat(session.transactionStatus()).as(description).isEqualTo(TransactionStatus.FAILED);
      assertThat(failure(() -> run("select 1")).sqlState()).as(description).isEqualTo("25P02");
      assertThat(resources()).as(description).isEqualTo(NOTHING_USED);
    }
    run("rollback to s");
    assertThat(run("select id from p where id < 0")).as(description).containsExactly("[-1]");
    run("rollback");
    assertNothingIsLeft(description);
  }

  private boolean cancel(String sql, long check, String description) {
    CheckCounter counter = new CheckCounter(check);
    try (SqlResult result = session.execute(sql, counter.cancellation())) {
      result.toList();
      assertThat(counter.count()).as(description).isLessThan(check);
      return false;
    } catch (ColonnadeException e) {
      assertThat(e.sqlState()).as(description).withFailMessage(e::toString).isEqualTo("57014");
      return true;
    }
  }

  private static ColonnadeException failure(Runnable work) {
    return catchThrowableOfType(ColonnadeException.class, work::run);
  }

  private void assertNothingIsLeft(String description) {
    assertThat(resources()).as(description).isEqualTo(NOTHING_USED);
    var transactions = database.statistics().transactions();
    assertThat(transactions.active()).as(description).isZero();
    assertThat(transactions.locks().held()).as(description).isZero();
  }

  private static final Resources NOTHING_USED = new Resources(0, 0, 0, 0);

  private Resources resources() {
    var resources = database.context().resources();
    return new Resources(
        resources.memory().bytesUsed(),
        resources.spill().fileCount(),
        resources.spill().bytes(),
        database.statistics().directBytes());
  }

  /** Resources that queries use at present. */
  private record Resources(long memoryBytes, int files, long fileBytes, long directBytes) {}

  /**
   * Returns the rows of the tables, condensed, and the names of tables, indexes and constraints.
   */
  private List<String> state() {
    List<String> all = new ArrayList<>();
    for (String table : CanceledStatements.TABLES) {
      all.addAll(
          run(
              "select count(*), md5(string_agg(x::text, '|' order by id)) from %s x"
                  .formatted(table)));
    }
    all.addAll(
        run(
            "select relname, relkind, relnatts from pg_class c join pg_namespace n"
                + " on n.oid = c.relnamespace where nspname = 'public'"));
    all.addAll(run("select conname from pg_constraint"));
    return all;
  }

  /** Returns the rows as texts, in order. */
  private List<String> run(String sql) {
    List<String> rows = new ArrayList<>();
    for (List<@Nullable Object> row : session.execute(sql).toList()) {
      rows.add(row.toString());
    }
    Collections.sort(rows);
    return rows;
  }
}
