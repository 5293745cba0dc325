package dev.colonnade.jdbc.error;

import static java.util.Objects.requireNonNull;

import dev.colonnade.protocol.NamedText;
import dev.colonnade.protocol.response.SqlResponse;
import dev.colonnade.protocol.sql.SqlErrorField;
import java.util.Optional;

/**
 * Error that the server reported, with each of its fields. It is the cause of the {@code
 * SQLException} that the driver throws for it.
 */
public final class ServerError extends Exception {
  private static final long serialVersionUID = 1L;

  private final transient SqlResponse.Failed response;

  ServerError(SqlResponse.Failed response) {
    super(response.error().message(), null, false, false);
    this.response = requireNonNull(response, "response is null");
  }

  /** Returns the detail message, if there is one. */
  public Optional<String> detail() {
    return Optional.of(response.error().detail()).filter(detail -> !detail.isEmpty());
  }

  public Optional<String> hint() {
    return field(SqlErrorField.HINT);
  }

  public Optional<String> schema() {
    return field(SqlErrorField.SCHEMA);
  }

  public Optional<String> table() {
    return field(SqlErrorField.TABLE);
  }

  public Optional<String> column() {
    return field(SqlErrorField.COLUMN);
  }

  public Optional<String> constraint() {
    return field(SqlErrorField.CONSTRAINT);
  }

  /**
   * Returns the call stack inside of the statement, if there is one: a line for each level,
   * innermost first.
   */
  public Optional<String> context() {
    return field(SqlErrorField.CONTEXT);
  }

  /**
   * Returns the position of the error in the statement's text in characters, from 1; 0 if there is
   * none.
   */
  public int position() {
    return number(SqlErrorField.POSITION, 0);
  }

  /**
   * Returns the index of the row of parameters that failed in a batch; -1 if there was no batch.
   */
  public int batchRow() {
    return number(SqlErrorField.BATCH_ROW, -1);
  }

  private int number(String name, int otherwise) {
    try {
      return field(name).map(Integer::parseInt).orElse(otherwise);
    } catch (NumberFormatException notNumeric) {
      return otherwise;
    }
  }

  private Optional<String> field(String name) {
    return response.fields().stream()
        .filter(field -> field.name().equals(name))
        .map(NamedText::value)
        .findFirst();
  }
}
