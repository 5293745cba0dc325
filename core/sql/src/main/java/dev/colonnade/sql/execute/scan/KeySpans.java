package dev.colonnade.sql.execute.scan;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.key.Key;
import dev.colonnade.key.KeyLayout;
import dev.colonnade.key.KeySpan;
import dev.colonnade.key.KeyWriter;
import dev.colonnade.key.SortDirection;
import dev.colonnade.scan.filter.Comparison;
import dev.colonnade.scan.filter.Filter;
import dev.colonnade.type.ColumnType;
import dev.colonnade.type.EnumType;
import dev.colonnade.type.StoredForm;
import dev.colonnade.type.row.KeyCodec;
import dev.colonnade.type.row.KeyPart;
import dev.colonnade.type.row.RowFormat;
import dev.colonnade.type.schema.Column;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The keys that rows can have which meet some conditions: what is known of the first key columns.
 * Columns that have one value or one of some go in front; a column that lies between two values, or
 * begins with some text, ends it.
 */
public final class KeySpans {
  /** The most spans that lists of values make together. */
  private static final int SPANS_MAX = 10_000;

  private KeySpans() {}

  /** Spans in ascending order, apart from each other; all keys if nothing is known. */
  static List<KeySpan> of(RowFormat format, List<Filter> conditions) {
    KeyCodec codec = format.keyCodec();
    List<Column> columns = format.latest().keyColumns();
    List<List<@Nullable Object>> leading = new ArrayList<>();
    leading.add(List.of());
    for (int i = 0; i < columns.size(); i++) {
      Column column = columns.get(i);
      List<@Nullable Object> values = valuesOf(column, codec.parts().get(i), conditions);
      if (values == null || (long) values.size() * leading.size() > SPANS_MAX) {
        return spans(codec, i, leading, conditions, column);
      }
      leading = product(leading, values);
    }
    TreeMap<Key, KeySpan> spans = new TreeMap<>();
    for (List<@Nullable Object> values : leading) {
      KeySpan span = codec.span(values.toArray());
      spans.put(span.start(), span);
    }
    return List.copyOf(spans.values());
  }

  private static List<List<@Nullable Object>> product(
      List<List<@Nullable Object>> leading, List<@Nullable Object> values) {
    List<List<@Nullable Object>> product = new ArrayList<>(leading.size() * values.size());
    for (List<@Nullable Object> front : leading) {
      for (Object value : values) {
        List<@Nullable Object> longer = new ArrayList<>(front);
        longer.add(value);
        product.add(longer);
      }
    }
    return product;
  }

  /** Returns the possible values of a column; null if they are unknown. */
  private static @Nullable List<@Nullable Object> valuesOf(
      Column column, KeyPart part, List<Filter> conditions) {
    for (Filter condition : conditions) {
      if (condition instanceof Filter.Compare(int id, Comparison comparison, Object literal)
          && id == column.id()
          && comparison == Comparison.EQUAL) {
        Object value = keyValue(column.type(), literal);
        return value == null ? null : List.of(value);
      }
      if (condition instanceof Filter.IsNull(int id) && id == column.id() && part.nullable()) {
        return Arrays.asList((Object) null);
      }
    }
    return oneOf(column, conditions);
  }

  private static @Nullable List<@Nullable Object> oneOf(Column column, List<Filter> conditions) {
    for (Filter condition : conditions) {
      if (condition instanceof Filter.In(int id, List<@Nullable Object> literals)
          && id == column.id()) {
        List<@Nullable Object> values = new ArrayList<>(literals.size());
        for (Object literal : literals) {
          if (literal == null) {
            continue; // No key is equal to NULL.
          }
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

  private static List<KeySpan> spans(
      KeyCodec codec,
      int index,
      List<List<@Nullable Object>> leading,
      List<Filter> conditions,
      Column column) {
    TreeMap<Key, KeySpan> spans = new TreeMap<>();
    for (List<@Nullable Object> values : leading) {
      KeySpan span = codec.span(values.toArray());
      for (Filter condition : conditions) {
        span = span.intersect(within(codec, index, values, condition, column));
      }
      if (!span.isEmpty()) {
        spans.put(span.start(), span);
      }
    }
    return List.copyOf(spans.values());
  }

  /** The keys that one condition leaves behind some values. */
  private static KeySpan within(
      KeyCodec codec, int index, List<@Nullable Object> values, Filter condition, Column column) {
    KeyWriter writer = KeyWriter.forSearch();
    codec.encodeTo(writer, values.toArray());
    return switch (condition) {
      case Filter.Compare(int id, Comparison comparison, Object literal) when id == column.id() ->
          compared(codec, index, writer, comparison, keyValue(column.type(), literal));
      case Filter.Like(int id, String pattern, int escape)
          when id == column.id() && column.type().isText() ->
          prefixed(codec, index, writer, prefixOf(pattern, escape));
      default -> KeySpan.ALL;
    };
  }

  private static KeySpan compared(
      KeyCodec codec, int index, KeyWriter writer, Comparison comparison, @Nullable Object value) {
    if (value == null) {
      return KeySpan.ALL;
    }
    SortDirection direction = codec.parts().get(index).direction();
    boolean isAscending = direction == SortDirection.ASCENDING;
    codec.encodePart(writer, index, value);
    Key key = writer.toKey();
    return switch (comparison) {
      case LESS -> isAscending ? new KeySpan(Key.EMPTY, key) : KeySpan.from(key.prefixEnd());
      case LESS_OR_EQUAL ->
          isAscending ? new KeySpan(Key.EMPTY, key.prefixEnd()) : KeySpan.from(key);
      case GREATER -> isAscending ? KeySpan.from(key.prefixEnd()) : new KeySpan(Key.EMPTY, key);
      case GREATER_OR_EQUAL ->
          isAscending ? KeySpan.from(key) : new KeySpan(Key.EMPTY, key.prefixEnd());
      case EQUAL -> KeySpan.prefix(key);
      case NOT_EQUAL -> KeySpan.ALL;
    };
  }

  /** The text that a pattern begins with. */
  private static String prefixOf(String pattern, int escape) {
    for (int i = 0; i < pattern.length(); i++) {
      char c = pattern.charAt(i);
      if (c == '%' || c == '_' || c == '\\' || c == escape || Character.isSurrogate(c)) {
        return pattern.substring(0, i);
      }
    }
    return pattern;
  }

  private static KeySpan prefixed(KeyCodec codec, int index, KeyWriter writer, String prefix) {
    if (prefix.isEmpty()) {
      return KeySpan.ALL;
    }
    codec.encodePart(writer, index, prefix);
    writer.truncate(writer.length() - KeyLayout.END_BYTES);
    return KeySpan.prefix(writer.toKey());
  }

  /** The literal as a value of the column, or null if it is none. */
  public static @Nullable Object keyValue(ColumnType type, @Nullable Object literal) {
    if (literal == null) {
      return null;
    }
    try {
      return switch (type) {
        case ColumnType.Plain.SMALLINT -> exact(literal).shortValueExact();
        case ColumnType.Plain.INTEGER -> exact(literal).intValueExact();
        case ColumnType.Plain.BIGINT -> exact(literal).longValueExact();
        case ColumnType.Numeric numeric -> {
          BigDecimal stored = (BigDecimal) StoredForm.normalized(numeric, exact(literal));
          yield stored.compareTo(exact(literal)) == 0 ? stored : null;
        }
        case ColumnType.Char _ -> literal instanceof String text ? trimmed(type, text) : null;
        case ColumnType.Varchar _ -> {
          Object stored = literal instanceof String ? StoredForm.normalized(type, literal) : null;
          yield literal.equals(stored) ? stored : null;
        }
        case ColumnType.Plain.REAL -> {
          double number = floating(literal);
          yield Double.compare((float) number, number) == 0 ? (float) number : null;
        }
        case ColumnType.Plain.DOUBLE -> floating(literal);
        case ColumnType.Enumerated(EnumType labels) ->
            labels.labels().stream().anyMatch(label -> label.label().equals(literal))
                ? literal
                : null;
        default -> type.javaClass().isInstance(literal) ? literal : null;
      };
    } catch (ArithmeticException | ColonnadeException e) {
      return null;
    }
  }

  /** The blanks at the end of CHAR are no part of the value. */
  private static @Nullable Object trimmed(ColumnType type, String text) {
    String value = text.replaceAll(" +$", "");
    return value.equals(StoredForm.normalized(type, value)) ? value : null;
  }

  private static double floating(Object literal) {
    if (literal instanceof Double || literal instanceof Float) {
      return ((Number) literal).doubleValue();
    }
    throw new ArithmeticException("not a floating-point number: " + literal);
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
