package dev.colonnade.jdbc.value;

import dev.colonnade.protocol.sql.SqlTypeInfo;
import java.sql.Array;
import java.sql.SQLException;
import java.time.ZoneId;
import java.util.List;

/**
 * Conversions of column values, arrays included, to the objects that {@code ResultSet.getObject}
 * returns: of the class that JDBC defines for the type, or of a requested class.
 */
public final class ObjectConversions {
  private ObjectConversions() {}

  /** Returns the object of {@code ResultSet.getObject} without a class. */
  public static Object standard(SqlTypeInfo type, Object value, ZoneId zone) throws SQLException {
    if (type.isArray()) {
      return new JdbcArray(type.element(), (String) value);
    }
    return ScalarObjectConversions.standard(value, zone);
  }

  /** Returns the class of the objects that {@link #standard} returns for a type. */
  public static Class<?> standardClass(SqlTypeInfo type) {
    if (type.isArray()) {
      return Array.class;
    }
    return ScalarObjectConversions.standardClass(type);
  }

  /** Returns the value as an object of a class. */
  public static <T> T as(Class<T> target, SqlTypeInfo type, Object value, ZoneId zone)
      throws SQLException {
    if (type.isArray()) {
      JdbcArray array = new JdbcArray(type.element(), (String) value);
      if (target == Object.class || target == Array.class) {
        return target.cast(array);
      } else if (target == List.class) {
        return target.cast(array.elements());
      } else if (target.isArray() && target != byte[].class) {
        return target.cast(array.copyAs(target.getComponentType()));
      }
    }
    return ScalarObjectConversions.as(target, type, value, zone);
  }
}
