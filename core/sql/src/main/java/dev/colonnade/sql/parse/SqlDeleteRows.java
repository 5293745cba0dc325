package dev.colonnade.sql.parse;

import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.parser.SqlParserPos;

/** DELETE. */
public final class SqlDeleteRows extends SqlStatement {
  private final SqlTableRows rows;

  public SqlDeleteRows(SqlParserPos pos, SqlTableRows rows) {
    super("DELETE", pos);
    this.rows = rows;
  }

  public SqlTableRows rows() {
    return rows;
  }

  /** The same with queries in front. */
  public SqlDeleteRows with(SqlNodeList queries) {
    return new SqlDeleteRows(getParserPosition(), rows.with(queries));
  }
}
