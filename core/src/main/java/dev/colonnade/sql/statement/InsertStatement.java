package dev.colonnade.sql.statement;

import dev.colonnade.catalog.Table;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.access.RowChange;
import dev.colonnade.sql.access.StatementTransaction;
import dev.colonnade.sql.parse.SqlInsertRows;
import dev.colonnade.sql.run.HeldRows;
import dev.colonnade.sql.type.SqlType;
import dev.colonnade.type.Column;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.calcite.rel.RelRoot;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.jspecify.annotations.Nullable;

/** INSERT: a query whose rows are written. */
final class InsertStatement implements PreparedStatement {
  private final Table table;
  private final List<Column> columns;
  private final QueryStatement source;

  private InsertStatement(Table table, List<Column> columns, QueryStatement source) {
    this.table = table;
    this.columns = columns;
    this.source = source;
  }

  static InsertStatement prepare(
      StatementPreparer preparer,
      String sql,
      SqlInsertRows node,
      StatementTransaction transaction) {
    Table table = transaction.names().table(node.target().table().names);
    if (node.doNothing()) {
      throw new ColonnadeException(
          ErrorCode.UNSUPPORTED, "ON CONFLICT is not supported: table=" + table.name());
    }
    List<Column> named = columnsOf(table, node.target().columns());
    SqlNode rows = node.source();
    if (rows == null) {
      rows = DefaultValues.row(table);
      named = table.schema().columns();
    } else if (node.target().columns() == null) {
      named = DefaultValues.first(named, rows);
    }
    if (node.source() != null) {
      rows = IdentityValues.given(table, named, rows, node.target().overriding());
    }
    List<Column> omitted = DefaultValues.omitted(table, named);
    List<Column> columns = new ArrayList<>(named);
    columns.addAll(omitted);
    SqlNode typed =
        rows.getKind() == SqlKind.VALUES
            ? typedValues((SqlCall) rows, named, omitted, table)
            : DefaultValues.behind(rows, omitted, table);
    List<SqlNode> returning = Returning.expanded(node.returning(), table, table.name());
    SqlNode rowsAndReturned =
        returning.isEmpty() ? typed : Returning.behindRows(typed, columns, returning, table);
    int width = columns.size() + returning.size();
    QueryStatement source =
        preparer.query(
            sql,
            rowsAndReturned,
            transaction,
            root -> Assignments.cast(requireWidth(root, width), 0, columns));
    return new InsertStatement(table, List.copyOf(columns), source);
  }

  private static RelRoot requireWidth(RelRoot root, int expected) {
    requireWidth(root.fields.size(), expected);
    return root;
  }

  private static void requireWidth(int width, int expected) {
    if (width != expected) {
      throw new ColonnadeException(
          ErrorCode.SYNTAX_ERROR,
          width > expected
              ? "INSERT has more expressions than target columns"
              : "INSERT has more target columns than expressions");
    }
  }

  private static List<Column> columnsOf(Table table, @Nullable SqlNodeList named) {
    if (named == null) {
      return table.schema().columns();
    }
    List<Column> columns = new ArrayList<>();
    for (SqlNode name : named) {
      Column column = Rows.column(table, name.toString());
      if (columns.contains(column)) {
        throw new ColonnadeException(
            ErrorCode.DUPLICATE_COLUMN,
            "column \"" + column.name() + "\" specified more than once");
      }
      columns.add(column);
    }
    return columns;
  }

  private static SqlNode typedValues(
      SqlCall values, List<Column> named, List<Column> omitted, Table table) {
    List<SqlNode> rows = new ArrayList<>();
    for (SqlNode row : values.getOperandList()) {
      List<SqlNode> typed = new ArrayList<>();
      List<SqlNode> operands = ((SqlCall) row).getOperandList();
      requireWidth(operands.size(), named.size());
      for (int i = 0; i < operands.size(); i++) {
        typed.add(Assignments.typed(operands.get(i), named.get(i), table));
      }
      omitted.forEach(column -> typed.add(Assignments.defaultOf(column, table)));
      rows.add(((SqlCall) row).getOperator().createCall(row.getParserPosition(), typed));
    }
    return values.getOperator().createCall(values.getParserPosition(), rows);
  }

  @Override
  public List<SqlColumn> columns() {
    return ReturnedRows.columns(source, columns.size());
  }

  @Override
  public List<SqlType> parameterTypes() {
    return source.parameterTypes();
  }

  @Override
  public boolean isCacheable() {
    return true;
  }

  @Override
  public Effect effect() {
    return Effect.WRITES;
  }

  @Override
  public Outcome run(Execution execution) {
    List<RowChange> changes = new ArrayList<>();
    ReturnedRows returned = new ReturnedRows(source, columns.size());
    collect(execution, changes, returned);
    return returned.outcome("INSERT", execution.transaction().writeAlone(table, changes));
  }

  /** Adds the rows that it inserts to what is written together. */
  void collect(Execution execution, List<RowChange> changes) {
    collect(execution, changes, new ReturnedRows(source, columns.size()));
  }

  private void collect(Execution execution, List<RowChange> changes, ReturnedRows returned) {
    int width = table.schema().columns().size();
    try (HeldRows rows = source.open(execution)) {
      for (@Nullable Object[] held = rows.next(); held != null; held = rows.next()) {
        @Nullable Object[] values = new @Nullable Object[width];
        for (int i = 0; i < columns.size(); i++) {
          Column column = columns.get(i);
          values[table.schema().ordinal(column.id())] = Assignments.valueOf(column, held[i]);
        }
        changes.add(new RowChange.Insert(Arrays.asList(values)));
        returned.add(held);
      }
    }
  }
}
