package dev.colonnade.sql.session.cursor;

import static java.util.Objects.requireNonNull;

import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.sql.statement.SqlColumn;
import dev.colonnade.sql.statement.StatementResult;
import dev.colonnade.sql.syntax.command.CursorCommand.Step;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rows of a client's portal that a FETCH returns. A portal moves forward only. */
public final class PortalFetch implements StatementResult {
  private final ClientPortal portal;
  private long left;

  /**
   * Creates the rows of a step.
   *
   * @param reader cancellation of the statement that reads them
   */
  public PortalFetch(ClientPortal portal, Step step, Cancellation reader) {
    this.portal = requireNonNull(portal, "portal is null");
    if (!SqlCursor.isSequence(step) || !SqlCursor.isForward(step)) {
      throw SqlCursor.forwardOnly();
    }
    portal.follow(reader);
    this.left = Math.abs(step.count());
  }

  @Override
  public String command() {
    return "FETCH";
  }

  @Override
  public List<SqlColumn> columns() {
    return portal.columns();
  }

  @Override
  public long updateCount() {
    return 0;
  }

  @Override
  public @Nullable Object @Nullable [] next() {
    if (left == 0) {
      return null;
    }
    left--;
    return portal.next();
  }

  /** Reads all rows of the step, and returns their number. */
  public long skip() {
    long count = 0;
    while (next() != null) {
      count++;
    }
    return count;
  }

  @Override
  public void close() {} // the client closes its portal
}
