package dev.colonnade.sql.compare;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/**
 * Result of a statement: rows in text form, or an error.
 *
 * @param sqlState of the error; empty if the statement succeeded
 * @param message of the error; empty if the statement succeeded
 * @param types PostgreSQL's names of the columns' types
 * @param changed number of changed rows; 0 for queries
 */
record Answer(
    String sqlState,
    String message,
    List<String> names,
    List<String> types,
    List<List<@Nullable String>> rows,
    long changed) {
  /** State of a statement that did not end in time and could not be canceled. */
  static final String HANGS = "HANGS";

  /** Name of all types that statements have created, and of rows. */
  static final String CREATED_TYPE = "created type";

  /** SQLSTATE of a canceled statement. */
  static final String CANCELED = "57014";

  Answer {
    requireNonNull(sqlState, "sqlState is null");
    requireNonNull(message, "message is null");
    names = List.copyOf(names);
    types = List.copyOf(types);
    rows = List.copyOf(rows);
  }

  static Answer failure(String sqlState, String message) {
    return new Answer(sqlState, message, List.of(), List.of(), List.of(), 0);
  }

  static Answer rows(List<String> names, List<String> types, List<List<@Nullable String>> rows) {
    return new Answer("", "", names, types, rows, 0);
  }

  static Answer changed(long rows) {
    return new Answer("", "", List.of(), List.of(), List.of(), rows);
  }

  /** Returns whether the statement was canceled because of its time, or does not end at all. */
  boolean hasTimedOut() {
    return sqlState.equals(CANCELED) || sqlState.equals(HANGS);
  }

  boolean isFailure() {
    return !sqlState.isEmpty();
  }

  /** Returns a text of limited length. */
  String describe(int rowsMax) {
    if (isFailure()) {
      return "error " + sqlState + ": " + message.lines().findFirst().orElse("");
    }
    if (names.isEmpty()) {
      return changed + " rows changed";
    }
    StringBuilder text = new StringBuilder(String.join("|", names));
    text.append(" (").append(String.join(", ", types)).append(") ");
    text.append(rows.size()).append(" rows:");
    for (List<@Nullable String> row : rows.subList(0, Math.min(rows.size(), rowsMax))) {
      text.append(' ').append(describe(row));
    }
    return rows.size() > rowsMax ? text + " ..." : text.toString();
  }

  private static String describe(List<@Nullable String> row) {
    StringJoiner text = new StringJoiner("|", "(", ")");
    for (String value : row) {
      text.add(value == null ? "NULL" : value);
    }
    return text.toString();
  }
}
