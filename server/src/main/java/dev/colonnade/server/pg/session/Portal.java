package dev.colonnade.server.pg.session;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.SqlResult;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A statement with its parameters, ready to run or running. */
final class Portal {
  private final String name;
  private final NamedStatement statement;
  private final List<@Nullable Object> parameters;
  private final short[] resultFormats;
  private @Nullable SqlResult result;
  private @Nullable RowFormat format;
  private boolean isDone;

  Portal(
      String name,
      NamedStatement statement,
      List<@Nullable Object> parameters,
      short[] resultFormats) {
    this.name = requireNonNull(name, "name is null");
    this.statement = requireNonNull(statement, "statement is null");
    this.parameters = requireNonNull(parameters, "parameters is null");
    this.resultFormats = requireNonNull(resultFormats, "resultFormats is null");
  }

  String name() {
    return name;
  }

  NamedStatement statement() {
    return statement;
  }

  List<@Nullable Object> parameters() {
    return parameters;
  }

  short[] resultFormats() {
    return resultFormats;
  }

  /** What it gives while it runs. */
  @Nullable SqlResult result() {
    return result;
  }

  @Nullable RowFormat format() {
    return format;
  }

  void opened(SqlResult opened, RowFormat rows) {
    result = opened;
    format = rows;
  }

  /** Whether it has run to its end. */
  boolean isDone() {
    return isDone;
  }

  void done() {
    isDone = true;
    close();
  }

  void close() {
    SqlResult open = result;
    result = null;
    if (open != null) {
      open.close();
    }
  }
}
