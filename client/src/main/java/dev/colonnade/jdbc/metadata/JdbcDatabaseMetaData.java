package dev.colonnade.jdbc.metadata;

import static java.util.Objects.requireNonNull;

import dev.colonnade.jdbc.error.SqlFailures;
import dev.colonnade.jdbc.value.JdbcTypes;
import dev.colonnade.protocol.sql.SqlTypeInfo;
import dev.colonnade.protocol.sql.SqlTypeKind;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.RowIdLifetime;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Description of the database and its relations, columns and types. */
public final class JdbcDatabaseMetaData extends KeyMetaData {
  private static final List<String> SYSTEM_SCHEMAS = List.of("pg_catalog", "information_schema");

  private final DriverInfo driver;

  /**
   * Properties of the driver and its connection.
   *
   * @param serverVersion the version that the server reported in the handshake
   */
  public record DriverInfo(
      String name,
      int majorVersion,
      int minorVersion,
      String url,
      String user,
      String serverVersion) {
    public DriverInfo {
      requireNonNull(name, "name is null");
      requireNonNull(url, "url is null");
      requireNonNull(user, "user is null");
      requireNonNull(serverVersion, "serverVersion is null");
    }
  }

  public JdbcDatabaseMetaData(
      Connection connection, DriverInfo driver, ResultSetFactory resultSets) {
    super(connection, resultSets);
    this.driver = requireNonNull(driver, "driver is null");
  }

  @Override
  public ResultSet getTables(
      @Nullable String catalog,
      @Nullable String schemaPattern,
      @Nullable String namePattern,
      String @Nullable [] types)
      throws SQLException {
    MetaDataRows result =
        new MetaDataRows(
            "TABLE_CAT TABLE_SCHEM TABLE_NAME TABLE_TYPE REMARKS TYPE_CAT TYPE_SCHEM TYPE_NAME"
                + " SELF_REFERENCING_COL_NAME REF_GENERATION");
    List<String> typeNames = types == null ? List.of() : Arrays.asList(types);
    String database = database();
    reader()
        .forEach(
            "SELECT n.nspname, c.relname, c.relkind, d.description"
                + " FROM pg_catalog.pg_namespace n"
                + " JOIN pg_catalog.pg_class c ON c.relnamespace = n.oid"
                + " LEFT JOIN pg_catalog.pg_description d"
                + " ON d.objoid = c.oid AND d.objsubid = 0"
                + " WHERE c.relkind IN ('r', 'p', 'v', 'm', 'S', 'i', 'f')"
                + NamePattern.catalog(catalog, database)
                + NamePattern.like("n.nspname", schemaPattern)
                + NamePattern.like("c.relname", namePattern),
            row -> {
              String schema = CatalogReader.text(row, 1);
              String type = tableType(CatalogReader.text(row, 3), SYSTEM_SCHEMAS.contains(schema));
              if (types == null || typeNames.contains(type)) {
                result.add(
                    database,
                    schema,
                    CatalogReader.text(row, 2),
                    type,
                    row.getString(4),
                    "",
                    "",
                    "",
                    "",
                    "");
              }
            });
    return result.sorted(4, 1, 2, 3).toResultSet(resultSets());
  }

  private static String tableType(String relationKind, boolean isSystem) {
    return switch (relationKind) {
      case "v" -> isSystem ? "SYSTEM VIEW" : "VIEW";
      case "m" -> "MATERIALIZED VIEW";
      case "S" -> isSystem ? "SYSTEM SEQUENCE" : "SEQUENCE";
      case "i" -> isSystem ? "SYSTEM INDEX" : "INDEX";
      case "f" -> "FOREIGN TABLE";
      default -> isSystem ? "SYSTEM TABLE" : "TABLE";
    };
  }

  @Override
  public ResultSet getTableTypes() {
    MetaDataRows result = new MetaDataRows("TABLE_TYPE");
    List.of(
            "FOREIGN TABLE",
            "INDEX",
            "MATERIALIZED VIEW",
            "SEQUENCE",
            "SYSTEM INDEX",
            "SYSTEM TABLE",
            "SYSTEM VIEW",
            "TABLE",
            "VIEW")
        .forEach(result::add);
    return result.toResultSet(resultSets());
  }

  @Override
  public ResultSet getSchemas() throws SQLException {
    return getSchemas(null, null);
  }

  @Override
  public ResultSet getSchemas(@Nullable String catalog, @Nullable String schemaPattern)
      throws SQLException {
    MetaDataRows result = new MetaDataRows("TABLE_SCHEM TABLE_CATALOG");
    String database = database();
    reader()
        .forEach(
            "SELECT nspname FROM pg_catalog.pg_namespace WHERE nspname <> 'pg_toast'"
                + NamePattern.catalog(catalog, database)
                + NamePattern.like("nspname", schemaPattern),
            row -> result.add(CatalogReader.text(row, 1), database));
    return result.sorted(1).toResultSet(resultSets());
  }

  @Override
  public ResultSet getCatalogs() throws SQLException {
    MetaDataRows result = new MetaDataRows("TABLE_CAT");
    reader()
        .forEach(
            "SELECT datname FROM pg_catalog.pg_database",
            row -> result.add(CatalogReader.text(row, 1)));
    return result.sorted(1).toResultSet(resultSets());
  }

  @Override
  public ResultSet getColumns(
      @Nullable String catalog,
      @Nullable String schemaPattern,
      @Nullable String tablePattern,
      @Nullable String columnPattern)
      throws SQLException {
    MetaDataRows result =
        new MetaDataRows(
            "TABLE_CAT TABLE_SCHEM TABLE_NAME COLUMN_NAME DATA_TYPE# TYPE_NAME COLUMN_SIZE#"
                + " BUFFER_LENGTH# DECIMAL_DIGITS# NUM_PREC_RADIX# NULLABLE# REMARKS COLUMN_DEF"
                + " SQL_DATA_TYPE# SQL_DATETIME_SUB# CHAR_OCTET_LENGTH# ORDINAL_POSITION#"
                + " IS_NULLABLE SCOPE_CATALOG SCOPE_SCHEMA SCOPE_TABLE SOURCE_DATA_TYPE#"
                + " IS_AUTOINCREMENT IS_GENERATEDCOLUMN");
    String database = database();
    if (!NamePattern.catalog(catalog, database).isEmpty()) {
      return result.toResultSet(resultSets());
    }
    for (CatalogReader.ColumnRow column :
        reader().columns(schemaPattern, tablePattern, columnPattern)) {
      boolean isText = column.type().kind().isText();
      int size = JdbcTypes.precision(column.type());
      result.add(
          database,
          column.schema(),
          column.table(),
          column.name(),
          column.jdbcType(),
          column.displayTypeName(),
          size,
          null,
          isUnlimited(column.type()) ? null : JdbcTypes.scale(column.type()),
          10,
          column.isRequired() ? columnNoNulls : columnNullable,
          column.remarks(),
          column.defaultText(),
          null,
          null,
          isText ? size : null,
          column.number(),
          column.isRequired() ? "NO" : "YES",
          null,
          null,
          null,
          null,
          column.isAutoIncrement() ? "YES" : "NO",
          column.isGenerated() ? "YES" : "NO");
    }
    return result.sorted(1, 2, 3, 17).toResultSet(resultSets());
  }

  private static boolean isUnlimited(SqlTypeInfo type) {
    return type.kind() == SqlTypeKind.NUMERIC && type.precision() == SqlTypeInfo.NONE;
  }

  @Override
  public ResultSet getTypeInfo() {
    MetaDataRows result =
        new MetaDataRows(
            "TYPE_NAME DATA_TYPE# PRECISION# LITERAL_PREFIX LITERAL_SUFFIX CREATE_PARAMS NULLABLE#"
                + " CASE_SENSITIVE? SEARCHABLE# UNSIGNED_ATTRIBUTE? FIXED_PREC_SCALE?"
                + " AUTO_INCREMENT? LOCAL_TYPE_NAME MINIMUM_SCALE# MAXIMUM_SCALE# SQL_DATA_TYPE#"
                + " SQL_DATETIME_SUB# NUM_PREC_RADIX#");
    for (SqlTypeKind kind : SqlTypeKind.values()) {
      if (kind == SqlTypeKind.OTHER || kind == SqlTypeKind.UNKNOWN) {
        continue;
      }
      SqlTypeInfo type = SqlTypeInfo.of(kind);
      boolean isQuoted = !JdbcTypes.isSigned(type) && kind != SqlTypeKind.BOOLEAN;
      result.add(
          JdbcTypes.name(type),
          JdbcTypes.of(type),
          JdbcTypes.precision(type),
          isQuoted ? "'" : null,
          isQuoted ? "'" : null,
          kind == SqlTypeKind.NUMERIC ? "precision, scale" : null,
          typeNullable,
          JdbcTypes.isCaseSensitive(type),
          typeSearchable,
          !JdbcTypes.isSigned(type),
          false,
          false,
          null,
          0,
          JdbcTypes.scale(type),
          null,
          null,
          10);
    }
    return result.sorted(2, 1).toResultSet(resultSets());
  }

  @Override
  public boolean supportsResultSetType(int type) {
    return type == ResultSet.TYPE_FORWARD_ONLY || type == ResultSet.TYPE_SCROLL_INSENSITIVE;
  }

  @Override
  public boolean supportsResultSetConcurrency(int type, int concurrency) {
    return supportsResultSetType(type) && concurrency == ResultSet.CONCUR_READ_ONLY;
  }

  @Override
  public boolean supportsResultSetHoldability(int holdability) {
    return holdability == ResultSet.HOLD_CURSORS_OVER_COMMIT;
  }

  @Override
  public boolean supportsTransactionIsolationLevel(int level) {
    return level == Connection.TRANSACTION_READ_UNCOMMITTED
        || level == Connection.TRANSACTION_READ_COMMITTED
        || level == Connection.TRANSACTION_REPEATABLE_READ
        || level == Connection.TRANSACTION_SERIALIZABLE;
  }

  @Override
  public boolean supportsConvert() {
    return false;
  }

  @Override
  public boolean supportsConvert(int from, int to) {
    return false;
  }

  @Override
  public RowIdLifetime getRowIdLifetime() {
    return RowIdLifetime.ROWID_UNSUPPORTED;
  }

  @Override
  public String getURL() {
    return driver.url();
  }

  @Override
  public String getUserName() {
    return driver.user();
  }

  @Override
  public boolean isReadOnly() throws SQLException {
    return getConnection().isReadOnly();
  }

  /** Returns the name of the SQL dialect, by which tools choose the SQL that they generate. */
  @Override
  public String getDatabaseProductName() {
    return "PostgreSQL";
  }

  @Override
  public String getDatabaseProductVersion() throws SQLException {
    return reader().singleValue("SHOW server_version")
        + " (Colonnade "
        + driver.serverVersion()
        + ")";
  }

  @Override
  public int getDatabaseMajorVersion() throws SQLException {
    return versionPart(0);
  }

  @Override
  public int getDatabaseMinorVersion() throws SQLException {
    return versionPart(1);
  }

  private int versionPart(int index) throws SQLException {
    String version = reader().singleValue("SHOW server_version");
    List<Integer> parts = CatalogReader.numbers(version);
    return index < parts.size() ? parts.get(index) : 0;
  }

  @Override
  public String getDriverName() {
    return driver.name();
  }

  @Override
  public String getDriverVersion() {
    return driver.majorVersion() + "." + driver.minorVersion();
  }

  @Override
  public int getDriverMajorVersion() {
    return driver.majorVersion();
  }

  @Override
  public int getDriverMinorVersion() {
    return driver.minorVersion();
  }

  @Override
  public <T> T unwrap(Class<T> target) throws SQLException {
    if (target.isInstance(this)) {
      return target.cast(this);
    }
    throw SqlFailures.badArgument(
        "object is not of the requested class: class=" + target.getName());
  }

  @Override
  public boolean isWrapperFor(Class<?> target) {
    return target.isInstance(this);
  }
}
