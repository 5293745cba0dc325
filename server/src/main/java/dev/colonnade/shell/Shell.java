package dev.colonnade.shell;

import static java.util.Objects.requireNonNull;

import dev.colonnade.clock.NanoTicker;
import dev.colonnade.jdbc.text.SqlText;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Reader;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.Locale;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Runs statements and the shell's own commands, and shows what they give. */
final class Shell {
  /** Where results and errors go. */
  record Streams(PrintWriter out, PrintWriter err) {
    Streams {
      requireNonNull(out, "out is null");
      requireNonNull(err, "err is null");
    }
  }

  private static final String NOTICE_CLASS = "00";

  private final Connection connection;
  private final Display display;
  private final Streams streams;
  private final ShellCommands commands;
  private final NanoTicker ticker = NanoTicker.system();

  /** The statement that runs, for who wants to cancel it. */
  private volatile @Nullable Statement running;

  private volatile boolean isWaiting;
  private Runnable answered = () -> {};
  private boolean isDone;
  private String last = "";

  /** Has a permit when what runs again and again shall end. */
  private final Semaphore stops = new Semaphore(0);

  Shell(Connection connection, Display display, Streams streams) {
    this.connection = requireNonNull(connection, "connection is null");
    this.display = requireNonNull(display, "display is null");
    this.streams = requireNonNull(streams, "streams is null");
    this.commands = new ShellCommands(this, connection, display, streams.out());
  }

  Connection connection() {
    return connection;
  }

  Streams streams() {
    return streams;
  }

  /** Whether the user wants to leave. */
  boolean isDone() {
    return isDone;
  }

  void leave() {
    isDone = true;
  }

  /** Runs everything in a text; false if something failed, which ends it. */
  boolean runAll(String text) {
    try (Reader reader = new StringReader(text)) {
      return runAll(reader);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Runs everything that comes; false if something failed, which ends it. */
  boolean runAll(Reader reader) throws IOException {
    StatementSplitter splitter = new StatementSplitter();
    BufferedReader lines = new BufferedReader(reader);
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      for (String complete : splitter.add(line)) {
        if (!run(complete)) {
          return false;
        }
        if (isDone) {
          return true;
        }
      }
    }
    String rest = splitter.rest();
    return rest.isEmpty() || run(rest);
  }

  /** Runs a statement or a command; false if it failed, which has been told. */
  boolean run(String text) {
    try {
      if (text.startsWith("\\")) {
        return commands.run(text);
      }
      runStatement(text);
      return true;
    } catch (SQLException failed) {
      tell(ErrorText.of(failed, text));
      return false;
    } finally {
      streams.out().flush();
    }
  }

  /** The last statement that ran; empty if there was none. */
  String last() {
    return last;
  }

  /**
   * Runs a statement again and again, until it fails or {@link #cancel} is called.
   *
   * @return false if it failed
   */
  boolean watch(String sql, long pauseMillis) {
    stops.drainPermits();
    try {
      while (run(sql)) {
        if (stops.tryAcquire(pauseMillis, TimeUnit.MILLISECONDS)) {
          return true;
        }
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
    return false;
  }

  private void runStatement(String sql) throws SQLException {
    last = sql;
    long startNanos = ticker.nanos();
    try (Statement statement = connection.createStatement()) {
      boolean isRows = execute(statement, sql);
      while (true) {
        if (isRows) {
          try (ResultSet rows = statement.getResultSet()) {
            display.printer().print(rows, streams.out());
          }
        } else if (statement.getLargeUpdateCount() >= 0) {
          tellCount(sql, statement.getLargeUpdateCount());
        } else {
          break;
        }
        tellWarnings(statement);
        isRows = statement.getMoreResults();
      }
    } finally {
      running = null;
    }
    if (display.showsTiming()) {
      tellTime(ticker.nanos() - startNanos);
    }
  }

  private boolean execute(Statement statement, String sql) throws SQLException {
    running = statement;
    isWaiting = true;
    try {
      return statement.execute(sql);
    } finally {
      isWaiting = false;
      answered.run();
    }
  }

  /** Has something done each time that a statement is answered, before its answer is shown. */
  void whenAnswered(Runnable action) {
    answered = requireNonNull(action, "action is null");
  }

  /** Asks the statement that runs to end. Any thread. */
  void cancel() {
    stops.release();
    Statement statement = running;
    if (statement != null) {
      try {
        statement.cancel();
      } catch (SQLException lost) {
        tell(ErrorText.of(lost, ""));
      }
    }
  }

  /** Whether a statement runs that has shown nothing yet. Any thread. */
  boolean isWaiting() {
    return isWaiting;
  }

  private void tell(String error) {
    streams.out().flush();
    streams.err().println(error);
    streams.err().flush();
  }

  private void tellWarnings(Statement statement) throws SQLException {
    for (SQLWarning warning = statement.getWarnings();
        warning != null;
        warning = warning.getNextWarning()) {
      String state = warning.getSQLState();
      String kind = state == null || state.startsWith(NOTICE_CLASS) ? "NOTICE" : "WARNING " + state;
      streams.err().println(kind + ": " + warning.getMessage());
    }
    statement.clearWarnings();
    streams.err().flush();
  }

  private void tellCount(String sql, long count) {
    if (!display.printer().tellsCounts()) {
      return;
    }
    String word = SqlText.firstWord(sql);
    switch (word) {
      case "INSERT", "UPSERT", "UPDATE", "DELETE", "MERGE" ->
          streams.out().println(word + " " + count);
      default -> streams.out().println(word.isEmpty() ? "OK" : word);
    }
  }

  private void tellTime(long nanos) {
    double millis = (double) nanos / TimeUnit.MILLISECONDS.toNanos(1);
    streams.out().println(String.format(Locale.ROOT, "Time: %.3f ms", millis));
  }
}
