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

/** One-dimensional array. */
public final class JdbcArray implements Array {
  private final SqlTypeInfo element;
  private final String text;

  /** Creates an array from its literal in PostgreSQL's syntax. */
  public JdbcArray(SqlTypeInfo element, String text) {
    this.element = requireNonNull(element, "element is null");
    this.text = requireNonNull(text, "text is null");
  }

  /** Returns the elements as objects of the class that JDBC defines for their type. */
  public List<@Nullable Object> elements() throws SQLException {
    List<@Nullable Object> objects = new ArrayList<>();
    for (String part : ArrayLiteral.parse(text)) {
      objects.add(
          part == null
              ? null
              : ScalarObjectConversions.standard(
                  ValueParser.value(element, part), ZoneId.systemDefault()));
    }
    return objects;
  }

  /** Returns the elements in an array of a component class; NULL is left at the class's default. */
  Object copyAs(Class<?> component) throws SQLException {
    List<@Nullable String> parts = ArrayLiteral.parse(text);
    Object copy = java.lang.reflect.Array.newInstance(component, parts.size());
    for (int i = 0; i < parts.size(); i++) {
      String part = parts.get(i);
      if (part != null) {
        Object value = ValueParser.value(element, part);
        java.lang.reflect.Array.set(
            copy, i, ScalarObjectConversions.as(component, element, value, ZoneId.systemDefault()));
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
    return copyAs(ScalarObjectConversions.standardClass(element));
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
          "outside of the array: index=" + index + " count=" + count + " length=" + all.length);
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
  public void free() {} // there are no resources to release

  /** Returns the array literal in PostgreSQL's syntax. */
  @Override
  public String toString() {
    return text;
  }
}
