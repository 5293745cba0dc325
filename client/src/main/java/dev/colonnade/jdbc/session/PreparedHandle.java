package dev.colonnade.jdbc.session;

import dev.colonnade.jdbc.cell.ResultDecoder;
import dev.colonnade.protocol.response.SqlResponse;
import dev.colonnade.protocol.sql.SqlRowDescription;
import dev.colonnade.protocol.sql.SqlTypeInfo;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Handle of a statement that the server has prepared under an id. */
public final class PreparedHandle {
  private final int statementId;
  private final String command;
  private final List<SqlTypeInfo> parameterTypes;
  private SqlRowDescription shape;
  private @Nullable ResultDecoder decoder;

  /** Set once the session has closed the statement on the server, or will do so. */
  private boolean isEvicted;

  public PreparedHandle(int statementId, SqlResponse.Prepared prepared) {
    this.statementId = statementId;
    this.command = prepared.command();
    this.parameterTypes = prepared.parameterTypes();
    this.shape = prepared.shape();
  }

  int statementId() {
    return statementId;
  }

  /** Returns the name of the command, such as {@code INSERT}. */
  public String command() {
    return command;
  }

  /** Returns whether the statement is a SELECT, which changes nothing. */
  public boolean isQuery() {
    return command.equals("SELECT");
  }

  public List<SqlTypeInfo> parameterTypes() {
    return parameterTypes;
  }

  public SqlRowDescription shape() {
    return shape;
  }

  /**
   * Returns the decoder of results of a shape; caches the last one, because shapes seldom change.
   */
  public ResultDecoder decoder(SqlRowDescription resultShape) {
    ResultDecoder known = decoder;
    if (known == null || !known.shape().equals(resultShape)) {
      known = new ResultDecoder(resultShape);
      decoder = known;
      shape = resultShape;
    }
    return known;
  }

  public boolean isEvicted() {
    return isEvicted;
  }

  void evict() {
    isEvicted = true;
  }
}
