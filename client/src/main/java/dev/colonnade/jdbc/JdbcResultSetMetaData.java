package dev.colonnade.jdbc;

import dev.colonnade.jdbc.error.SqlFailures;
import dev.colonnade.jdbc.metadata.ColumnOrigins;
import dev.colonnade.jdbc.value.JdbcTypes;
import dev.colonnade.jdbc.value.ObjectConversions;
import dev.colonnade.protocol.sql.SqlColumnInfo;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Description of the columns of a result. The table of a column is looked up when it is first
 * requested.
 */
final class JdbcResultSetMetaData implements ResultSetMetaData, DefaultWrapper {
  private final List<SqlColumnInfo> columns;
  private final @Nullable ColumnOrigins origins;

  JdbcResultSetMetaData(List<SqlColumnInfo> columns, @Nullable ColumnOrigins origins) {
    this.columns = List.copyOf(columns);
    this.origins = origins;
  }

  @Override
  public int getColumnCount() {
    return columns.size();
  }

  @Override
  public boolean isAutoIncrement(int column) throws SQLException {
    return origin(column).isAutoIncrement();
  }

  @Override
  public boolean isCaseSensitive(int column) throws SQLException {
    return JdbcTypes.isCaseSensitive(column(column).type());
  }

  @Override
  public boolean isSearchable(int column) throws SQLException {
    column(column);
    return true;
  }

  @Override
  public boolean isCurrency(int column) throws SQLException {
    column(column);
    return false;
  }

  @Override
  public int isNullable(int column) throws SQLException {
    ColumnOrigins.Origin origin = origin(column);
    if (!origin.isKnown()) {
      return columnNullableUnknown;
    }
    return origin.isRequired() ? columnNoNulls : columnNullable;
  }

  @Override
  public boolean isSigned(int column) throws SQLException {
    return JdbcTypes.isSigned(column(column).type());
  }

  @Override
  public int getColumnDisplaySize(int column) throws SQLException {
    return JdbcTypes.displaySize(column(column).type());
  }

  @Override
  public String getColumnLabel(int column) throws SQLException {
    return column(column).name();
  }

  @Override
  public String getColumnName(int column) throws SQLException {
    return column(column).name();
  }

  @Override
  public String getSchemaName(int column) throws SQLException {
    return origin(column).schema();
  }

  @Override
  public String getTableName(int column) throws SQLException {
    return origin(column).table();
  }

  @Override
  public String getCatalogName(int column) throws SQLException {
    column(column);
    return "";
  }

  @Override
  public int getPrecision(int column) throws SQLException {
    return JdbcTypes.precision(column(column).type());
  }

  @Override
  public int getScale(int column) throws SQLException {
    return JdbcTypes.scale(column(column).type());
  }

  @Override
  public int getColumnType(int column) throws SQLException {
    return JdbcTypes.of(column(column).type());
  }

  @Override
  public String getColumnTypeName(int column) throws SQLException {
    return JdbcTypes.name(column(column).type());
  }

  @Override
  public String getColumnClassName(int column) throws SQLException {
    return ObjectConversions.standardClass(column(column).type()).getName();
  }

  @Override
  public boolean isReadOnly(int column) throws SQLException {
    return column(column).tableId() == 0;
  }

  @Override
  public boolean isWritable(int column) throws SQLException {
    return !isReadOnly(column);
  }

  @Override
  public boolean isDefinitelyWritable(int column) throws SQLException {
    column(column);
    return false;
  }

  private ColumnOrigins.Origin origin(int column) throws SQLException {
    SqlColumnInfo known = column(column);
    return origins == null || known.tableId() == 0
        ? ColumnOrigins.Origin.NONE
        : origins.origin(known);
  }

  private SqlColumnInfo column(int column) throws SQLException {
    if (column < 1 || column > columns.size()) {
      throw SqlFailures.badArgument(
          "there is no such column: column=" + column + " columnCount=" + columns.size());
    }
    return columns.get(column - 1);
  }
}
