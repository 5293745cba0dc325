package dev.colonnade.jdbc;

import dev.colonnade.protocol.response.SqlResponse;
import dev.colonnade.protocol.sql.SqlShape;
import dev.colonnade.protocol.sql.SqlTypeInfo;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Handle of a statement that the server has prepared under an id. */
final class PreparedHandle {
  private final int statementId;
  private final boolean isQuery;
  private final List<SqlTypeInfo> parameterTypes;
  private SqlShape shape;
  private @Nullable ResultForm decoder;

  /** Set once the session has closed the statement on the server, or will do so. */
  private boolean isEvicted;

  PreparedHandle(int statementId, SqlResponse.Prepared prepared) {
    this.statementId = statementId;
    this.isQuery = prepared.command().equals("SELECT");
    this.parameterTypes = prepared.parameterTypes();
    this.shape = prepared.shape();
  }

  int statementId() {
    return statementId;
  }

  /** Returns whether the statement is a SELECT, which changes nothing. */
  boolean isQuery() {
    return isQuery;
  }

  List<SqlTypeInfo> parameterTypes() {
    return parameterTypes;
  }

  SqlShape shape() {
    return shape;
  }

  /**
   * Returns the decoder of results of a shape; caches the last one, because shapes seldom change.
   */
  ResultForm decoder(SqlShape resultShape) {
    ResultForm known = decoder;
    if (known == null || !known.shape().equals(resultShape)) {
      known = new ResultForm(resultShape);
      decoder = known;
      shape = resultShape;
    }
    return known;
  }

  boolean isEvicted() {
    return isEvicted;
  }

  void evict() {
    isEvicted = true;
  }
}
