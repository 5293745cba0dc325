package dev.colonnade.shell;

import static java.util.Objects.requireNonNull;

import dev.colonnade.clock.NanoTicker;
import dev.colonnade.jdbc.text.SqlScanner;
import dev.colonnade.shell.output.DisplaySettings;
import dev.colonnade.shell.output.ErrorFormatter;
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

/** Executor of SQL statements and shell commands. It prints their results and errors. */
final class Shell implements ShellCommands.Host {
  /** Output streams of results and of errors. */
  record Streams(PrintWriter out, PrintWriter err) {
    Streams {
      requireNonNull(out, "out is null");
      requireNonNull(err, "err is null");
    }
  }

  private static final String NOTICE_STATE_CLASS = "00";

  private final Connection connection;
  private final DisplaySettings display;
  private final Streams streams;
  private final ShellCommands commands;
  private final NanoTicker ticker = NanoTicker.system();

  /** Statement that is running, so that another thread can cancel it. */
  private volatile @Nullable Statement running;

  private volatile boolean isWaiting;
  private Runnable responseListener = () -> {};
  private boolean isDone;
  private String lastStatement = "";

  /** Has a permit once {@link #watch} has to end. */
  private final Semaphore stops = new Semaphore(0);

  Shell(Connection connection, DisplaySettings display, Streams streams) {
    this.connection = requireNonNull(connection, "connection is null");
    this.display = requireNonNull(display, "display is null");
    this.streams = requireNonNull(streams, "streams is null");
    this.commands = new ShellCommands(this, connection, display, streams.out(), streams.err());
  }

  Connection connection() {
    return connection;
  }

  /** Returns whether the user has quit the shell. */
  boolean isDone() {
    return isDone;
  }

  @Override
  public void quit() {
    isDone = true;
  }

  @Override
  public boolean runAll(String text) {
    try (Reader reader = new StringReader(text)) {
      return runAll(reader);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Runs the statements and commands of an input up to the first failure; returns false if one
   * failed.
   */
  boolean runAll(Reader reader) throws IOException {
    InputSplitter splitter = new InputSplitter();
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

  @Override
  public boolean run(String text) {
    try {
      if (text.startsWith("\\")) {
        return commands.run(text);
      }
      runStatement(text);
      return true;
    } catch (SQLException failed) {
      printError(ErrorFormatter.of(failed, text));
      return false;
    } finally {
      streams.out().flush();
    }
  }

  @Override
  public String lastStatement() {
    return lastStatement;
  }

  @Override
  public boolean watch(String sql, long pauseMillis) {
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
    lastStatement = sql;
    long startNanos = ticker.nanos();
    try (Statement statement = connection.createStatement()) {
      boolean hasRows = execute(statement, sql);
      while (true) {
        if (hasRows) {
          try (ResultSet rows = statement.getResultSet()) {
            display.printer().print(rows, streams.out());
          }
        } else if (statement.getLargeUpdateCount() >= 0) {
          printCount(sql, statement.getLargeUpdateCount());
        } else {
          break;
        }
        printWarnings(statement);
        hasRows = statement.getMoreResults();
      }
    } finally {
      running = null;
    }
    if (display.showsTiming()) {
      printTime(ticker.nanos() - startNanos);
    }
  }

  private boolean execute(Statement statement, String sql) throws SQLException {
    running = statement;
    isWaiting = true;
    try {
      return statement.execute(sql);
    } finally {
      isWaiting = false;
      responseListener.run();
    }
  }

  /**
   * Sets the listener that is called when the response to a statement has arrived, before it is
   * printed.
   */
  void responseListener(Runnable listener) {
    responseListener = requireNonNull(listener, "listener is null");
  }

  /** Cancels the statement that is running and ends {@link #watch}. Thread-safe. */
  void cancel() {
    stops.release();
    Statement statement = running;
    if (statement != null) {
      try {
        statement.cancel();
      } catch (SQLException lost) {
        printError(ErrorFormatter.of(lost, ""));
      }
    }
  }

  /** Returns whether a statement is running whose response has not arrived. Thread-safe. */
  boolean isWaiting() {
    return isWaiting;
  }

  private void printError(String error) {
    streams.out().flush();
    streams.err().println(error);
    streams.err().flush();
  }

  private void printWarnings(Statement statement) throws SQLException {
    for (SQLWarning warning = statement.getWarnings();
        warning != null;
        warning = warning.getNextWarning()) {
      String state = warning.getSQLState();
      String kind =
          state == null || state.startsWith(NOTICE_STATE_CLASS) ? "NOTICE" : "WARNING " + state;
      streams.err().println(kind + ": " + warning.getMessage());
    }
    statement.clearWarnings();
    streams.err().flush();
  }

  private void printCount(String sql, long count) {
    if (!display.printer().printsCounts()) {
      return;
    }
    String keyword = SqlScanner.firstKeyword(sql);
    switch (keyword) {
      case "INSERT", "UPSERT", "UPDATE", "DELETE", "MERGE" ->
          streams.out().println(keyword + " " + count);
      default -> streams.out().println(keyword.isEmpty() ? "OK" : keyword);
    }
  }

  private void printTime(long nanos) {
    double millis = (double) nanos / TimeUnit.MILLISECONDS.toNanos(1);
    streams.out().println(String.format(Locale.ROOT, "Time: %.3f ms", millis));
  }
}
