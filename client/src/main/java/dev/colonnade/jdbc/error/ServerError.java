package dev.colonnade.jdbc.error;

import static java.util.Objects.requireNonNull;

import dev.colonnade.protocol.NamedText;
import dev.colonnade.protocol.response.SqlErrorField;
import dev.colonnade.protocol.response.SqlResponse;
import java.util.Optional;

/**
 * An error as the server told it, part by part: the cause of the {@code SQLException} that is
 * thrown for it.
 */
public final class ServerError extends Exception {
  private static final long serialVersionUID = 1L;

  private final transient SqlResponse.Failed answer;

  ServerError(SqlResponse.Failed answer) {
    super(answer.error().message(), null, false, false);
    this.answer = requireNonNull(answer, "answer is null");
  }

  /** More about it; empty if there is none. */
  public Optional<String> detail() {
    return Optional.of(answer.error().detail()).filter(detail -> !detail.isEmpty());
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

  /** What was being done inside of the statement, innermost first, a line for each. */
  public Optional<String> context() {
    return field(SqlErrorField.CONTEXT);
  }

  /** The character of the statement's text that it is about, counted from 1; 0 if none is. */
  public int position() {
    return number(SqlErrorField.POSITION, 0);
  }

  /** The row of parameters of a batch that failed, counted from 0; -1 if there was no batch. */
  public int batchRow() {
    return number(SqlErrorField.BATCH_ROW, -1);
  }

  private int number(String name, int otherwise) {
    try {
      return field(name).map(Integer::parseInt).orElse(otherwise);
    } catch (NumberFormatException notOne) {
      return otherwise;
    }
  }

  private Optional<String> field(String name) {
    return answer.fields().stream()
        .filter(field -> field.name().equals(name))
        .map(NamedText::value)
        .findFirst();
  }
}
