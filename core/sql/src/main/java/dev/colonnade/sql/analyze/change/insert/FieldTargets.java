package dev.colonnade.sql.analyze.change.insert;

import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.analyze.bind.ClauseKind;
import dev.colonnade.sql.analyze.bind.TypedExpression;
import dev.colonnade.sql.analyze.bind.TypedExpression.RowField;
import dev.colonnade.sql.analyze.change.relation.ChangedRelation;
import dev.colonnade.sql.analyze.change.row.ChangeErrors;
import dev.colonnade.sql.analyze.change.row.ChangeScope;
import dev.colonnade.sql.analyze.change.value.FieldAssignment;
import dev.colonnade.sql.analyze.type.ColumnTypes;
import dev.colonnade.sql.expression.Literal;
import dev.colonnade.sql.syntax.query.Call;
import dev.colonnade.sql.syntax.query.Change.Accessor;
import dev.colonnade.sql.syntax.query.Change.TargetColumn;
import dev.colonnade.sql.syntax.query.Constant;
import dev.colonnade.sql.syntax.query.Expression;
import dev.colonnade.type.schema.Column;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Columns and rows of VALUES where the list of an INSERT names fields: a row in the place of the
 * fields of one column.
 */
record FieldTargets(List<TargetColumn> columns, List<List<Expression>> rows) {
  FieldTargets {
    columns = List.copyOf(columns);
    rows = List.copyOf(rows);
  }

  /** Fields of a column: their positions in the list by their positions in the row. */
  private record Fields(TargetColumn column, int width, Map<Integer, Integer> positions) {}

  /** Returns columns without fields; the same ones if no field is named. */
  static FieldTargets of(
      List<TargetColumn> listed,
      List<List<Expression>> rows,
      ChangedRelation target,
      ChangeScope scope) {
    boolean isWhole = rows.stream().allMatch(row -> row.size() == listed.size());
    if (listed.stream().noneMatch(FieldAssignment::isField) || rows.isEmpty() || !isWhole) {
      return new FieldTargets(listed, rows);
    }
    Map<String, Fields> byColumn = new LinkedHashMap<>();
    List<TargetColumn> columns = new ArrayList<>();
    for (int i = 0; i < listed.size(); i++) {
      TargetColumn column = listed.get(i);
      if (FieldAssignment.isField(column)) {
        if (!byColumn.containsKey(column.name())) {
          columns.add(new TargetColumn(column.name(), List.of(), column.position()));
        }
        add(byColumn, column, i, target, scope);
      } else {
        columns.add(column);
      }
    }
    List<List<Expression>> changed = new ArrayList<>();
    for (List<Expression> row : rows) {
      changed.add(row(row, listed, byColumn));
    }
    return new FieldTargets(columns, changed);
  }

  private static void add(
      Map<String, Fields> byColumn,
      TargetColumn name,
      int position,
      ChangedRelation target,
      ChangeScope scope) {
    Column column = target.column(name.name(), name.position());
    TypedExpression row =
        TypedExpression.of(
            new Literal(ColumnTypes.vector(column), null),
            ColumnTypes.of(column, scope.statement().registry()),
            TypedExpression.NO_POSITION);
    List<RowField> fields = scope.expressions(ClauseKind.INSERT_VALUE).fields(row);
    if (name.accessors().size() != 1
        || fields.isEmpty()
        || !(name.accessors().getFirst() instanceof Accessor.FieldAccess(String field, int at))) {
      throw ChangeErrors.unsupported(
          name.position(),
          "assignment to an element or a nested field of a column is not supported");
    }
    int index = fields.stream().map(RowField::name).toList().indexOf(field);
    if (index < 0) {
      throw ChangeErrors.at(
          at,
          ErrorCode.UNKNOWN_COLUMN,
          "cannot assign to field \"%s\" of column \"%s\" because there is no such column in data type %s"
              .formatted(field, name.name(), row.type().type()));
    }
    Fields known =
        byColumn.computeIfAbsent(
            name.name(), _ -> new Fields(name, fields.size(), new LinkedHashMap<>()));
    if (known.positions.put(index, position) != null) {
      throw ChangeErrors.at(
          name.position(),
          ErrorCode.SYNTAX_ERROR,
          "multiple assignments to same column \"%s\"".formatted(name.name()));
    }
  }

  private static List<Expression> row(
      List<Expression> values, List<TargetColumn> listed, Map<String, Fields> byColumn) {
    List<Expression> row = new ArrayList<>();
    for (int i = 0; i < values.size(); i++) {
      Fields fields =
          FieldAssignment.isField(listed.get(i)) ? byColumn.get(listed.get(i).name()) : null;
      if (fields == null) {
        row.add(values.get(i));
      } else if (fields.column.equals(listed.get(i))) {
        List<Expression> all = new ArrayList<>();
        for (int field = 0; field < fields.width; field++) {
          Integer position = fields.positions.get(field);
          all.add(
              position == null
                  ? new Constant.NullConstant(fields.column.position())
                  : values.get(position));
        }
        row.add(new Call.Row(all, true, fields.column.position()));
      }
    }
    return row;
  }
}
