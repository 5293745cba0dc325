package dev.colonnade.scan;

import dev.colonnade.scan.filter.Comparison;
import dev.colonnade.scan.filter.Filter;
import dev.colonnade.type.ColumnType;
import dev.colonnade.type.ColumnType.Char;
import dev.colonnade.type.ColumnType.Enumerated;
import dev.colonnade.type.schema.Column;
import dev.colonnade.type.schema.TableSchema;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Reference implementation of filters: interprets the tree on Java values, with null for unknown.
 */
final class ReferenceFilter {
  private final TableSchema schema;

  ReferenceFilter(TableSchema schema) {
    this.schema = schema;
  }

  boolean keeps(Filter filter, Map<Integer, @Nullable Object> row) {
    return Boolean.TRUE.equals(evaluate(filter, row));
  }

  private @Nullable Boolean evaluate(Filter filter, Map<Integer, @Nullable Object> row) {
    return switch (filter) {
      case Filter.True _ -> true;
      case Filter.Not(Filter operand) -> not(evaluate(operand, row));
      case Filter.And(List<Filter> operands) -> all(operands, row, false);
      case Filter.Or(List<Filter> operands) -> all(operands, row, true);
      case Filter.IsNull(int columnId) -> row.get(columnId) == null;
      case Filter.Compare(int columnId, Comparison comparison, Object literal) ->
          compare(columnId, row.get(columnId), comparison, literal);
      case Filter.Between(int columnId, Object low, Object high) ->
          and(
              compare(columnId, row.get(columnId), Comparison.GREATER_OR_EQUAL, low),
              compare(columnId, row.get(columnId), Comparison.LESS_OR_EQUAL, high));
      case Filter.In in -> in(in, row.get(in.columnId()));
      case Filter.Like like -> like(like, row.get(like.columnId()));
    };
  }

  private static @Nullable Boolean not(@Nullable Boolean value) {
    return value == null ? null : !value;
  }

  private static @Nullable Boolean and(@Nullable Boolean left, @Nullable Boolean right) {
    if (Boolean.FALSE.equals(left) || Boolean.FALSE.equals(right)) {
      return false;
    }
    return (left == null || right == null) ? null : true;
  }

  /**
   * Returns AND of the operands, or OR, which is decided by {@code true} instead of {@code false}.
   */
  private @Nullable Boolean all(
      List<Filter> operands, Map<Integer, @Nullable Object> row, boolean decides) {
    @Nullable Boolean result = !decides;
    for (Filter operand : operands) {
      Boolean value = evaluate(operand, row);
      if (value != null && value == decides) {
        return decides;
      }
      result = value == null ? null : result;
    }
    return result;
  }

  private @Nullable Boolean in(Filter.In in, @Nullable Object value) {
    boolean unknown = false;
    for (Object literal : in.literals()) {
      Boolean equal = compare(in.columnId(), value, Comparison.EQUAL, literal);
      if (Boolean.TRUE.equals(equal)) {
        return true;
      }
      unknown |= equal == null;
    }
    return unknown ? null : false;
  }

  private @Nullable Boolean compare(
      int columnId, @Nullable Object value, Comparison comparison, @Nullable Object literal) {
    if (value == null || literal == null) {
      return null;
    }
    Column column = schema.column(columnId);
    int order = order(column.type(), value, literal);
    return switch (comparison) {
      case EQUAL -> order == 0;
      case NOT_EQUAL -> order != 0;
      case LESS -> order < 0;
      case LESS_OR_EQUAL -> order <= 0;
      case GREATER -> order > 0;
      case GREATER_OR_EQUAL -> order >= 0;
    };
  }

  @SuppressWarnings("unchecked")
  private static int order(ColumnType type, Object value, Object literal) {
    return switch (value) {
      case Short _, Integer _, Long _, BigDecimal _ -> decimal(value).compareTo(decimal(literal));
      case Float number -> Double.compare(number + 0.0, ((Number) literal).doubleValue() + 0.0);
      case Double number -> Double.compare(number + 0.0, ((Number) literal).doubleValue() + 0.0);
      case String text when type instanceof Enumerated(var labels) ->
          Integer.compare(labels.rankOf(text), labels.rankOf((String) literal));
      case String text -> Arrays.compareUnsigned(utf8(text), utf8(trimmed(type, literal)));
      case byte[] bytes -> Arrays.compareUnsigned(bytes, (byte[]) literal);
      case UUID uuid -> orderOf(uuid, (UUID) literal);
      default -> ((Comparable<Object>) value).compareTo(literal);
    };
  }

  private static BigDecimal decimal(Object number) {
    return number instanceof BigDecimal decimal ? decimal : new BigDecimal(number.toString());
  }

  private static String trimmed(ColumnType type, Object literal) {
    String text = (String) literal;
    while (type instanceof Char && text.endsWith(" ")) {
      text = text.substring(0, text.length() - 1);
    }
    return text;
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static int orderOf(UUID left, UUID right) {
    int high = Long.compareUnsigned(left.getMostSignificantBits(), right.getMostSignificantBits());
    return high != 0
        ? high
        : Long.compareUnsigned(left.getLeastSignificantBits(), right.getLeastSignificantBits());
  }

  private static @Nullable Boolean like(Filter.Like like, @Nullable Object value) {
    return value == null
        ? null
        : matches(
            like.pattern().codePoints().toArray(),
            0,
            ((String) value).codePoints().toArray(),
            0,
            like.escape());
  }

  private static boolean matches(int[] pattern, int p, int[] text, int t, int escape) {
    if (p == pattern.length) {
      return t == text.length;
    }
    if (pattern[p] == escape) {
      return t < text.length
          && text[t] == pattern[p + 1]
          && matches(pattern, p + 2, text, t + 1, escape);
    }
    if (pattern[p] == '%') {
      return matches(pattern, p + 1, text, t, escape)
          || (t < text.length && matches(pattern, p, text, t + 1, escape));
    }
    return t < text.length
        && (pattern[p] == '_' || pattern[p] == text[t])
        && matches(pattern, p + 1, text, t + 1, escape);
  }
}
