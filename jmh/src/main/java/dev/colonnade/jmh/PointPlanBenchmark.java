package dev.colonnade.jmh;

import dev.colonnade.engine.Database;
import dev.colonnade.mvcc.WouldBlockException;
import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.sql.SqlSession;
import dev.colonnade.sql.prepared.SqlPrepared;
import dev.colonnade.sql.result.SqlResult;
import dev.colonnade.storage.config.StorageConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Benchmark of prepared point statements on the fast path that event loops use: time, and with
 * {@code -prof gc} allocated bytes, from the parameters to the result row.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
@Fork(
    value = 1,
    jvmArgsAppend = {
      "--enable-native-access=ALL-UNNAMED",
      "--add-opens=java.base/java.nio=ALL-UNNAMED",
      "--sun-misc-unsafe-memory-access=allow"
    })
@SuppressWarnings("NullAway.Init") // JMH fills the fields
public class PointPlanBenchmark {
  private static final int ROWS = 10_000;

  private Path folder;
  private Database database;
  private SqlSession session;
  private SqlPrepared nextval;
  private SqlPrepared byKey;
  private SqlPrepared byIndex;
  private long next;

  @Setup
  public void open() throws IOException {
    folder = Files.createTempDirectory("colonnade-direct");
    database = Database.open(StorageConfig.at(folder));
    session = database.session("bench").sql();
    session.execute("create sequence s cache 100").close();
    session.execute("create table k (a bigint primary key, v bigint)").close();
    session.execute("create table i (a bigint, v bigint)").close();
    for (String table : List.of("k", "i")) {
      String rows = "select g, g * 2 from generate_series(0, " + (ROWS - 1) + ") g(g)";
      session.execute("insert into " + table + " " + rows).close();
    }
    session.execute("alter table i add primary key (a)").close();
    nextval = prepared("select nextval('s')");
    byKey = prepared("select v from k where a = $1");
    byIndex = prepared("select v from i where a = $1");
  }

  private SqlPrepared prepared(String sql) {
    return session.prepare(session.parse(sql).getFirst(), List.of());
  }

  @TearDown
  public void close() throws IOException {
    database.close();
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  /** Returns the next value of a sequence. */
  @Benchmark
  public @Nullable Object nextval() {
    return only(nextval, List.of());
  }

  /** Reads one column of a row by its primary key. */
  @Benchmark
  public @Nullable Object pointSelect() {
    return only(byKey, List.of(next++ % ROWS));
  }

  /** Reads one column of a row by a unique index. */
  @Benchmark
  public @Nullable Object pointSelectByIndex() {
    return only(byIndex, List.of(next++ % ROWS));
  }

  /** Executes a statement that cannot complete without blocking. */
  private SqlResult executeBlocking(SqlPrepared prepared, List<@Nullable Object> parameters) {
    return session.execute(prepared, Cancellation.withoutDeadline(), parameters);
  }

  private @Nullable Object only(SqlPrepared prepared, List<@Nullable Object> parameters) {
    try (SqlResult result = execute(prepared, parameters)) {
      @Nullable Object[] row = result.next();
      return row == null ? null : row[0];
    }
  }

  private SqlResult execute(SqlPrepared prepared, List<@Nullable Object> parameters) {
    try {
      return session.executeWithoutBlocking(prepared, parameters);
    } catch (WouldBlockException e) {
      return executeBlocking(prepared, parameters);
    }
  }
}
