package dev.colonnade.jdbc.value;

import static java.util.Objects.requireNonNull;

import dev.colonnade.jdbc.error.SqlFailures;
import dev.colonnade.protocol.sql.SqlTypeInfo;
import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An array of one dimension. */
public final class JdbcArray implements Array {
  private final SqlTypeInfo element;
  private final String text;

  /** An array of that text, as PostgreSQL writes arrays. */
  public JdbcArray(SqlTypeInfo element, String text) {
    this.element = requireNonNull(element, "element is null");
    this.text = requireNonNull(text, "text is null");
  }

  /** An array of these elements. */
  public static JdbcArray of(SqlTypeInfo element, @Nullable Object[] values) throws SQLException {
    return new JdbcArray(element, textOf(Arrays.asList(values)));
  }

  /** The text of an array with these elements. */
  static String textOf(List<?> values) throws SQLException {
    List<@Nullable String> texts = new ArrayList<>(values.size());
    for (Object value : values) {
      Object plain = value == null ? null : ParameterForm.plain(value);
      texts.add(plain == null ? null : PlainText.of(plain, ZoneId.systemDefault()));
    }
    return ArrayText.format(texts);
  }

  /** The elements as objects of the class that JDBC has for their type. */
  public List<@Nullable Object> elements() throws SQLException {
    List<@Nullable Object> objects = new ArrayList<>();
    for (String part : ArrayText.parse(text)) {
      objects.add(
          part == null
              ? null
              : ObjectForm.standard(element, Texts.value(element, part), ZoneId.systemDefault()));
    }
    return objects;
  }

  /** The elements in an array of that class. */
  Object copyAs(Class<?> component) throws SQLException {
    List<@Nullable String> parts = ArrayText.parse(text);
    Object copy = java.lang.reflect.Array.newInstance(component, parts.size());
    for (int i = 0; i < parts.size(); i++) {
      String part = parts.get(i);
      if (part != null) {
        Object value = Texts.value(element, part);
        java.lang.reflect.Array.set(
            copy, i, ObjectForm.as(component, element, value, ZoneId.systemDefault()));
      }
    }
    return copy;
  }

  @Override
  public String getBaseTypeName() {
    return JdbcTypes.name(element);
  }

  @Override
  public int getBaseType() {
    return JdbcTypes.of(element);
  }

  @Override
  public Object getArray() throws SQLException {
    return copyAs(ObjectForm.standardClass(element));
  }

  @Override
  public Object getArray(@Nullable Map<String, Class<?>> map) throws SQLException {
    return getArray();
  }

  @Override
  public Object getArray(long index, int count) throws SQLException {
    Object[] all = (Object[]) getArray();
    if (index < 1 || count < 0 || index - 1 + count > all.length) {
      throw SqlFailures.badArgument(
          "not within the array: index=" + index + " count=" + count + " length=" + all.length);
    }
    return Arrays.copyOfRange(all, (int) index - 1, (int) index - 1 + count);
  }

  @Override
  public Object getArray(long index, int count, @Nullable Map<String, Class<?>> map)
      throws SQLException {
    return getArray(index, count);
  }

  @Override
  public ResultSet getResultSet() throws SQLException {
    throw SqlFailures.unsupported("an array as a result set");
  }

  @Override
  public ResultSet getResultSet(@Nullable Map<String, Class<?>> map) throws SQLException {
    throw SqlFailures.unsupported("an array as a result set");
  }

  @Override
  public ResultSet getResultSet(long index, int count) throws SQLException {
    throw SqlFailures.unsupported("an array as a result set");
  }

  @Override
  public ResultSet getResultSet(long index, int count, @Nullable Map<String, Class<?>> map)
      throws SQLException {
    throw SqlFailures.unsupported("an array as a result set");
  }

  @Override
  public void free() {} // holds nothing but memory

  /** The array as PostgreSQL writes it. */
  @Override
  public String toString() {
    return text;
  }
}
