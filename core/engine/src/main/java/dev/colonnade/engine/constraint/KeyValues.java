package dev.colonnade.engine.constraint;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.type.ColumnType;
import dev.colonnade.type.StoredForm;
import dev.colonnade.type.schema.Column;
import dev.colonnade.type.schema.TableSchema;
import dev.colonnade.type.value.ArrayValue;
import dev.colonnade.type.value.MultirangeValue;
import dev.colonnade.type.value.RangeValue;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Values of the columns of a key, none of them NULL, from one row, to be searched in other rows.
 */
record KeyValues(List<Object> values) {
  KeyValues {
    values = List.copyOf(values);
  }

  /** Returns the values of some columns of a row; null if one of them is NULL. */
  static @Nullable KeyValues of(
      TableSchema schema, List<Integer> columnIds, @Nullable Object[] row) {
    List<Object> values = new ArrayList<>();
    for (int id : columnIds) {
      Object value = row[schema.ordinal(id)];
      if (value == null) {
        return null;
      }
      values.add(StoredForm.normalized(schema.column(id).type(), value));
    }
    return new KeyValues(values);
  }

  /**
   * Returns the values converted to the types of other columns; null if a column cannot have one of
   * them.
   */
  @Nullable KeyValues as(TableSchema schema, List<Integer> columnIds) {
    List<Object> converted = new ArrayList<>();
    for (int i = 0; i < values.size(); i++) {
      Object value = converted(values.get(i), schema.column(columnIds.get(i)));
      if (value == null) {
        return null;
      }
      converted.add(value);
    }
    return new KeyValues(converted);
  }

  private static @Nullable Object converted(Object value, Column column) {
    ColumnType type = column.type();
    try {
      if (value instanceof Number number && !type.javaClass().isInstance(value)) {
        if (number instanceof Double || number instanceof Float || isFloating(type)) {
          return floating(type, number.doubleValue());
        }
        BigDecimal exact = new BigDecimal(number.toString());
        return switch (type) {
          case ColumnType.Plain.SMALLINT -> exact.shortValueExact();
          case ColumnType.Plain.INTEGER -> exact.intValueExact();
          case ColumnType.Plain.BIGINT -> exact.longValueExact();
          case ColumnType.Numeric numeric -> exactly(numeric, exact);
          default -> exact;
        };
      }
      return value instanceof BigDecimal exact
          ? exactly(type, exact)
          : StoredForm.normalized(type, value);
    } catch (ArithmeticException | ColonnadeException e) {
      return null; // beyond what the column holds
    }
  }

  private static boolean isFloating(ColumnType type) {
    return type == ColumnType.Plain.REAL || type == ColumnType.Plain.DOUBLE;
  }

  private static @Nullable Object floating(ColumnType type, double value) {
    if (type == ColumnType.Plain.DOUBLE) {
      return value;
    }
    float stored = (float) value;
    return type == ColumnType.Plain.REAL && Double.compare(stored, value) == 0 ? stored : null;
  }

  private static @Nullable Object exactly(ColumnType type, BigDecimal value) {
    BigDecimal stored = (BigDecimal) StoredForm.normalized(type, value);
    return stored.compareTo(value) == 0 ? stored : null;
  }

  /** Compares as SQL does: 1.0 and 1.00 are equal, and so are the zeros. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof KeyValues key && comparable(values).equals(comparable(key.values));
  }

  @Override
  public int hashCode() {
    return comparable(values).hashCode();
  }

  private static List<@Nullable Object> comparable(List<?> values) {
    return ArrayValue.map(values, KeyValues::comparable);
  }

  /** Returns an object that equals those of equal values. */
  private static @Nullable Object comparable(@Nullable Object value) {
    return switch (value) {
      case BigDecimal number -> number.stripTrailingZeros();
      case Double number -> number + 0.0;
      case Float number -> number + 0.0f;
      case byte[] bytes -> ByteBuffer.wrap(bytes);
      case List<?> list -> comparable(list);
      case RangeValue range -> range.map(bound -> requireNonNull(comparable(bound)));
      case MultirangeValue set -> set.map(bound -> requireNonNull(comparable(bound)));
      case null -> null;
      default -> value;
    };
  }

  /** Returns a key as error messages show it. */
  static String text(TableSchema schema, List<Integer> columnIds, KeyValues key) {
    return "(%s)=(%s)"
        .formatted(
            columnIds.stream()
                .map(id -> schema.column(id).name())
                .collect(Collectors.joining(", ")),
            key.values().stream().map(String::valueOf).collect(Collectors.joining(", ")));
  }
}
