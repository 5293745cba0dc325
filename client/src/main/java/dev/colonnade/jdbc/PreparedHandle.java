package dev.colonnade.jdbc;

import dev.colonnade.protocol.response.SqlResponse;
import dev.colonnade.protocol.sql.SqlShape;
import dev.colonnade.protocol.sql.SqlTypeInfo;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A statement that the server has prepared, under its number. */
final class PreparedHandle {
  private final int statementId;
  private final String command;
  private final List<SqlTypeInfo> parameterTypes;
  private SqlShape shape;
  private @Nullable ResultForm form;

  /** Whether the server has been, or will be, told to forget it. */
  private boolean isForgotten;

  PreparedHandle(int statementId, SqlResponse.Prepared prepared) {
    this.statementId = statementId;
    this.command = prepared.command();
    this.parameterTypes = prepared.parameterTypes();
    this.shape = prepared.shape();
  }

  int statementId() {
    return statementId;
  }

  /** What it does, as PostgreSQL's command tags begin. */
  String command() {
    return command;
  }

  boolean isQuery() {
    return command.equals("SELECT");
  }

  List<SqlTypeInfo> parameterTypes() {
    return parameterTypes;
  }

  SqlShape shape() {
    return shape;
  }

  /** The form of results of that shape, which is kept: tables seldom change. */
  ResultForm form(SqlShape wanted) {
    ResultForm known = form;
    if (known == null || !known.shape().equals(wanted)) {
      known = new ResultForm(wanted);
      form = known;
      shape = wanted;
    }
    return known;
  }

  boolean isForgotten() {
    return isForgotten;
  }

  void forget() {
    isForgotten = true;
  }
}
