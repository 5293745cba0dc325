package dev.colonnade.sql.expression.comparison;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.expression.Evaluation;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.function.value.ValueConverter;
import dev.colonnade.sql.type.Bytes;
import dev.colonnade.sql.type.SqlType;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.type.TypeMapping;
import dev.colonnade.sql.vector.ObjectVector;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import dev.colonnade.type.ColumnType;
import dev.colonnade.type.PackedKind;
import dev.colonnade.type.order.SortKeys;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Sort key of a value, by which an index is searched.
 *
 * @param stored type of the column that has the sort keys
 * @param value of the same type, or an integer for NUMERIC
 */
public record SortKeyExpression(ColumnType.Packed stored, Expression value) implements Expression {
  public SortKeyExpression {
    requireNonNull(value, "value is null");
    if (!accepts(stored, value.type())) {
      throw new IllegalArgumentException("stored=%s value=%s".formatted(stored, value.type()));
    }
  }

  /** Returns whether values of a type are compared by the sort keys of a stored type. */
  public static boolean accepts(ColumnType.Packed stored, VectorType type) {
    return type.kind() == TypeMapping.sqlType(stored).kind()
        || (stored.kind() == PackedKind.NUMERIC && type.kind().isInteger());
  }

  @Override
  public VectorType type() {
    return VectorType.of(TypeKind.BYTEA);
  }

  @Override
  public Vector evaluate(VectorBatch batch, Evaluation evaluation) {
    Vector from = value.evaluate(batch, evaluation);
    SqlType type = TypeMapping.sqlType(stored);
    int count = batch.rowCount();
    @Nullable Object[] keys = new @Nullable Object[count];
    for (int row = 0; row < count; row++) {
      Object held = from.held(row, value.type());
      keys[row] = held == null ? null : keyOf(type, held);
    }
    return ObjectVector.of(keys, count);
  }

  private Bytes keyOf(SqlType type, Object held) {
    Object plain =
        held instanceof Number number && stored.kind() == PackedKind.NUMERIC
            ? decimal(number)
            : requireNonNull(ValueConverter.toJava(type, held), "value became NULL");
    return Bytes.of(SortKeys.encodeForSearch(stored, plain));
  }

  private static BigDecimal decimal(Number number) {
    return number instanceof BigDecimal decimal ? decimal : BigDecimal.valueOf(number.longValue());
  }

  @Override
  public boolean isSafe() {
    return value.isSafe();
  }

  @Override
  public boolean isQuick() {
    return value.isQuick();
  }

  @Override
  public List<Expression> operands() {
    return List.of(value);
  }

  @Override
  public Expression withOperands(List<Expression> others) {
    return new SortKeyExpression(stored, others.getFirst());
  }

  @Override
  public String sql(List<String> columns) {
    return value.sql(columns);
  }
}
