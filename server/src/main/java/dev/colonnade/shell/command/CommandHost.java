package dev.colonnade.shell.command;

import dev.colonnade.protocol.session.WireTransactionState;
import dev.colonnade.shell.destination.ResultDestination;
import dev.colonnade.shell.output.DisplaySettings;
import dev.colonnade.shell.variable.Variables;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Reader;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Shell as its commands use it. */
public interface CommandHost {
  /** Runs a statement or a command and prints an error; returns false if it failed. */
  boolean run(String text);

  /**
   * Runs all statements and commands of an input up to the first failure; returns false if one
   * failed.
   */
  boolean runAll(Reader input) throws IOException;

  /**
   * Runs a statement periodically until it fails or the user cancels it.
   *
   * @return false if it failed
   */
  boolean watch(String sql, long pauseMillis);

  /** Runs a statement and sets variables to the columns of its only row; returns false if not. */
  boolean setVariables(String sql, String prefix);

  /** Returns the last statement that ran; empty if there was none. */
  String lastStatement();

  /** Returns the last statement as it was entered, with the semicolon at its end. */
  String lastInput();

  /** Replaces the query buffer; complete statements in the text are executed. */
  void replaceBuffer(String text);

  /** Returns the next line of the input in which the command is; null at its end. */
  @Nullable String nextLine(String prompt) throws IOException;

  /** Returns the entries of the history, the oldest first. */
  List<String> history();

  Connection connection();

  WireTransactionState transaction() throws SQLException;

  /**
   * Connects again.
   *
   * @param arguments database, user, host and port; a missing one or {@code -} keeps its value
   */
  void reconnect(List<String> arguments) throws SQLException;

  /** Declares the statement that runs, so that the user can cancel it. */
  void running(@Nullable Statement statement);

  Variables variables();

  DisplaySettings display();

  ResultDestination destination();

  PrintWriter standardOut();

  PrintWriter err();

  /** Ends the shell after the current command. */
  void quit();
}
