package dev.colonnade.sql.compare;

import static java.util.Objects.requireNonNull;

import dev.colonnade.engine.Database;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.sql.SqlSession;
import dev.colonnade.sql.function.value.TextOutputFormat;
import dev.colonnade.sql.result.SqlResult;
import dev.colonnade.sql.statement.SqlColumn;
import dev.colonnade.sql.type.SqlType;
import dev.colonnade.storage.config.StorageConfig;
import dev.colonnade.store.rocks.config.MemoryConfig;
import dev.colonnade.store.rocks.config.RocksStoreConfig;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Database in this process. A statement that neither ends nor can be canceled is left behind with
 * its database; the next one is then empty.
 */
final class ColonnadeParticipant implements Participant {
  private static final long MIB = 1024 * 1024;
  private static final long TIMEOUT_SECONDS = 15;
  private static final long CANCEL_SECONDS = 10;
  private static final int STACK_TRACE_LENGTH = 3000;

  /** Statements that begin every session, such as settings that force another plan. */
  private static final List<String> SETTINGS =
      System.getProperty("colonnade.compare.settings", "")
          .lines()
          .flatMap(line -> Stream.of(line.split(";", -1)))
          .filter(statement -> !statement.isBlank())
          .toList();

  private final Path folder;
  private List<String> settings = List.of();
  private int generation;
  private Database database;
  private SqlSession session;
  private ExecutorService thread;

  ColonnadeParticipant(Path folder) {
    this.folder = requireNonNull(folder, "folder is null");
    database = openDatabase();
    session = openSession();
    thread = newThread();
  }

  private Database openDatabase() {
    RocksStoreConfig store =
        RocksStoreConfig.defaults().withMemory(new MemoryConfig(8 * MIB, 4 * MIB, 4));
    generation++;
    return Database.open(
        StorageConfig.at(folder.resolve("database" + generation)).withStore(store));
  }

  private SqlSession openSession() {
    SqlSession opened = database.session("compare").sql();
    begin(opened);
    return opened;
  }

  private void begin(SqlSession opened) {
    settings.forEach(statement -> opened.execute(statement).close());
    opened.execute("set timezone = 'UTC'").close();
    SETTINGS.forEach(statement -> opened.execute(statement).close());
  }

  @Override
  public void set(List<String> statements) {
    settings = List.copyOf(statements);
    begin(session);
  }

  private static ExecutorService newThread() {
    return Executors.newSingleThreadExecutor(Thread.ofPlatform().daemon().factory());
  }

  @Override
  public Answer execute(String sql) {
    Cancellation cancellation = Cancellation.withoutDeadline();
    Future<Answer> future = thread.submit(() -> answer(sql, cancellation));
    try {
      return await(future, cancellation);
    } catch (TimeoutException e) {
      thread.shutdownNow();
      database = openDatabase();
      session = openSession();
      thread = newThread();
      return Answer.failure(Answer.HANGS, "the statement does not end");
    }
  }

  private static Answer await(Future<Answer> future, Cancellation cancellation)
      throws TimeoutException {
    try {
      return future.get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      cancellation.cancel();
      return awaitCanceled(future);
    } catch (InterruptedException | ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Answer awaitCanceled(Future<Answer> future) throws TimeoutException {
    try {
      return future.get(CANCEL_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException | ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }

  private Answer answer(String sql, Cancellation cancellation) {
    try (SqlResult result = session.execute(sql, cancellation)) {
      List<List<@Nullable String>> rows = rows(result);
      if (result.columns().isEmpty()) {
        return Answer.changed(result.updateCount());
      }
      return Answer.rows(
          result.columns().stream().map(SqlColumn::name).toList(),
          result.columns().stream().map(column -> nameOf(column.type())).toList(),
          rows);
    } catch (ColonnadeException e) {
      return Answer.failure(e.sqlState(), e.getMessage() + trace(e));
    } catch (RuntimeException | Error e) {
      return Answer.failure("JAVA", e + trace(e));
    }
  }

  /** Returns the stack trace of internal errors behind a line break. */
  private static String trace(Throwable error) {
    if (error instanceof ColonnadeException known && !known.sqlState().startsWith("XX")) {
      return "";
    }
    StringWriter text = new StringWriter();
    error.printStackTrace(new PrintWriter(text));
    String trace = text.toString();
    return "\n" + trace.substring(0, Math.min(trace.length(), STACK_TRACE_LENGTH));
  }

  private static String nameOf(SqlType type) {
    SqlType value = type.element() == null ? type : type.element();
    if (value.oid() != SqlType.NO_OID || value.isRow()) {
      return Answer.CREATED_TYPE;
    }
    return type.element() == null ? type.kind().sqlName() : type.toString();
  }

  private static List<List<@Nullable String>> rows(SqlResult result) {
    List<List<@Nullable String>> rows = new ArrayList<>();
    for (@Nullable Object[] row = result.next(); row != null; row = result.next()) {
      List<@Nullable String> fields = new ArrayList<>();
      for (int i = 0; i < row.length; i++) {
        Object value = row[i];
        fields.add(
            value == null
                ? null
                : TextOutputFormat.of(result.columns().get(i).type().kind(), value));
      }
      rows.add(fields);
    }
    return rows;
  }

  @Override
  public void close() {
    thread.shutdown();
    database.close();
  }
}
