package dev.colonnade.jmh;

import dev.colonnade.engine.Database;
import dev.colonnade.engine.Session;
import dev.colonnade.sql.SqlSession;
import dev.colonnade.sql.prepared.SqlPrepared;
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
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Benchmark of the shortest statements of an event loop with and without their statistics: the
 * difference is the cost of {@code pg_stat_statements}.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 8, time = 1)
@Fork(
    value = 2,
    jvmArgsAppend = {
      "--enable-native-access=ALL-UNNAMED",
      "--add-opens=java.base/java.nio=ALL-UNNAMED",
      "--sun-misc-unsafe-memory-access=allow"
    })
@SuppressWarnings("NullAway.Init") // JMH fills the fields
public class StatementStatisticsBenchmark {
  @Param({"none", "top"})
  String track;

  private Path folder;
  private Database database;
  private Session session;
  private SqlSession sql;
  private SqlPrepared prepared;

  @Setup
  public void open() throws IOException {
    folder = Files.createTempDirectory("statement-statistics");
    database = Database.open(StorageConfig.at(folder));
    session = database.session("postgres");
    sql = session.sql();
    sql.execute("set pg_stat_statements.track = " + track).close();
    prepared = sql.prepare(sql.parse("select 1").getFirst(), List.of());
  }

  @TearDown
  public void close() throws IOException {
    session.close();
    database.close();
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  /** Runs a prepared statement as an event loop does. */
  @Benchmark
  public @Nullable Object @Nullable [] statement() {
    try (var result = sql.executeWithoutBlocking(prepared, List.of())) {
      return result.next();
    }
  }
}
