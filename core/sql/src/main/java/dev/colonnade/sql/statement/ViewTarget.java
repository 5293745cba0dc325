package dev.colonnade.sql.statement;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.NameScope;
import dev.colonnade.catalog.name.SchemaEntry;
import dev.colonnade.catalog.relation.CheckOption;
import dev.colonnade.catalog.relation.Relation;
import dev.colonnade.catalog.relation.SequenceEntry;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.catalog.relation.View;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.sql.parse.Nodes;
import dev.colonnade.type.schema.Column;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlShuttle;
import org.jspecify.annotations.Nullable;

/**
 * A view through which rows of its table are changed: what its columns are of the table, and which
 * rows it shows. Over another view it has that one below it.
 */
final class ViewTarget {
  /** In front of a column of the table where a view stands for it. */
  private static final String HIDDEN = "$of_table_";

  private final View view;
  private final Table table;
  private final @Nullable ViewTarget below;
  private final SqlIdentifier source;
  private final String alias;
  private final Map<String, SqlNode> columns = new LinkedHashMap<>();
  private final @Nullable SqlNode condition;

  private ViewTarget(
      View view, Table table, @Nullable ViewTarget below, SqlIdentifier source, SqlSelect select) {
    this.view = view;
    this.table = table;
    this.below = below;
    this.source = source;
    this.alias = ViewShapes.aliasOf(select);
    this.condition = select.getWhere();
    List<SqlNode> list = Nodes.of(select.getSelectList());
    for (int i = 0; i < view.columnNames().size(); i++) {
      SqlNode item = list.get(i);
      columns.put(
          view.columnNames().get(i),
          item.getKind() == SqlKind.AS ? ((SqlCall) item).operand(0) : item);
    }
  }

  /**
   * Returns the target of a name that is a view; null if it is something else.
   *
   * @param change the intended change, for the error if the view is not simple enough
   */
  static @Nullable ViewTarget find(NameScope names, SqlIdentifier name, ViewChange change) {
    return names.findRelation(name.names) instanceof View view ? of(names, view, change) : null;
  }

  /** A view as a target; WRONG_STATE if it is not plain enough. */
  static ViewTarget of(NameScope names, View view, ViewChange change) {
    ViewShapes.Shape shape = ViewShapes.of(view);
    SqlSelect select = shape.select();
    SqlIdentifier source = select == null ? null : ViewShapes.tableOf(select);
    if (select == null || source == null) {
      throw change.refused(view, requireNonNull(shape.obstacle(), "obstacle is null"));
    }
    Relation relation = names.withPath(view.lookup().path()).relation(source.names);
    SchemaEntry schema = names.catalog().findSchema(relation.schemaId());
    SqlIdentifier whole =
        schema == null
            ? identifier(relation.name())
            : new SqlIdentifier(List.of(schema.name(), relation.name()), SqlParserPos.ZERO);
    return switch (relation) {
      case Table table -> new ViewTarget(view, table, null, whole, select);
      case View other -> {
        ViewTarget below = of(names, other, change);
        yield new ViewTarget(view, below.table, below, whole, select);
      }
      case SequenceEntry _ ->
          throw change.refused(
              view,
              "Views that do not select from a single table or view are not automatically"
                  + " updatable.");
    };
  }

  View view() {
    return view;
  }

  /** The table whose rows it shows. */
  Table table() {
    return table;
  }

  List<String> columnNames() {
    return view.columnNames();
  }

  /** The table's column that a column of the view shows; null if it shows something else. */
  @Nullable Column findColumn(String name) {
    SqlNode expression = columns.get(name);
    String shown = expression instanceof SqlIdentifier found ? columnOf(found) : null;
    if (shown == null) {
      return null;
    }
    return below == null ? table.schema().column(shown) : below.findColumn(shown);
  }

  /**
   * Variant of {@link #findColumn} that throws UNSUPPORTED if the column is an expression, and
   * UNKNOWN_COLUMN if it does not exist.
   */
  Column column(String name, ViewChange change) {
    if (!columns.containsKey(name)) {
      throw new ColonnadeException(
          ErrorCode.UNKNOWN_COLUMN,
          "column \"%s\" of relation \"%s\" does not exist".formatted(name, view.name()));
    }
    Column column = findColumn(name);
    if (column == null) {
      throw new ColonnadeException(
          ErrorCode.UNSUPPORTED,
          "cannot %s column \"%s\" of view \"%s\"".formatted(change.ofColumn(), name, view.name()),
          ErrorFields.NONE.withDetail(
              "View columns that are not columns of their base relation are not updatable."));
    }
    return column;
  }

  /** The name of a column below, if the identifier is one. */
  private @Nullable String columnOf(SqlIdentifier name) {
    List<String> parts = name.names;
    boolean isColumn = parts.size() == 1 || (parts.size() == 2 && parts.getFirst().equals(alias));
    boolean isThere =
        below == null
            ? table.schema().hasVisibleColumn(parts.getLast())
            : below.columns.containsKey(parts.getLast());
    return isColumn && isThere ? parts.getLast() : null;
  }

  /** The rows that it shows, with its columns and, hidden, all columns of the table. */
  SqlNode rows() {
    return select(below == null ? source : below.rows(), condition);
  }

  /** Rows of the table as the view would show them, whether it does or not. */
  SqlNode over(SqlNode tableRows) {
    return select(below == null ? tableRows : below.over(tableRows), null);
  }

  private SqlNode select(SqlNode from, @Nullable SqlNode where) {
    List<SqlNode> list = new ArrayList<>();
    columns.forEach((name, value) -> list.add(Returning.named(Nodes.copy(value), name)));
    for (Column column : table.schema().columns()) {
      String name = below == null ? column.name() : hidden(column);
      list.add(
          Returning.named(
              new SqlIdentifier(List.of(alias, name), SqlParserPos.ZERO), hidden(column)));
    }
    SqlNode named = SqlStdOperatorTable.AS.createCall(SqlParserPos.ZERO, from, identifier(alias));
    SqlSelect select = Returning.select(list, named);
    if (where != null) {
      select.setWhere(Nodes.copy(where));
    }
    return select;
  }

  /** Returns the hidden name of a column of the table in the view's rows. */
  static String hidden(Column column) {
    return HIDDEN + column.name();
  }

  /**
   * Returns the columns of the view with other expressions for the columns of the table. Those with
   * subqueries are left out: the scope of a subquery resolves its own names.
   */
  Map<String, SqlNode> values(Function<Column, SqlNode> ofTable) {
    Map<String, SqlNode> values = new LinkedHashMap<>();
    columns.forEach(
        (name, expression) -> {
          if (!ViewShapes.hasQuery(expression)) {
            values.put(name, value(name, ofTable));
          }
        });
    return values;
  }

  private SqlNode value(String column, Function<Column, SqlNode> ofTable) {
    return over(requireNonNull(columns.get(column), "no such column"), ofTable);
  }

  /**
   * Returns the conditions that rows written through the view have to satisfy, by the names of the
   * views that require them.
   */
  Map<String, SqlNode> checks(Function<Column, SqlNode> ofTable) {
    Map<String, SqlNode> checks = new LinkedHashMap<>();
    addChecks(checks, ofTable, false);
    return checks;
  }

  private void addChecks(
      Map<String, SqlNode> checks, Function<Column, SqlNode> ofTable, boolean isAsked) {
    CheckOption option = view.checkOption();
    if (condition != null && (isAsked || option != CheckOption.NONE)) {
      if (ViewShapes.hasQuery(condition)) {
        throw new ColonnadeException(
            ErrorCode.UNSUPPORTED,
            "WITH CHECK OPTION is not supported over a condition with a subquery: view \"%s\""
                .formatted(view.name()));
      }
      checks.put(view.name(), over(condition, ofTable));
    }
    if (below != null) {
      below.addChecks(checks, ofTable, isAsked || option == CheckOption.CASCADED);
    }
  }

  private SqlNode over(SqlNode expression, Function<Column, SqlNode> ofTable) {
    SqlNode replaced =
        Nodes.copy(expression)
            .accept(
                new SqlShuttle() {
                  @Override
                  public SqlNode visit(SqlIdentifier name) {
                    String shown = columnOf(name);
                    if (shown == null) {
                      return name;
                    }
                    return below == null
                        ? ofTable.apply(table.schema().column(shown))
                        : below.value(shown, ofTable);
                  }
                });
    return requireNonNull(replaced, "expression is gone");
  }

  private static SqlIdentifier identifier(String name) {
    return new SqlIdentifier(name, SqlParserPos.ZERO);
  }
}
