package dev.colonnade.sql.run;

import dev.colonnade.catalog.Table;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.scan.filter.Comparison;
import dev.colonnade.scan.filter.Filter;
import dev.colonnade.type.Column;
import dev.colonnade.type.ColumnType;
import dev.colonnade.type.row.KeyCodec;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The keys that rows can have which meet some conditions: what is known of the first key columns.
 */
final class KeySpans {
  private KeySpans() {}

  /** Spans in ascending order, apart from each other; the whole table if nothing is known. */
  static List<KeySpan> of(Table table, List<Filter> conditions) {
    List<Object> leading = new ArrayList<>();
    KeyCodec codec = table.format().keyCodec();
    for (Column column : table.schema().keyColumns()) {
      Object value = equalTo(column, conditions);
      if (value == null) {
        List<Object> several = oneOf(column, conditions);
        return several == null ? List.of(spanOf(codec, leading)) : spans(codec, leading, several);
      }
      leading.add(value);
    }
    return List.of(spanOf(codec, leading));
  }

  private static KeySpan spanOf(KeyCodec codec, List<Object> leading) {
    return codec.span(leading.toArray());
  }

  private static List<KeySpan> spans(KeyCodec codec, List<Object> leading, List<Object> last) {
    TreeMap<Key, KeySpan> spans = new TreeMap<>();
    for (Object value : last) {
      List<Object> values = new ArrayList<>(leading);
      values.add(value);
      KeySpan span = spanOf(codec, values);
      spans.put(span.start(), span);
    }
    return List.copyOf(spans.values());
  }

  private static @Nullable Object equalTo(Column column, List<Filter> conditions) {
    for (Filter condition : conditions) {
      if (condition instanceof Filter.Compare(int id, Comparison comparison, Object literal)
          && id == column.id()
          && comparison == Comparison.EQUAL) {
        return keyValue(column.type(), literal);
      }
    }
    return null;
  }

  private static @Nullable List<Object> oneOf(Column column, List<Filter> conditions) {
    for (Filter condition : conditions) {
      if (condition instanceof Filter.In(int id, List<@Nullable Object> literals)
          && id == column.id()) {
        List<Object> values = new ArrayList<>(literals.size());
        for (Object literal : literals) {
          Object value = keyValue(column.type(), literal);
          if (value == null) {
            return null;
          }
          values.add(value);
        }
        return values;
      }
    }
    return null;
  }

  /** The literal as a value of the column, or null if it is none. */
  private static @Nullable Object keyValue(ColumnType type, @Nullable Object literal) {
    if (literal == null || type instanceof ColumnType.Char) {
      return null;
    }
    try {
      return switch (type) {
        case ColumnType.Plain.SMALLINT -> exact(literal).shortValueExact();
        case ColumnType.Plain.INTEGER -> exact(literal).intValueExact();
        case ColumnType.Plain.BIGINT -> exact(literal).longValueExact();
        case ColumnType.Numeric numeric ->
            dev.colonnade.type.StoredForm.normalized(numeric, exact(literal));
        case ColumnType.Varchar _ ->
            literal instanceof String text
                ? dev.colonnade.type.StoredForm.normalized(type, text)
                : null;
        case ColumnType.Plain.REAL, ColumnType.Plain.DOUBLE -> null;
        case ColumnType.Enumerated _ -> null;
        default -> type.javaClass().isInstance(literal) ? literal : null;
      };
    } catch (ArithmeticException | ColonnadeException e) {
      return null;
    }
  }

  private static BigDecimal exact(Object literal) {
    return switch (literal) {
      case Short number -> BigDecimal.valueOf(number);
      case Integer number -> BigDecimal.valueOf(number);
      case Long number -> BigDecimal.valueOf(number);
      case BigDecimal number -> number;
      default -> throw new ArithmeticException("not an exact number: " + literal);
    };
  }
}
