package dev.colonnade.sql.plan.source;

import dev.colonnade.sql.parse.ExtraOperators;
import dev.colonnade.sql.plan.tree.ExpressionNames;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.SqlBasicTypeNameSpec;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlRowTypeNameSpec;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.util.SqlShuttle;
import org.apache.calcite.util.Litmus;
import org.jspecify.annotations.Nullable;

/**
 * The functions in the list of one SELECT that give several rows. One alone is a table in FROM;
 * several are read at the places of the longest of their lists, so that they go on side by side,
 * and the same function twice is one.
 */
final class RowsInList extends SqlShuttle {
  private static final SqlParserPos ZERO = SqlParserPos.ZERO;

  /** Gives rows of an element and its place, which have names. */
  private static final String EXPAND = "_pg_expandarray";

  private static final List<String> FIELDS = List.of("x", "n");
  private static final SqlIdentifier PLACE =
      new SqlIdentifier(List.of("rows of the list", "place"), ZERO);

  private final List<SqlNode> functions = new ArrayList<>();
  private final List<SqlNode> items = new ArrayList<>();
  private final SqlNodeList list;

  RowsInList(SqlNodeList list) {
    this.list = list;
    for (SqlNode item : list) {
      collect(item);
    }
  }

  private void collect(SqlNode item) {
    item.accept(
        new SqlShuttle() {
          @Override
          public @Nullable SqlNode visit(SqlCall call) {
            if (call.isA(SqlKind.QUERY)) {
              return call;
            }
            if (TableFunctionCalls.isRowFunction(call)) {
              if (indexOf(call) < 0) {
                functions.add(call);
              }
              return call;
            }
            return super.visit(call);
          }
        });
  }

  private int indexOf(SqlNode function) {
    for (int i = 0; i < functions.size(); i++) {
      if (functions.get(i).equalsDeep(function, Litmus.IGNORE)) {
        return i;
      }
    }
    return -1;
  }

  private boolean isAlone() {
    return functions.size() == 1 && !isExpand(functions.getFirst());
  }

  private static boolean isExpand(SqlNode node) {
    return TableFunctionCalls.isRowFunction(node)
        && TableFunctionCalls.nameOf((SqlCall) node).equals(EXPAND);
  }

  /** Returns the source that replaces the functions in FROM; null if there are none. */
  @Nullable SqlNode source() {
    if (functions.isEmpty()) {
      return null;
    }
    for (SqlNode item : list) {
      items.add(replaced(item));
    }
    SqlNode rows =
        isAlone()
            ? TableFunctionCalls.unnested(functions.getFirst())
            : ExtraOperators.call(
                "places of lists",
                ZERO,
                functions.stream().map(TableFunctionCalls::unnested).toArray(SqlNode[]::new));
    return SqlStdOperatorTable.AS.createCall(
        ZERO,
        TableFunctionCalls.unnest(rows),
        TableFunctionCalls.identifier(PLACE.names.getFirst()),
        TableFunctionCalls.identifier(PLACE.names.getLast()));
  }

  /** The list with the rows of that source in the places of the functions. */
  SqlNodeList items() {
    return new SqlNodeList(items, list.getParserPosition());
  }

  private SqlNode replaced(SqlNode item) {
    SqlNode expression = item.getKind() == SqlKind.AS ? ((SqlCall) item).operand(0) : item;
    SqlNode changed = expression.accept(this);
    if (changed == null || changed.equals(expression)) {
      return item;
    }
    SqlNode name =
        item.getKind() == SqlKind.AS
            ? ((SqlCall) item).operand(1)
            : TableFunctionCalls.identifier(ExpressionNames.of(item));
    return SqlStdOperatorTable.AS.createCall(item.getParserPosition(), changed, name);
  }

  @Override
  public @Nullable SqlNode visit(SqlCall call) {
    if (call.isA(SqlKind.QUERY)) {
      return call;
    }
    if (call.getKind() == SqlKind.DOT && isExpand(call.operand(0))) {
      boolean isPlace = call.operand(1).toString().equalsIgnoreCase(FIELDS.getLast());
      return isPlace ? PLACE : element(call.operand(0));
    }
    if (isExpand(call)) {
      return SqlStdOperatorTable.CAST.createCall(
          ZERO, SqlStdOperatorTable.ROW.createCall(ZERO, element(call), PLACE), rowType());
    }
    if (TableFunctionCalls.isRowFunction(call)) {
      return isAlone() ? PLACE : element(call);
    }
    return super.visit(call);
  }

  private SqlNode element(SqlNode function) {
    return ExtraOperators.call(
        "list item", function.getParserPosition(), TableFunctionCalls.unnested(function), PLACE);
  }

  private static SqlDataTypeSpec rowType() {
    SqlDataTypeSpec integer =
        new SqlDataTypeSpec(new SqlBasicTypeNameSpec(SqlTypeName.INTEGER, ZERO), ZERO);
    List<SqlIdentifier> names = FIELDS.stream().map(TableFunctionCalls::identifier).toList();
    return new SqlDataTypeSpec(
        new SqlRowTypeNameSpec(ZERO, names, List.of(integer, integer)), ZERO);
  }
}
