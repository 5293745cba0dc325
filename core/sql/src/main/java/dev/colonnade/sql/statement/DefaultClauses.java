package dev.colonnade.sql.statement;

import dev.colonnade.sql.access.StatementTransaction;
import dev.colonnade.sql.parse.SqlCreateTable.ColumnConstraint;
import dev.colonnade.sql.parse.SqlCreateTable.ColumnElement;
import dev.colonnade.sql.run.InternalRows;
import dev.colonnade.type.schema.Column;
import dev.colonnade.type.schema.TableSchema;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;

/** The DEFAULT clauses of a table that is being created: planned as an insert would plan them. */
final class DefaultClauses {
  private final StatementPreparer preparer;
  private final String sql;
  private final StatementTransaction transaction;
  private final Map<Integer, String> texts = new HashMap<>();
  private final List<QueryStatement> literals = new ArrayList<>();

  DefaultClauses(StatementPreparer preparer, String sql, StatementTransaction transaction) {
    this.preparer = preparer;
    this.sql = sql;
    this.transaction = transaction;
  }

  void add(ColumnElement element, TableSchema schema) {
    for (ColumnConstraint constraint : element.constraints()) {
      if (constraint instanceof ColumnConstraint.Default(SqlNode value)) {
        add(value, schema.column(element.name().getSimple()));
      }
    }
  }

  private void add(SqlNode value, Column column) {
    texts.put(column.id(), ColumnDefaultExpressions.text(value, transaction.names()));
    SqlNode row =
        SqlStdOperatorTable.ROW.createCall(
            value.getParserPosition(), Assignments.typed(value, column));
    QueryStatement query =
        preparer.query(
            sql,
            SqlStdOperatorTable.VALUES.createCall(value.getParserPosition(), row),
            transaction,
            root -> Assignments.cast(root, 0, List.of(column)));
    if (value instanceof SqlLiteral) {
      literals.add(query);
    }
  }

  /** The expressions by the ids of their columns. */
  Map<Integer, String> texts() {
    return Map.copyOf(texts);
  }

  /**
   * Evaluates the literals, so that one that is not a valid value of its column is refused at once.
   */
  void check(Execution execution) {
    for (QueryStatement literal : literals) {
      try (InternalRows rows = literal.open(execution)) {
        rows.next();
      }
    }
  }
}
