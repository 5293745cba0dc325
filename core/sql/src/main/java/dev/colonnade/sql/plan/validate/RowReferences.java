package dev.colonnade.sql.plan.validate;

import dev.colonnade.sql.function.aggregate.AggregateOperators;
import dev.colonnade.sql.function.aggregate.AggregateRegistry;
import dev.colonnade.sql.function.aggregate.PostgresAggregate;
import dev.colonnade.sql.parse.ExtraOperators;
import dev.colonnade.sql.parse.Nodes;
import dev.colonnade.sql.plan.tree.ExpressionNames;
import dev.colonnade.sql.plan.tree.ResultNames;
import dev.colonnade.sql.plan.type.CalciteTypes;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.type.schema.Column;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.runtime.CalciteContextException;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlRowTypeNameSpec;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.fun.SqlCase;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.apache.calcite.sql.util.SqlShuttle;
import org.apache.calcite.sql.validate.SqlValidatorScope;
import org.jspecify.annotations.Nullable;

/**
 * Whole rows in the list of a SELECT: the name of a table that is no column, and rows that are
 * written out. Where a function makes JSON of a row it is an object, elsewhere the text that
 * PostgreSQL shows for it.
 */
final class RowReferences extends SqlShuttle {
  private final PostgresValidator validator;
  private final SqlValidatorScope scope;

  private RowReferences(PostgresValidator validator, SqlValidatorScope scope) {
    this.validator = validator;
    this.scope = scope;
  }

  /** The items of a list with calls of functions in the places of rows. */
  static SqlNodeList replaced(
      SqlNodeList items, PostgresValidator validator, SqlValidatorScope scope) {
    RowReferences rows = new RowReferences(validator, scope);
    List<SqlNode> replaced = new ArrayList<>();
    boolean isChanged = false;
    for (SqlNode item : Nodes.of(items)) {
      SqlNode changed = rows.item(item);
      isChanged |= !changed.equals(item);
      replaced.add(changed);
    }
    return isChanged ? new SqlNodeList(replaced, items.getParserPosition()) : items;
  }

  /** Returns whether the list of a SELECT names, alone, an alias of its FROM. */
  static boolean mayBeIn(SqlSelect select) {
    Set<String> names = new HashSet<>();
    collectNames(select.getFrom(), names);
    boolean[] isFound = new boolean[1];
    select
        .getSelectList()
        .accept(
            new SqlBasicVisitor<@Nullable Void>() {
              @Override
              public @Nullable Void visit(SqlIdentifier name) {
                isFound[0] |= name.isSimple() && names.contains(name.getSimple());
                return null;
              }
            });
    return isFound[0];
  }

  private static void collectNames(@Nullable SqlNode from, Set<String> names) {
    switch (from) {
      case SqlIdentifier table -> names.add(table.names.getLast());
      case SqlJoin join -> {
        collectNames(join.getLeft(), names);
        collectNames(join.getRight(), names);
      }
      case SqlCall call when call.getKind() == SqlKind.AS -> names.add(call.operand(1).toString());
      case null, default -> {}
    }
  }

  private SqlNode item(SqlNode item) {
    boolean isNamed = item.getKind() == SqlKind.AS;
    SqlNode expression = isNamed ? ((SqlCall) item).operand(0) : item;
    SqlNode changed =
        expression.getKind() == SqlKind.ROW
            ? text(fieldsOf((SqlCall) expression), false, expression.getParserPosition())
            : expression.accept(this);
    if (changed == null || changed.equals(expression)) {
      return item;
    }
    SqlNode name =
        isNamed
            ? ((SqlCall) item).operand(1)
            : new SqlIdentifier(ExpressionNames.of(expression), SqlParserPos.ZERO);
    return SqlStdOperatorTable.AS.createCall(item.getParserPosition(), changed, name);
  }

  /** A field of a row: what it is called, its value and its type. */
  private record Field(String name, SqlNode value, TypeKind kind) {}

  /** A row. */
  private record Row(List<Field> fields, boolean isMissable) {}

  @Override
  public @Nullable SqlNode visit(SqlIdentifier name) {
    Row row = rowOf(name);
    return row == null ? name : text(row.fields(), row.isMissable(), name.getParserPosition());
  }

  @Override
  public @Nullable SqlNode visit(SqlCall call) {
    if (call.isA(SqlKind.QUERY)) {
      return call;
    }
    if (call.getKind() == SqlKind.DOT
        && call.operand(0) instanceof SqlIdentifier table
        && call.operand(1) instanceof SqlIdentifier column
        && rowOf(table) != null) {
      return new SqlIdentifier(
          List.of(table.getSimple(), column.getSimple()), call.getParserPosition());
    }
    if (call.getKind() == SqlKind.CAST
        && call.<SqlNode>operand(0).getKind() == SqlKind.ROW
        && call.operand(1) instanceof SqlDataTypeSpec type
        && !(type.getTypeNameSpec() instanceof SqlRowTypeNameSpec)) {
      SqlNode row = text(fieldsOf(call.operand(0)), false, call.getParserPosition());
      return call.getOperator().createCall(call.getParserPosition(), row, type);
    }
    if (takesJson(call)) {
      return withObjects(call);
    }
    SqlNode visited = super.visit(call);
    return isListOfRows(call) && visited instanceof SqlCall changed && !changed.equals(call)
        ? listOfRows(changed)
        : visited;
  }

  private boolean isListOfRows(SqlCall call) {
    return call.getOperator() instanceof PostgresAggregate
        && call.getOperator().getName().equals("json_agg")
        && call.<SqlNode>operand(0) instanceof SqlCall json
        && takesJson(json)
        && ((json.operand(0) instanceof SqlIdentifier name && rowOf(name) != null)
            || json.<SqlNode>operand(0).getKind() == SqlKind.ROW);
  }

  /** {@code json_agg} puts rows on lines of their own. */
  private static SqlNode listOfRows(SqlCall call) {
    PostgresAggregate ofRows = AggregateOperators.find(AggregateRegistry.JSON_ROWS);
    return ofRows == null
        ? call
        : ofRows.createCall(call.getParserPosition(), call.getOperandList());
  }

  private static boolean takesJson(SqlCall call) {
    if (!(call.getOperator() instanceof SqlFunction)) {
      return false;
    }
    return switch (call.getOperator().getName().toLowerCase(Locale.ROOT)) {
      case "to_json", "to_jsonb", "row_to_json" -> true;
      case "json_build_object", "jsonb_build_object" -> true;
      case "json_build_array", "jsonb_build_array" -> true;
      default -> false;
    };
  }

  private SqlNode withObjects(SqlCall call) {
    List<SqlNode> arguments = new ArrayList<>();
    boolean isChanged = false;
    for (SqlNode argument : call.getOperandList()) {
      SqlNode changed = argument;
      SqlParserPos pos = argument.getParserPosition();
      Row row = argument instanceof SqlIdentifier name ? rowOf(name) : null;
      if (row != null) {
        changed = object(row.fields(), row.isMissable(), pos);
      } else if (argument.getKind() == SqlKind.ROW) {
        changed = object(fieldsOf((SqlCall) argument), false, pos);
      } else {
        SqlNode visited = argument.accept(this);
        changed = visited == null ? argument : visited;
      }
      isChanged |= !changed.equals(argument);
      arguments.add(changed);
    }
    return isChanged ? call.getOperator().createCall(call.getParserPosition(), arguments) : call;
  }

  /** The row that a name stands for; null if it stands for something else. */
  private @Nullable Row rowOf(SqlIdentifier name) {
    if (!name.isSimple()) {
      return null;
    }
    SqlValidatorScope.ResolvedImpl found = new SqlValidatorScope.ResolvedImpl();
    scope.resolve(
        List.of(name.getSimple()), validator.getCatalogReader().nameMatcher(), false, found);
    if (found.count() != 1 || isColumn(name)) {
      return null;
    }
    validator.standsForAll(name.getParserPosition());
    RelDataType type = found.only().rowType();
    List<Field> fields = new ArrayList<>();
    for (RelDataTypeField field : type.getFieldList()) {
      boolean isHidden =
          field.getName().equals(Column.HIDDEN_KEY)
              || field.getName().equals(ExtraOperators.NOTHING);
      if (!isHidden) {
        SqlNode value =
            new SqlIdentifier(List.of(name.getSimple(), field.getName()), name.getParserPosition());
        fields.add(
            new Field(
                ResultNames.shown(field.getName()), value, CalciteTypes.kindOf(field.getType())));
      }
    }
    return new Row(fields, type.isNullable());
  }

  /** Returns whether a name means a column, which precedes a table of the same name. */
  private boolean isColumn(SqlIdentifier name) {
    try {
      scope.fullyQualify(name);
      return true;
    } catch (CalciteContextException e) {
      return false;
    }
  }

  private List<Field> fieldsOf(SqlCall row) {
    List<Field> fields = new ArrayList<>();
    for (SqlNode value : row.getOperandList()) {
      TypeKind kind =
          FunctionCalls.isUntyped(value)
              ? TypeKind.TEXT
              : CalciteTypes.kindOf(validator.deriveType(scope, Nodes.copy(value)));
      fields.add(new Field("f" + (fields.size() + 1), value, kind));
    }
    return fields;
  }

  private static SqlNode object(List<Field> fields, boolean isMissable, SqlParserPos pos) {
    List<SqlNode> arguments = new ArrayList<>();
    for (Field field : fields) {
      arguments.add(SqlLiteral.createCharString(field.name(), pos));
      arguments.add(field.value());
    }
    SqlNode call = ExtraOperators.call("object of row", pos, arguments.toArray(new SqlNode[0]));
    return isMissable ? unlessMissing(fields, call, pos) : call;
  }

  private static SqlNode text(List<Field> fields, boolean isMissable, SqlParserPos pos) {
    List<SqlNode> arguments = new ArrayList<>();
    for (Field field : fields) {
      arguments.add(
          field.kind() == TypeKind.BOOLEAN
              ? ExtraOperators.call("letter of truth", pos, field.value())
              : field.value());
    }
    SqlNode call = ExtraOperators.call("text of row", pos, arguments.toArray(new SqlNode[0]));
    return isMissable ? unlessMissing(fields, call, pos) : call;
  }

  /** NULL for the row of an outer join that has no partner, which is NULL in all its columns. */
  private static SqlNode unlessMissing(List<Field> fields, SqlNode row, SqlParserPos pos) {
    SqlNode present = SqlLiteral.createBoolean(false, pos);
    for (Field field : fields) {
      present =
          SqlStdOperatorTable.OR.createCall(
              pos,
              present,
              SqlStdOperatorTable.IS_NOT_NULL.createCall(pos, Nodes.copy(field.value())));
    }
    return new SqlCase(
        pos, null, SqlNodeList.of(present), SqlNodeList.of(row), SqlLiteral.createNull(pos));
  }
}
