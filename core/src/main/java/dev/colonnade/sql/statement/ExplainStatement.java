package dev.colonnade.sql.statement;

import dev.colonnade.sql.type.SqlType;
import dev.colonnade.sql.type.TypeKind;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** EXPLAIN of a query: its operators, one a row. */
final class ExplainStatement implements PreparedStatement {
  private static final List<SqlColumn> COLUMNS =
      List.of(new SqlColumn("QUERY PLAN", SqlType.of(TypeKind.TEXT)));

  private final QueryStatement query;

  ExplainStatement(QueryStatement query) {
    this.query = query;
  }

  @Override
  public List<SqlColumn> columns() {
    return COLUMNS;
  }

  @Override
  public Outcome run(Execution execution) {
    List<@Nullable Object[]> rows = new ArrayList<>();
    query.explain().lines().forEach(line -> rows.add(new Object[] {line}));
    return Outcome.rows("EXPLAIN", COLUMNS, rows);
  }
}
