package dev.colonnade.sql.session.cursor;

import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.sql.prepared.SqlPrepared;
import dev.colonnade.sql.result.SqlResult;
import dev.colonnade.sql.statement.SqlColumn;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Portal of a client's protocol, whose rows FETCH and MOVE read as those of a cursor. */
public interface ClientPortal {
  /** Returns the query. */
  SqlPrepared query();

  /** Returns the values of the parameters of the query. */
  List<@Nullable Object> parameters();

  /** Returns whether the portal has a result, or had one. */
  boolean isOpen();

  /** Sets the result of the query. */
  void open(SqlResult result);

  /**
   * Returns the cancellation of the result, which a statement that reads it cancels from now on.
   */
  Cancellation follow(Cancellation reader);

  /** Returns the columns of the rows. */
  List<SqlColumn> columns();

  /** Returns the next row; null behind the last one. */
  @Nullable Object @Nullable [] next();

  /** Closes the portal. */
  void close();
}
