package dev.colonnade.jdbc.metadata;

import dev.colonnade.jdbc.value.JdbcTypes;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Base class of the database meta data: functions and privileges, and the empty results of features
 * that the database does not have.
 */
abstract class RoutineMetaData extends LimitMetaData {
  /** Privileges of a table's owner. Only the owner's are reported, because there are no grants. */
  private static final List<String> OWNER_PRIVILEGES =
      List.of("DELETE", "INSERT", "REFERENCES", "SELECT", "TRIGGER", "TRUNCATE", "UPDATE");

  private static final List<String> COLUMN_PRIVILEGES =
      List.of("INSERT", "REFERENCES", "SELECT", "UPDATE");

  private final Connection connection;
  private final CatalogReader reader;
  private final ResultSetFactory resultSets;

  RoutineMetaData(Connection connection, ResultSetFactory resultSets) {
    this.connection = connection;
    this.reader = new CatalogReader(connection);
    this.resultSets = resultSets;
  }

  final CatalogReader reader() {
    return reader;
  }

  final ResultSetFactory resultSets() {
    return resultSets;
  }

  final String database() throws SQLException {
    return connection.getCatalog();
  }

  @Override
  public final Connection getConnection() {
    return connection;
  }

  @Override
  public ResultSet getTablePrivileges(
      @Nullable String catalog, @Nullable String schema, @Nullable String table)
      throws SQLException {
    MetaDataRows result =
        new MetaDataRows("TABLE_CAT TABLE_SCHEM TABLE_NAME GRANTOR GRANTEE PRIVILEGE IS_GRANTABLE");
    String database = database();
    reader.forEach(
        "SELECT n.nspname, c.relname, pg_catalog.pg_get_userbyid(c.relowner)"
            + " FROM pg_catalog.pg_class c"
            + " JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace"
            + " WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f')"
            + NamePattern.catalog(catalog, database)
            + NamePattern.like("n.nspname", schema)
            + NamePattern.like("c.relname", table),
        row -> {
          for (String privilege : OWNER_PRIVILEGES) {
            String owner = row.getString(3);
            result.add(
                database, row.getString(1), row.getString(2), owner, owner, privilege, "YES");
          }
        });
    return result.sorted(2, 3, 6).toResultSet(resultSets);
  }

  @Override
  public ResultSet getColumnPrivileges(
      @Nullable String catalog,
      @Nullable String schema,
      @Nullable String table,
      @Nullable String column)
      throws SQLException {
    MetaDataRows result =
        new MetaDataRows(
            "TABLE_CAT TABLE_SCHEM TABLE_NAME COLUMN_NAME GRANTOR GRANTEE PRIVILEGE IS_GRANTABLE");
    String database = database();
    reader.forEach(
        "SELECT n.nspname, c.relname, a.attname, pg_catalog.pg_get_userbyid(c.relowner)"
            + " FROM pg_catalog.pg_class c"
            + " JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace"
            + " JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid"
            + " WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND a.attnum > 0"
            + " AND NOT a.attisdropped"
            + NamePattern.catalog(catalog, database)
            + NamePattern.is("n.nspname", schema)
            + NamePattern.is("c.relname", table)
            + NamePattern.like("a.attname", column),
        row -> {
          for (String privilege : COLUMN_PRIVILEGES) {
            String owner = row.getString(4);
            result.add(
                database,
                row.getString(1),
                row.getString(2),
                row.getString(3),
                owner,
                owner,
                privilege,
                "YES");
          }
        });
    return result.sorted(4, 7).toResultSet(resultSets);
  }

  @Override
  public ResultSet getProcedures(
      @Nullable String catalog, @Nullable String schema, @Nullable String name) {
    return new MetaDataRows(
            "PROCEDURE_CAT PROCEDURE_SCHEM PROCEDURE_NAME RESERVED1 RESERVED2 RESERVED3 REMARKS"
                + " PROCEDURE_TYPE# SPECIFIC_NAME")
        .toResultSet(resultSets);
  }

  @Override
  public ResultSet getProcedureColumns(
      @Nullable String catalog,
      @Nullable String schema,
      @Nullable String name,
      @Nullable String column) {
    return new MetaDataRows(
            "PROCEDURE_CAT PROCEDURE_SCHEM PROCEDURE_NAME COLUMN_NAME COLUMN_TYPE# DATA_TYPE#"
                + " TYPE_NAME PRECISION# LENGTH# SCALE# RADIX# NULLABLE# REMARKS COLUMN_DEF"
                + " SQL_DATA_TYPE# SQL_DATETIME_SUB# CHAR_OCTET_LENGTH# ORDINAL_POSITION#"
                + " IS_NULLABLE SPECIFIC_NAME")
        .toResultSet(resultSets);
  }

  @Override
  public ResultSet getFunctions(
      @Nullable String catalog, @Nullable String schema, @Nullable String name)
      throws SQLException {
    MetaDataRows result =
        new MetaDataRows(
            "FUNCTION_CAT FUNCTION_SCHEM FUNCTION_NAME REMARKS FUNCTION_TYPE# SPECIFIC_NAME");
    String database = database();
    functions(
        catalog,
        schema,
        name,
        row ->
            result.add(
                database,
                row.getString(1),
                row.getString(2),
                row.getString(3),
                row.getBoolean(5) ? functionReturnsTable : functionNoTable,
                row.getString(2) + "_" + row.getString(4)));
    return result.sorted(2, 3, 6).toResultSet(resultSets);
  }

  @Override
  public ResultSet getFunctionColumns(
      @Nullable String catalog,
      @Nullable String schema,
      @Nullable String name,
      @Nullable String column)
      throws SQLException {
    MetaDataRows result =
        new MetaDataRows(
            "FUNCTION_CAT FUNCTION_SCHEM FUNCTION_NAME COLUMN_NAME COLUMN_TYPE# DATA_TYPE#"
                + " TYPE_NAME PRECISION# LENGTH# SCALE# RADIX# NULLABLE# REMARKS"
                + " CHAR_OCTET_LENGTH# ORDINAL_POSITION# IS_NULLABLE SPECIFIC_NAME");
    String database = database();
    Map<Integer, String> types = new HashMap<>();
    reader.forEach(
        "SELECT oid, typname FROM pg_catalog.pg_type",
        row -> types.put(row.getInt(1), CatalogReader.text(row, 2)));
    functions(
        catalog,
        schema,
        name,
        row -> {
          List<Integer> all = new ArrayList<>(List.of(row.getInt(6)));
          all.addAll(CatalogReader.numbers(row.getString(7)));
          for (int i = 0; i < all.size(); i++) {
            String type = types.getOrDefault(all.get(i), "");
            result.add(
                database,
                row.getString(1),
                row.getString(2),
                i == 0 ? "returnValue" : "$" + i,
                i == 0 ? functionReturn : functionColumnIn,
                JdbcTypes.of(JdbcTypes.named(type)),
                type,
                null,
                null,
                null,
                null,
                functionNullableUnknown,
                null,
                null,
                i,
                "",
                row.getString(2) + "_" + row.getString(4));
          }
        });
    return result.sorted(2, 3, 17, 15).toResultSet(resultSets);
  }

  private void functions(
      @Nullable String catalog,
      @Nullable String schema,
      @Nullable String name,
      CatalogReader.RowConsumer consumer)
      throws SQLException {
    reader.forEach(
        "SELECT n.nspname, p.proname, d.description, p.oid, p.proretset, p.prorettype,"
            + " p.proargtypes"
            + " FROM pg_catalog.pg_proc p"
            + " JOIN pg_catalog.pg_namespace n ON n.oid = p.pronamespace"
            + " LEFT JOIN pg_catalog.pg_description d ON d.objoid = p.oid"
            + " WHERE p.prokind = 'f'"
            + NamePattern.catalog(catalog, database())
            + NamePattern.like("n.nspname", schema)
            + NamePattern.like("p.proname", name),
        consumer);
  }

  @Override
  public ResultSet getUDTs(
      @Nullable String catalog,
      @Nullable String schema,
      @Nullable String name,
      int @Nullable [] types) {
    return new MetaDataRows(
            "TYPE_CAT TYPE_SCHEM TYPE_NAME CLASS_NAME DATA_TYPE# REMARKS BASE_TYPE#")
        .toResultSet(resultSets);
  }

  @Override
  public ResultSet getSuperTypes(
      @Nullable String catalog, @Nullable String schema, @Nullable String name) {
    return new MetaDataRows(
            "TYPE_CAT TYPE_SCHEM TYPE_NAME SUPERTYPE_CAT SUPERTYPE_SCHEM SUPERTYPE_NAME")
        .toResultSet(resultSets);
  }

  @Override
  public ResultSet getSuperTables(
      @Nullable String catalog, @Nullable String schema, @Nullable String name) {
    return new MetaDataRows("TABLE_CAT TABLE_SCHEM TABLE_NAME SUPERTABLE_NAME")
        .toResultSet(resultSets);
  }

  @Override
  public ResultSet getAttributes(
      @Nullable String catalog,
      @Nullable String schema,
      @Nullable String type,
      @Nullable String attribute) {
    return new MetaDataRows(
            "TYPE_CAT TYPE_SCHEM TYPE_NAME ATTR_NAME DATA_TYPE# ATTR_TYPE_NAME ATTR_SIZE#"
                + " DECIMAL_DIGITS# NUM_PREC_RADIX# NULLABLE# REMARKS ATTR_DEF SQL_DATA_TYPE#"
                + " SQL_DATETIME_SUB# CHAR_OCTET_LENGTH# ORDINAL_POSITION# IS_NULLABLE"
                + " SCOPE_CATALOG SCOPE_SCHEMA SCOPE_TABLE SOURCE_DATA_TYPE#")
        .toResultSet(resultSets);
  }

  @Override
  public ResultSet getPseudoColumns(
      @Nullable String catalog,
      @Nullable String schema,
      @Nullable String table,
      @Nullable String column) {
    return new MetaDataRows(
            "TABLE_CAT TABLE_SCHEM TABLE_NAME COLUMN_NAME DATA_TYPE# COLUMN_SIZE# DECIMAL_DIGITS#"
                + " NUM_PREC_RADIX# COLUMN_USAGE REMARKS CHAR_OCTET_LENGTH# IS_NULLABLE")
        .toResultSet(resultSets);
  }

  @Override
  public ResultSet getClientInfoProperties() {
    MetaDataRows result = new MetaDataRows("NAME MAX_LEN# DEFAULT_VALUE DESCRIPTION");
    result.add("ApplicationName", 63, "", "The client name that the server shows.");
    return result.toResultSet(resultSets);
  }
}
