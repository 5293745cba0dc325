package dev.colonnade.sql.system;

import dev.colonnade.sql.function.array.ZeroBasedArray;
import dev.colonnade.sql.type.TypeKind;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Builder of the rows of one system table. A column that a row does not set is NULL; in a NOT NULL
 * column it is zero, false, the empty text or the empty array.
 */
public final class SystemRows {
  private final SystemTable table;
  private final @Nullable SystemKey key;
  private final TypeKind[] kinds;

  /** Position in a row for each column of the table; negative for columns that are not read. */
  private final int[] positions;

  private final @Nullable Object[] blank;
  private final List<@Nullable Object[]> rows = new ArrayList<>();
  private @Nullable Object[] current;

  /**
   * Creates a builder without rows.
   *
   * @param ordinals of the columns of the rows
   * @param key of the rows that are needed; null if all are
   */
  public SystemRows(SystemTable table, List<Integer> ordinals, @Nullable SystemKey key) {
    this.table = table;
    this.key = key;
    this.kinds = new TypeKind[table.columns().size()];
    List<Object> systemValues = table.systemColumnValues();
    this.positions = new int[kinds.length + systemValues.size()];
    Arrays.fill(positions, -1);
    this.blank = new @Nullable Object[ordinals.size()];
    for (int i = 0; i < blank.length; i++) {
      int ordinal = ordinals.get(i);
      positions[ordinal] = i;
      if (ordinal >= kinds.length) {
        blank[i] = systemValues.get(ordinal - kinds.length);
      } else {
        SystemColumn column = table.columns().get(ordinal);
        kinds[ordinal] = column.elementKind();
        blank[i] = column.required() ? defaultValue(column, kinds[ordinal]) : null;
      }
    }
    this.current = blank.clone();
  }

  /** Creates a builder without rows for all columns and all rows. */
  public static SystemRows of(SystemTable table) {
    int count = table.columns().size() + table.systemColumns().size();
    return new SystemRows(table, IntStream.range(0, count).boxed().toList(), null);
  }

  private static @Nullable Object defaultValue(SystemColumn column, TypeKind kind) {
    if (column.isArray()) {
      return List.of();
    }
    return kind.internalClass() == Boolean.class
        ? false
        : kind.internalClass() == String.class ? "" : number(kind, 0);
  }

  /** Returns the OID that a column has in all rows that are needed; null if all OIDs are. */
  public @Nullable Long neededOid(String column) {
    return key != null && key.column().equals(column) && key.value() instanceof Long oid
        ? oid
        : null;
  }

  /** Returns the text that a column has in all rows that are needed; null if all texts are. */
  public @Nullable String neededText(String column) {
    return key != null && key.column().equals(column) && key.value() instanceof String text
        ? text
        : null;
  }

  /** Begins a new row. */
  public SystemRows row() {
    current = blank.clone();
    rows.add(current);
    return this;
  }

  /**
   * Sets a column of the current row if it is read. Numbers are converted to the column's type,
   * lists to arrays.
   */
  public SystemRows set(String column, @Nullable Object value) {
    int ordinal = table.ordinal(column);
    if (positions[ordinal] >= 0) {
      set(ordinal, value);
    }
    return this;
  }

  /** Sets a column of the current row to a value that is computed only if the column is read. */
  public SystemRows compute(String column, Supplier<? extends @Nullable Object> value) {
    int ordinal = table.ordinal(column);
    if (positions[ordinal] >= 0) {
      set(ordinal, value.get());
    }
    return this;
  }

  private void set(int ordinal, @Nullable Object value) {
    int position = positions[ordinal];
    current[position] = value == null ? blank[position] : internalValue(ordinal, value);
  }

  private Object internalValue(int ordinal, Object value) {
    if (value instanceof List<?> list) {
      List<Object> elements =
          list.stream().map(element -> scalar(kinds[ordinal], element)).toList();
      return table.columns().get(ordinal).isVector() ? new ZeroBasedArray(elements) : elements;
    }
    return scalar(kinds[ordinal], value);
  }

  private static Object scalar(TypeKind kind, Object value) {
    return switch (value) {
      case Character letter -> letter.toString();
      case Number number when kind.internalClass() != String.class -> number(kind, number);
      case Boolean truth when kind.internalClass() == String.class -> truth ? "YES" : "NO";
      case Boolean truth -> truth;
      default -> value.toString();
    };
  }

  private static Object number(TypeKind kind, Number value) {
    return switch (kind) {
      case SMALLINT -> value.shortValue();
      case INTEGER -> value.intValue();
      case REAL -> value.floatValue();
      case DOUBLE -> value.doubleValue();
      case NUMERIC -> new BigDecimal(value.toString());
      default -> value.longValue();
    };
  }

  /** Adds a row from its fields in COPY text format, in the order of the named columns. */
  void read(List<String> names, String[] fields) {
    row();
    for (int i = 0; i < names.size(); i++) {
      int ordinal = table.ordinal(names.get(i));
      String field = fields[i];
      current[positions[ordinal]] = field.equals("\\N") ? null : parse(ordinal, unescaped(field));
    }
  }

  private static String unescaped(String field) {
    return field.indexOf('\\') < 0
        ? field
        : field.replace("\\n", "\n").replace("\\t", "\t").replace("\\\\", "\\");
  }

  private Object parse(int ordinal, String text) {
    SystemColumn column = table.columns().get(ordinal);
    if (!column.isArray()) {
      return value(kinds[ordinal], text);
    }
    String inner =
        column.isVector() ? text.replace(' ', ',') : text.substring(1, text.length() - 1);
    List<Object> elements = new ArrayList<>();
    for (String part : inner.isEmpty() ? new String[0] : inner.split(",")) {
      elements.add(value(kinds[ordinal], part.replace("\"", "")));
    }
    return column.isVector() ? new ZeroBasedArray(elements) : elements;
  }

  private static Object value(TypeKind kind, String text) {
    return switch (kind.internalClass().getSimpleName()) {
      case "Boolean" -> text.equals("t");
      case "String" -> text;
      default ->
          kind.isFloating() ? number(kind, Double.valueOf(text)) : number(kind, Long.valueOf(text));
    };
  }

  public List<@Nullable Object[]> rows() {
    return rows;
  }
}
