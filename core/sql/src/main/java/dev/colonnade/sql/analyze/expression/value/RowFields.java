package dev.colonnade.sql.analyze.expression.value;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.relation.Table;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.analyze.bind.StatementAnalysis;
import dev.colonnade.sql.analyze.bind.TypedExpression;
import dev.colonnade.sql.analyze.bind.TypedExpression.RowField;
import dev.colonnade.sql.analyze.type.CatalogTypes;
import dev.colonnade.sql.analyze.type.ColumnTypes;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.registry.type.Type;
import dev.colonnade.sql.registry.type.TypeOids;
import dev.colonnade.sql.registry.type.Types;
import dev.colonnade.type.CompositeType;
import dev.colonnade.type.schema.Column;
import java.util.ArrayList;
import java.util.List;

/** Fields of row values. */
public final class RowFields {
  /** Maximum number of fields of a row that is written in a query. */
  private static final int COUNT_MAX = 1664;

  private final ExpressionState state;

  RowFields(ExpressionState state) {
    this.state = requireNonNull(state, "state is null");
  }

  /** Throws TOO_MANY_COLUMNS if a row is written with more fields than {@link #COUNT_MAX}. */
  public static void requireCount(int count, int position) {
    if (count > COUNT_MAX) {
      throw Positions.error(
          ErrorCode.TOO_MANY_COLUMNS,
          "ROW expressions can have at most %d entries".formatted(COUNT_MAX),
          position);
    }
  }

  /** Returns whether values of a type are rows. */
  public static boolean isRow(Type type) {
    Type base = Types.baseOf(type);
    return base.isComposite() || base.oid() == TypeOids.RECORD;
  }

  /** Returns the names and types of the fields of a row; empty if they are not known. */
  public List<RowField> fields(TypedExpression row) {
    return row.fields().isEmpty() ? fields(row.type().type()) : row.fields();
  }

  /** Returns the names and types of the fields of a row type; empty if they are not known. */
  public List<RowField> fields(Type type) {
    return fields(type, state.statement());
  }

  /** Variant of {@link #fields(Type)} without a state of expressions. */
  public static List<RowField> fields(Type type, StatementAnalysis statement) {
    Table table = CatalogTypes.tableOf(statement.names(), Types.baseOf(type));
    List<RowField> found = new ArrayList<>();
    CompositeType row = CatalogTypes.compositeOf(statement.names(), Types.baseOf(type));
    if (row != null) {
      for (CompositeType.Attribute attribute : row.attributes()) {
        found.add(
            new RowField(
                attribute.name(),
                ColumnTypes.of(attribute.type(), attribute.domain(), statement.registry())));
      }
    }
    if (table != null) {
      for (Column column : table.schema().columns()) {
        if (!column.isHidden()) {
          found.add(new RowField(column.name(), ColumnTypes.of(column, statement.registry())));
        }
      }
    }
    return found;
  }

  /** Returns the values of the fields of a row. */
  public List<TypedExpression> of(TypedExpression row) {
    List<RowField> fields = fields(row);
    List<TypedExpression> values = new ArrayList<>();
    for (int i = 0; i < fields.size(); i++) {
      values.add(field(row, i, fields.get(i)));
    }
    return values;
  }

  /** Returns the value of a field, by its position from 0. */
  public TypedExpression field(TypedExpression row, int index, RowField field) {
    Expression value =
        state
            .builder()
            .field(
                row.expression(), index, ExpressionState.kindOf(field.type().type()), field.name());
    return new TypedExpression(value, field.type(), field.fields(), row.position());
  }
}
