package dev.colonnade.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.range.verify.VerificationObserver;
import dev.colonnade.sql.SqlSession;
import dev.colonnade.storage.check.StoreCheck;
import dev.colonnade.testing.OwnThread;
import dev.colonnade.testing.Seed;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.NavigableMap;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Statements that insert, delete and update many rows of a table with unique and other indexes: one
 * session against a model, and several beside index builds.
 */
@Tag("integration")
@Timeout(300)
class ManyRowsTest {
  private static final int IDS = 3_000;

  @TempDir private Path folder;

  @SuppressWarnings("NullAway.Init") // before each test
  private Database database;

  @SuppressWarnings("NullAway.Init") // before each test
  private SqlSession sql;

  private final Random random = Seed.random("ManyRowsTest");

  /** Unique values by id; null for NULL. */
  private NavigableMap<Integer, @Nullable Integer> model = new TreeMap<>();

  @BeforeEach
  void open() {
    database = TestDatabases.open(folder);
    sql = database.session("test").sql();
    run(
        sql,
        "create table t (id int primary key, u int, v int, s text)",
        "create unique index t_u on t (u) include (v)",
        "create index t_v on t (v)",
        "create index t_s on t (s desc, u)");
  }

  @AfterEach
  void close() {
    sql.close();
    database.close();
    assertThat(
            StoreCheck.run(folder, TestDatabases.config(folder).store(), VerificationObserver.NONE)
                .ranges()
                .problems())
        .isEmpty();
  }

  private static void run(SqlSession session, String... texts) {
    for (String text : texts) {
      session.execute(text).close();
    }
  }

  @Test
  void shouldChangeManyRowsLikeAModel() {
    int violations = 0;
    for (int round = 0; round < 60; round++) {
      boolean isBlock = random.nextBoolean();
      NavigableMap<Integer, @Nullable Integer> before = new TreeMap<>(model);
      if (isBlock) {
        run(sql, "begin");
      }
      for (int i = isBlock ? 1 + random.nextInt(5) : 1; i > 0; i--) {
        violations += step(isBlock) ? 0 : 1;
      }
      if (isBlock && random.nextInt(4) == 0) {
        run(sql, "rollback");
        model = before;
      } else if (isBlock) {
        run(sql, "commit");
      }
      assertThat(rows()).isEqualTo(expected());
      IndexChecks.requireSound(database, "t");
    }
    assertThat(violations).isPositive();
  }

  private String rows() {
    return sql.execute("select id, u from t order by id").toList().toString();
  }

  private String expected() {
    List<String> rows = new ArrayList<>();
    model.forEach((id, unique) -> rows.add("[" + id + ", " + unique + "]"));
    return rows.toString();
  }

  /** Runs a statement; returns false if it violates a constraint and has changed nothing. */
  private boolean step(boolean isBlock) {
    NavigableMap<Integer, @Nullable Integer> after = new TreeMap<>(model);
    int from = random.nextInt(IDS);
    int to = from + 1 + random.nextInt(random.nextInt(3) == 0 ? IDS : 200);
    String text =
        switch (random.nextInt(5)) {
          case 0, 1 -> insert(from, to, after);
          case 2 -> delete("id >= %d and id < %d".formatted(from, to), from, to, 1, after);
          case 3 -> {
            int step = 2 + random.nextInt(5);
            yield delete(
                "id >= %d and id < %d and id %% %d = 0".formatted(from, to, step),
                from,
                to,
                step,
                after);
          }
          default -> {
            int added = random.nextInt(5) - 2;
            after
                .subMap(from, to)
                .replaceAll((_, unique) -> unique == null ? null : unique + added);
            yield "update t set u = u + %d, v = v + 1 where id >= %d and id < %d"
                .formatted(added, from, to);
          }
        };
    boolean isValid = isUnique(after) && !text.startsWith(DUPLICATE);
    if (isBlock) {
      run(sql, "savepoint before");
    }
    try {
      run(sql, text.replace(DUPLICATE, ""));
      assertThat(isValid).as(text).isTrue();
      model = after;
    } catch (ColonnadeException e) {
      assertThat(e.code()).as(text).isEqualTo(ErrorCode.UNIQUE_VIOLATION);
      // Unique keys are checked row by row: an update can fail whose result would be valid.
      assertThat(isValid && !text.startsWith("update")).as(text).isFalse();
      if (isBlock) {
        run(sql, "rollback to before");
      }
    }
    return isValid;
  }

  /** Mark of a statement that inserts a key that exists. */
  private static final String DUPLICATE = "/* duplicate */ ";

  private String insert(int from, int to, NavigableMap<Integer, @Nullable Integer> after) {
    int factor = 1 + random.nextInt(3);
    int modulus = 2 + random.nextInt(10);
    boolean isDuplicate = false;
    for (int id = from; id < to; id++) {
      isDuplicate |= after.containsKey(id);
      after.put(id, id % modulus == 0 ? null : id * factor);
    }
    return (isDuplicate ? DUPLICATE : "")
        + ("insert into t select g, case when g %% %d > 0 then g * %d end, g %% 10, 's' || g %% 7"
                + " from generate_series(%d, %d) g")
            .formatted(modulus, factor, from, to - 1);
  }

  private static String delete(
      String condition,
      int from,
      int to,
      int step,
      NavigableMap<Integer, @Nullable Integer> after) {
    after.subMap(from, to).keySet().removeIf(id -> id % step == 0);
    return "delete from t where " + condition;
  }

  private static boolean isUnique(NavigableMap<Integer, @Nullable Integer> rows) {
    Set<Integer> seen = new HashSet<>();
    return rows.values().stream().allMatch(unique -> unique == null || seen.add(unique));
  }

  /** Commits in chunks: table files of new rows, spans and single deletes, spilled runs. */
  @Test
  void shouldChangeRowsInChunks() {
    run(
        sql,
        "insert into t select g, g, g % 10, repeat('s', 100) || g from generate_series(1, 60000)"
            + " g");
    IndexChecks.requireSound(database, "t");
    long timestamp = database.versions().reads().latest();
    assertThat(sql.execute("delete from t where id % 3 > 0 and id <= 50000").rowCount())
        .isEqualTo(33_334);
    IndexChecks.requireSound(database, "t");
    assertThat(sql.execute("select count(*), sum(u) from t").toList().toString())
        .isEqualTo("[[26666, %d]]".formatted(sumOfLeft()));
    assertThat(sql.execute("delete from t where id > 50000").rowCount()).isEqualTo(10_000);
    run(
        sql,
        "insert into t select g, g, 1, 'again' from generate_series(1, 60000) g where g % 3 > 0");
    IndexChecks.requireSound(database, "t");
    assertThat(
            sql.execute("select count(*), sum(u) from t as of system time " + timestamp)
                .toList()
                .toString())
        .isEqualTo("[[60000, 1800030000]]");
  }

  private static long sumOfLeft() {
    long sum = 0;
    for (int id = 1; id <= 60_000; id++) {
      sum += id % 3 > 0 && id <= 50_000 ? 0 : id;
    }
    return sum;
  }

  /** Blocks of rows move their unique values to other rows while unique indexes come and go. */
  @Test
  void shouldMaintainUniqueIndexesThatAreBeingBuilt() {
    run(
        sql,
        "insert into t select g, g, g % 10, 's' from generate_series(1, 4000) g",
        "drop index t_u");
    AtomicBoolean stop = new AtomicBoolean();
    List<CompletableFuture<Void>> writers = new ArrayList<>();
    for (int writer = 0; writer < 3; writer++) {
      int first = 1 + writer * 1_000;
      long seed = random.nextLong();
      writers.add(CompletableFuture.runAsync(() -> move(first, seed, stop), OwnThread.EXECUTOR));
    }
    int built = 0;
    try {
      long end = System.nanoTime() + 15_000_000_000L;
      while (System.nanoTime() < end && writers.stream().noneMatch(CompletableFuture::isDone)) {
        try {
          run(sql, "create unique index t_u on t (u)");
          built++;
          run(sql, "drop index t_u");
        } catch (ColonnadeException e) {
          assertThat(e.code()).isEqualTo(ErrorCode.SERIALIZATION_FAILURE);
        }
      }
    } finally {
      stop.set(true);
      writers.forEach(CompletableFuture::join);
    }
    assertThat(built).isPositive();
    run(sql, "create unique index t_u2 on t (u)");
    assertThat(sql.execute("select count(*), count(distinct u) from t").toList().toString())
        .isEqualTo("[[4000, 4000]]");
    IndexChecks.requireSound(database, "t");
  }

  /** Moves the values of 20 rows to rows with other ids, in one transaction. */
  private void move(int first, long seed, AtomicBoolean stop) {
    Random own = new Random(seed);
    try (SqlSession session = database.session("writer").sql()) {
      int offset = 0;
      while (!stop.get()) {
        int from = first + own.nextInt(980);
        int to = from + 20;
        offset += 10_000;
        try {
          run(
              session,
              "begin",
              "delete from t where u >= %d and u < %d".formatted(from, to),
              "insert into t select g + %d, g, g %% 10, 'moved' from generate_series(%d, %d) g"
                  .formatted(offset, from, to - 1),
              "commit");
        } catch (ColonnadeException e) {
          assertThat(e.code())
              .as(e.toString())
              .isIn(
                  ErrorCode.SERIALIZATION_FAILURE,
                  ErrorCode.DEADLOCK_DETECTED,
                  // The DELETE preceded the index, whose entries the INSERT finds.
                  ErrorCode.UNIQUE_VIOLATION);
          run(session, "rollback");
        }
      }
    }
  }
}
