package dev.colonnade.jdbc.metadata;

import dev.colonnade.jdbc.value.JdbcTypes;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Base class of the database meta data: primary keys, foreign keys and indexes. */
abstract class KeyMetaData extends RoutineMetaData {
  private static final String REFERENCE_COLUMNS =
      "PKTABLE_CAT PKTABLE_SCHEM PKTABLE_NAME PKCOLUMN_NAME FKTABLE_CAT FKTABLE_SCHEM"
          + " FKTABLE_NAME FKCOLUMN_NAME KEY_SEQ# UPDATE_RULE# DELETE_RULE# FK_NAME PK_NAME"
          + " DEFERRABILITY#";

  KeyMetaData(Connection connection, ResultSetFactory resultSets) {
    super(connection, resultSets);
  }

  @Override
  public ResultSet getPrimaryKeys(
      @Nullable String catalog, @Nullable String schema, @Nullable String table)
      throws SQLException {
    MetaDataRows result =
        new MetaDataRows("TABLE_CAT TABLE_SCHEM TABLE_NAME COLUMN_NAME KEY_SEQ# PK_NAME");
    String database = database();
    reader()
        .forEach(
            indexes(schema, table, " AND i.indisprimary" + NamePattern.catalog(catalog, database)),
            row -> {
              Map<Integer, String> names = reader().columnNames(row.getLong(3));
              List<Integer> numbers = CatalogReader.numbers(row.getString(5));
              for (int i = 0; i < numbers.size(); i++) {
                result.add(
                    database,
                    row.getString(1),
                    row.getString(2),
                    names.getOrDefault(numbers.get(i), ""),
                    i + 1,
                    row.getString(4));
              }
            });
    return result.sorted(3, 4).toResultSet(resultSets());
  }

  @Override
  public ResultSet getIndexInfo(
      @Nullable String catalog,
      @Nullable String schema,
      @Nullable String table,
      boolean unique,
      boolean approximate)
      throws SQLException {
    MetaDataRows result =
        new MetaDataRows(
            "TABLE_CAT TABLE_SCHEM TABLE_NAME NON_UNIQUE? INDEX_QUALIFIER INDEX_NAME TYPE#"
                + " ORDINAL_POSITION# COLUMN_NAME ASC_OR_DESC CARDINALITY# PAGES#"
                + " FILTER_CONDITION");
    String database = database();
    reader()
        .forEach(
            indexes(
                schema,
                table,
                (unique ? " AND i.indisunique" : "") + NamePattern.catalog(catalog, database)),
            row -> {
              Map<Integer, String> names = reader().columnNames(row.getLong(3));
              List<Integer> numbers = CatalogReader.numbers(row.getString(5));
              List<Integer> options = CatalogReader.numbers(row.getString(7));
              for (int i = 0; i < numbers.size(); i++) {
                boolean isKey = i < row.getInt(8);
                boolean isDescending = i < options.size() && (options.get(i) & 1) != 0;
                result.add(
                    database,
                    row.getString(1),
                    row.getString(2),
                    !row.getBoolean(6),
                    null,
                    row.getString(4),
                    (int) tableIndexOther,
                    i + 1,
                    columnOf(names, numbers.get(i), row.getLong(10), i + 1),
                    isKey ? (isDescending ? "D" : "A") : null,
                    null,
                    null,
                    row.getString(9));
              }
            });
    return result.sorted(4, 6, 8).toResultSet(resultSets());
  }

  /** Returns the column at a position of an index key, from 1, or the expression there. */
  private String columnOf(Map<Integer, String> names, int columnNumber, long indexOid, int position)
      throws SQLException {
    String name = names.get(columnNumber);
    return name == null ? reader().indexExpression(indexOid, position) : name;
  }

  private static String indexes(@Nullable String schema, @Nullable String table, String condition) {
    return "SELECT n.nspname, c.relname, c.oid, x.relname, i.indkey, i.indisunique, i.indoption,"
        + " i.indnkeyatts, pg_catalog.pg_get_expr(i.indpred, i.indrelid), i.indexrelid"
        + " FROM pg_catalog.pg_index i"
        + " JOIN pg_catalog.pg_class c ON c.oid = i.indrelid"
        + " JOIN pg_catalog.pg_class x ON x.oid = i.indexrelid"
        + " JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace"
        + " WHERE 1 = 1"
        + NamePattern.is("n.nspname", schema)
        + NamePattern.is("c.relname", table)
        + condition;
  }

  @Override
  public ResultSet getImportedKeys(
      @Nullable String catalog, @Nullable String schema, @Nullable String table)
      throws SQLException {
    String condition = NamePattern.is("fn.nspname", schema) + NamePattern.is("fc.relname", table);
    return references(condition).sorted(2, 3, 12, 9).toResultSet(resultSets());
  }

  @Override
  public ResultSet getExportedKeys(
      @Nullable String catalog, @Nullable String schema, @Nullable String table)
      throws SQLException {
    String condition = NamePattern.is("pn.nspname", schema) + NamePattern.is("pc.relname", table);
    return references(condition).sorted(6, 7, 12, 9).toResultSet(resultSets());
  }

  @Override
  public ResultSet getCrossReference(
      @Nullable String parentCatalog,
      @Nullable String parentSchema,
      @Nullable String parentTable,
      @Nullable String foreignCatalog,
      @Nullable String foreignSchema,
      @Nullable String foreignTable)
      throws SQLException {
    String condition =
        NamePattern.is("pn.nspname", parentSchema)
            + NamePattern.is("pc.relname", parentTable)
            + NamePattern.is("fn.nspname", foreignSchema)
            + NamePattern.is("fc.relname", foreignTable);
    return references(condition).sorted(6, 7, 12, 9).toResultSet(resultSets());
  }

  private MetaDataRows references(String condition) throws SQLException {
    MetaDataRows result = new MetaDataRows(REFERENCE_COLUMNS);
    String database = database();
    reader()
        .forEach(
            "SELECT pn.nspname, pc.relname, pc.oid, fn.nspname, fc.relname, fc.oid, k.conname,"
                + " k.conkey, k.confkey, k.confupdtype, k.confdeltype, px.relname, k.condeferrable,"
                + " k.condeferred"
                + " FROM pg_catalog.pg_constraint k"
                + " JOIN pg_catalog.pg_class fc ON fc.oid = k.conrelid"
                + " JOIN pg_catalog.pg_namespace fn ON fn.oid = fc.relnamespace"
                + " JOIN pg_catalog.pg_class pc ON pc.oid = k.confrelid"
                + " JOIN pg_catalog.pg_namespace pn ON pn.oid = pc.relnamespace"
                + " LEFT JOIN pg_catalog.pg_class px ON px.oid = k.conindid"
                + " WHERE k.contype = 'f'"
                + condition,
            row -> {
              Map<Integer, String> parent = reader().columnNames(row.getLong(3));
              Map<Integer, String> foreign = reader().columnNames(row.getLong(6));
              List<Integer> from = CatalogReader.numbers(row.getString(8));
              List<Integer> to = CatalogReader.numbers(row.getString(9));
              for (int i = 0; i < Math.min(from.size(), to.size()); i++) {
                result.add(
                    database,
                    row.getString(1),
                    row.getString(2),
                    parent.getOrDefault(to.get(i), ""),
                    database,
                    row.getString(4),
                    row.getString(5),
                    foreign.getOrDefault(from.get(i), ""),
                    i + 1,
                    rule(CatalogReader.text(row, 10)),
                    rule(CatalogReader.text(row, 11)),
                    row.getString(7),
                    row.getString(12),
                    deferrability(row.getBoolean(13), row.getBoolean(14)));
              }
            });
    return result;
  }

  private static int deferrability(boolean isDeferrable, boolean isInitiallyDeferred) {
    if (!isDeferrable) {
      return importedKeyNotDeferrable;
    }
    return isInitiallyDeferred ? importedKeyInitiallyDeferred : importedKeyInitiallyImmediate;
  }

  private static int rule(String action) {
    return switch (action.strip()) {
      case "c" -> importedKeyCascade;
      case "n" -> importedKeySetNull;
      case "d" -> importedKeySetDefault;
      case "r" -> importedKeyRestrict;
      default -> importedKeyNoAction;
    };
  }

  @Override
  public ResultSet getBestRowIdentifier(
      @Nullable String catalog,
      @Nullable String schema,
      @Nullable String table,
      int scope,
      boolean nullable)
      throws SQLException {
    MetaDataRows result =
        new MetaDataRows(
            "SCOPE# COLUMN_NAME DATA_TYPE# TYPE_NAME COLUMN_SIZE# BUFFER_LENGTH# DECIMAL_DIGITS#"
                + " PSEUDO_COLUMN#");
    List<CatalogReader.ColumnRow> columns = reader().columns(schema, table, null);
    try (ResultSet keys = getPrimaryKeys(catalog, schema, table)) {
      while (keys.next()) {
        String name = CatalogReader.text(keys, 4);
        for (CatalogReader.ColumnRow column : columns) {
          if (column.name().equals(name)) {
            result.add(
                bestRowSession,
                name,
                JdbcTypes.of(column.type()),
                column.typeName(),
                JdbcTypes.precision(column.type()),
                null,
                JdbcTypes.scale(column.type()),
                bestRowNotPseudo);
          }
        }
      }
    }
    return result.toResultSet(resultSets());
  }

  @Override
  public ResultSet getVersionColumns(
      @Nullable String catalog, @Nullable String schema, @Nullable String table) {
    return new MetaDataRows(
            "SCOPE# COLUMN_NAME DATA_TYPE# TYPE_NAME COLUMN_SIZE# BUFFER_LENGTH# DECIMAL_DIGITS#"
                + " PSEUDO_COLUMN#")
        .toResultSet(resultSets());
  }
}
