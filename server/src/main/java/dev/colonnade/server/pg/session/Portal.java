package dev.colonnade.server.pg.session;

import static java.util.Objects.requireNonNull;

import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.server.pg.session.result.DataRowWriter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Portal: a statement with its parameters, and its result while it is executed. */
final class Portal {
  private final String name;
  private final PgPreparedStatement statement;
  private final List<@Nullable Object> parameters;
  private final short[] resultFormats;
  private final Cancellation cancellation = Cancellation.withoutDeadline();
  private @Nullable DataRowWriter rows;
  private boolean isDone;

  Portal(
      String name,
      PgPreparedStatement statement,
      List<@Nullable Object> parameters,
      short[] resultFormats) {
    this.name = requireNonNull(name, "name is null");
    this.statement = requireNonNull(statement, "statement is null");
    this.parameters = requireNonNull(parameters, "parameters is null");
    this.resultFormats = requireNonNull(resultFormats, "resultFormats is null");
  }

  public String name() {
    return name;
  }

  public PgPreparedStatement statement() {
    return statement;
  }

  List<@Nullable Object> parameters() {
    return parameters;
  }

  short[] resultFormats() {
    return resultFormats;
  }

  /**
   * Returns the cancellation of the result, which the request that reads it cancels from now on.
   */
  Cancellation follow(Cancellation request) {
    cancellation.follow(request);
    return cancellation;
  }

  /** Returns the open result; null before the execution and after its end. */
  @Nullable DataRowWriter rows() {
    return rows;
  }

  void opened(DataRowWriter opened) {
    rows = opened;
  }

  /** Returns whether the portal is executed to its end. */
  boolean isDone() {
    return isDone;
  }

  void done() {
    isDone = true;
    close();
  }

  void close() {
    DataRowWriter open = rows;
    rows = null;
    if (open != null) {
      open.result().close();
    }
  }
}
