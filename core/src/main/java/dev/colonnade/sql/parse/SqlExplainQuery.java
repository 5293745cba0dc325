package dev.colonnade.sql.parse;

import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;

/** EXPLAIN of a query. */
public final class SqlExplainQuery extends SqlStatement {
  private final SqlNode query;

  public SqlExplainQuery(SqlParserPos pos, SqlNode query) {
    super("EXPLAIN", pos);
    this.query = query;
  }

  public SqlNode query() {
    return query;
  }
}
