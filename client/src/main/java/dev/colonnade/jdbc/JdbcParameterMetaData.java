package dev.colonnade.jdbc;

import dev.colonnade.jdbc.error.SqlFailures;
import dev.colonnade.jdbc.value.JdbcTypes;
import dev.colonnade.jdbc.value.ObjectConversions;
import dev.colonnade.protocol.sql.SqlTypeInfo;
import java.sql.ParameterMetaData;
import java.sql.SQLException;
import java.util.List;

/** Description of the parameters of a prepared statement. */
final class JdbcParameterMetaData implements ParameterMetaData, DefaultWrapper {
  private final List<SqlTypeInfo> types;

  JdbcParameterMetaData(List<SqlTypeInfo> types) {
    this.types = List.copyOf(types);
  }

  @Override
  public int getParameterCount() {
    return types.size();
  }

  @Override
  public int isNullable(int parameter) throws SQLException {
    type(parameter);
    return parameterNullableUnknown;
  }

  @Override
  public boolean isSigned(int parameter) throws SQLException {
    return JdbcTypes.isSigned(type(parameter));
  }

  @Override
  public int getPrecision(int parameter) throws SQLException {
    return JdbcTypes.precision(type(parameter));
  }

  @Override
  public int getScale(int parameter) throws SQLException {
    return JdbcTypes.scale(type(parameter));
  }

  @Override
  public int getParameterType(int parameter) throws SQLException {
    return JdbcTypes.of(type(parameter));
  }

  @Override
  public String getParameterTypeName(int parameter) throws SQLException {
    return JdbcTypes.name(type(parameter));
  }

  @Override
  public String getParameterClassName(int parameter) throws SQLException {
    return ObjectConversions.standardClass(type(parameter)).getName();
  }

  @Override
  public int getParameterMode(int parameter) throws SQLException {
    type(parameter);
    return parameterModeIn;
  }

  private SqlTypeInfo type(int parameter) throws SQLException {
    if (parameter < 1 || parameter > types.size()) {
      throw SqlFailures.badArgument(
          "there is no such parameter: parameter=" + parameter + " parameterCount=" + types.size());
    }
    return types.get(parameter - 1);
  }
}
