package dev.colonnade.shell;

import static java.util.Objects.requireNonNull;

import dev.colonnade.clock.NanoTicker;
import dev.colonnade.jdbc.text.SqlScanner;
import dev.colonnade.protocol.session.WireTransactionState;
import dev.colonnade.shell.command.CommandHost;
import dev.colonnade.shell.command.Conditions;
import dev.colonnade.shell.command.ShellCommands;
import dev.colonnade.shell.copy.CopyRequest;
import dev.colonnade.shell.destination.ResultDestination;
import dev.colonnade.shell.output.DisplaySettings;
import dev.colonnade.shell.output.ErrorFormatter;
import dev.colonnade.shell.output.ResultPrinters;
import dev.colonnade.shell.variable.PromptFormat;
import dev.colonnade.shell.variable.Variables;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Reader;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Executor of SQL statements and shell commands. It prints their results and errors. */
final class Shell implements CommandHost {
  /** Output streams of results and of errors. */
  record Streams(PrintWriter out, PrintWriter err) {
    Streams {
      requireNonNull(out, "out is null");
      requireNonNull(err, "err is null");
    }
  }

  /** Input whose statements and commands run. */
  interface Input {
    /** Returns the next line; null at the end. */
    @Nullable String nextLine(String prompt) throws IOException;

    /** Returns the entries of the history, the oldest first. */
    List<String> history();

    /** Returns whether a user enters the lines. */
    default boolean isInteractive() {
      return false;
    }
  }

  private static final String NOTICE_STATE_CLASS = "00";

  private final ShellConnection connection;
  private final DisplaySettings display;
  private final Streams streams;
  private final ResultDestination destination;
  private final Variables variables = new Variables();
  private final ShellCommands commands;
  private final NanoTicker ticker = NanoTicker.system();

  /** Statement that is running, so that another thread can cancel it. */
  private volatile @Nullable Statement running;

  private volatile boolean isWaiting;
  private Runnable responseListener = () -> {};
  private boolean isDone;
  private String lastStatement = "";

  /** Last statement as it was entered, with the semicolon at its end if there was one. */
  private String lastInput = "";

  private @Nullable Input input;

  /** Conditional blocks of the input. */
  private Conditions conditions = new Conditions();

  private @Nullable String edited;

  /** Has a permit once {@link #watch} has to end. */
  private final Semaphore stops = new Semaphore(0);

  Shell(ShellConnection connection, DisplaySettings display, Streams streams) {
    this.connection = requireNonNull(connection, "connection is null");
    this.display = requireNonNull(display, "display is null");
    this.streams = requireNonNull(streams, "streams is null");
    this.destination = new ResultDestination(streams.out(), display);
    this.commands = new ShellCommands(this);
  }

  @Override
  public Connection connection() {
    return connection.get();
  }

  @Override
  public WireTransactionState transaction() throws SQLException {
    return connection.transaction();
  }

  @Override
  public void reconnect(List<String> arguments) throws SQLException {
    connection.reconnect(arguments);
    connection.get().setAutoCommit(variables.isOn("AUTOCOMMIT"));
  }

  @Override
  public Variables variables() {
    return variables;
  }

  @Override
  public DisplaySettings display() {
    return display;
  }

  @Override
  public ResultDestination destination() {
    return destination;
  }

  @Override
  public PrintWriter standardOut() {
    return streams.out();
  }

  @Override
  public PrintWriter err() {
    return streams.err();
  }

  /** Returns the text that is printed when an interactive session begins. */
  String banner() {
    String version = String.valueOf(Shell.class.getPackage().getImplementationVersion());
    return "colonnade sql (%s), database \"%s\"%nType \"help\" for help."
        .formatted(version.equals("null") ? "development" : version, connection.database());
  }

  /**
   * Returns a prompt.
   *
   * @param variable name of the variable with its format
   * @param continuation mark of an incomplete statement; several characters stand for one that is
   *     replaced later
   */
  String prompt(String variable, String continuation) {
    String pattern = variables.get(variable).orElse("");
    try {
      boolean isLater = continuation.length() > 1;
      PromptFormat.State state =
          connection.promptState(isLater ? '\u0001' : continuation.charAt(0));
      String prompt = PromptFormat.format(pattern, state, variables);
      return isLater ? prompt.replace("%", "%%").replace("\u0001", continuation) : prompt;
    } catch (SQLException lost) {
      return "!> ";
    }
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
  public boolean runAll(Reader text) throws IOException {
    Conditions outer = conditions;
    conditions = new Conditions();
    try {
      return runLines(text);
    } finally {
      conditions = outer;
    }
  }

  private boolean runLines(Reader text) throws IOException {
    InputSplitter splitter = new InputSplitter();
    Lines lines = new Lines(new BufferedReader(text));
    boolean succeeds = true;
    for (String line = lines.nextLine(""); line != null; line = lines.nextLine("")) {
      if (variables.get("ECHO").filter("all"::equals).isPresent()) {
        streams.out().println(line);
      }
      succeeds &= runAll(splitter.add(line), splitter, lines);
      if (isDone || (!succeeds && variables.isOn("ON_ERROR_STOP"))) {
        return succeeds;
      }
    }
    String rest = splitter.rest();
    succeeds &= rest.isEmpty() || run(rest, lines);
    if (!conditions.isEmpty()) {
      printError("reached EOF without finding closing \\endif(s)");
      succeeds = false;
    }
    return succeeds || !variables.isOn("ON_ERROR_STOP");
  }

  private boolean runAll(List<String> texts, InputSplitter splitter, Input source) {
    List<String> pending = new ArrayList<>(texts);
    boolean succeeds = true;
    while (!pending.isEmpty() && !isDone) {
      succeeds &= run(pending.removeFirst(), source);
      if (!succeeds && variables.isOn("ON_ERROR_STOP")) {
        return false;
      }
      String replaced = takeEdited();
      if (replaced != null) {
        pending.addAll(0, splitter.replace(replaced));
      }
      pending.addAll(resume(splitter));
    }
    return succeeds;
  }

  /**
   * Lets a splitter continue that pauses after a command of a conditional block, which has run.
   *
   * @return further statements and commands
   */
  List<String> resume(InputSplitter splitter) {
    return splitter.isPaused() ? splitter.resume(conditions.buffer()) : List.of();
  }

  /** Returns whether statements run: no branch of a conditional block is skipped. */
  boolean isActive() {
    return conditions.isActive();
  }

  /** Leaves the innermost conditional block, if there is one, as Ctrl-C does. */
  void leaveCondition() {
    if (!conditions.isEmpty()) {
      conditions.leave();
      printError("\\if: escaped");
    }
  }

  private void reportIgnored(String text, Input source) {
    if (source.isInteractive()) {
      String what =
          text.startsWith("\\") ? text.split("\\s", 2)[0] + " command ignored" : "query ignored";
      printError(what + "; use \\endif or Ctrl-C to exit current \\if block");
    }
  }

  /** Runs a statement or a command of an input. */
  boolean run(String text, Input source) {
    if (Conditions.isCommand(text)) {
      return conditions.run(text, this);
    }
    if (!conditions.isActive()) {
      reportIgnored(text, source);
      return true;
    }
    Input before = input;
    input = source;
    try {
      boolean succeeds = run(text);
      if (!text.startsWith("\\")) {
        lastInput = text + ";";
      }
      return succeeds;
    } finally {
      input = before;
    }
  }

  @Override
  public boolean run(String text) {
    String sql = text.startsWith("\\") ? text : variables.interpolate(text);
    try {
      if (text.startsWith("\\")) {
        return commands.run(text);
      }
      lastStatement = text;
      lastInput = text;
      runStatement(sql);
      return true;
    } catch (SQLException failed) {
      recordError(failed);
      if (variables.get("ECHO").filter("errors"::equals).isPresent()) {
        streams.err().println("STATEMENT: " + sql);
      }
      printError(ErrorFormatter.of(failed, sql));
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
  public String lastInput() {
    return lastInput;
  }

  @Override
  public void replaceBuffer(String text) {
    edited = text;
  }

  /** Returns and removes the text that replaces the query buffer; null if there is none. */
  @Nullable String takeEdited() {
    String text = edited;
    edited = null;
    return text;
  }

  @Override
  public @Nullable String nextLine(String prompt) throws IOException {
    Input source = input;
    return source == null ? null : source.nextLine(prompt);
  }

  @Override
  public List<String> history() {
    Input source = input;
    return source == null ? List.of() : source.history();
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
    if (variables.get("ECHO").filter("queries"::equals).isPresent()) {
      streams.out().println(sql);
    }
    Optional<CopyRequest> copy = CopyRequest.ofStatement(sql);
    if (copy.isPresent()) {
      recordSuccess(0);
      commands.copy(copy.orElseThrow());
      return;
    }
    long startNanos = ticker.nanos();
    try (Statement statement = connection().createStatement()) {
      setFetchSize(statement);
      boolean hasRows = execute(statement, sql);
      while (true) {
        if (hasRows) {
          try (ResultSet rows = statement.getResultSet()) {
            destination.print(out -> recordSuccess(ResultPrinters.of(display).print(rows, out)));
          }
        } else if (statement.getLargeUpdateCount() >= 0) {
          recordSuccess(statement.getLargeUpdateCount());
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

  private void setFetchSize(Statement statement) throws SQLException {
    String rows = variables.get("FETCH_COUNT").orElse("");
    if (rows.matches("[0-9]{1,9}")) {
      statement.setFetchSize(Integer.parseInt(rows));
    }
  }

  private void recordSuccess(long rowCount) {
    variables.set("ERROR", "false");
    variables.set("SQLSTATE", "00000");
    variables.set("ROW_COUNT", String.valueOf(rowCount));
  }

  private void recordError(SQLException failed) {
    String state = String.valueOf(failed.getSQLState());
    variables.set("ERROR", "true");
    variables.set("SQLSTATE", state);
    variables.set("ROW_COUNT", "0");
    variables.set("LAST_ERROR_SQLSTATE", state);
    variables.set("LAST_ERROR_MESSAGE", String.valueOf(failed.getMessage()));
  }

  @Override
  public boolean setVariables(String sql, String prefix) {
    try (Statement statement = connection().createStatement();
        ResultSet rows = statement.executeQuery(variables.interpolate(sql))) {
      lastStatement = sql;
      if (!rows.next()) {
        printError("no rows returned for \\gset");
        return false;
      }
      List<String> values = new ArrayList<>();
      int count = rows.getMetaData().getColumnCount();
      for (int i = 1; i <= count; i++) {
        values.add(rows.getString(i));
      }
      if (rows.next()) {
        printError("more than one row returned for \\gset");
        return false;
      }
      for (int i = 1; i <= count; i++) {
        setVariable(prefix + rows.getMetaData().getColumnLabel(i), values.get(i - 1));
      }
      return true;
    } catch (SQLException failed) {
      recordError(failed);
      printError(ErrorFormatter.of(failed, sql));
      return false;
    }
  }

  private void setVariable(String name, @Nullable String value) {
    if (value == null) {
      variables.unset(name);
    } else {
      variables.set(name, value);
    }
  }

  @Override
  public void running(@Nullable Statement statement) {
    running = statement;
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
    if (!ResultPrinters.of(display).printsCounts() || variables.isOn("QUIET")) {
      return;
    }
    PrintWriter out = destination.out();
    String keyword = SqlScanner.firstKeyword(sql);
    switch (keyword) {
      case "INSERT", "UPSERT", "UPDATE", "DELETE", "MERGE" -> out.println(keyword + " " + count);
      default -> out.println(keyword.isEmpty() ? "OK" : keyword);
    }
    out.flush();
  }

  private void printTime(long nanos) {
    double millis = (double) nanos / TimeUnit.MILLISECONDS.toNanos(1);
    streams.out().println(String.format(Locale.ROOT, "Time: %.3f ms", millis));
  }

  /** Lines of a file, of standard input or of an argument. */
  private record Lines(BufferedReader reader) implements Input {
    @Override
    public @Nullable String nextLine(String prompt) throws IOException {
      return reader.readLine();
    }

    @Override
    public List<String> history() {
      return List.of();
    }
  }
}
