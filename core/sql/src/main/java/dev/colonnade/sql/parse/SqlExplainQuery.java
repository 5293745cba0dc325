package dev.colonnade.sql.parse;

import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;

/** EXPLAIN of a query. */
public final class SqlExplainQuery extends SqlStatement {
  private final SqlNode query;
  private final ExplainOptions options;

  public SqlExplainQuery(SqlParserPos pos, SqlNode query, ExplainOptions options) {
    super("EXPLAIN", pos);
    this.query = query;
    this.options = options;
  }

  public SqlNode query() {
    return query;
  }

  public ExplainOptions options() {
    return options;
  }
}
