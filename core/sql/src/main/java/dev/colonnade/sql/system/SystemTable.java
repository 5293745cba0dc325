package dev.colonnade.sql.system;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** System table: its schema, name, OIDs and columns. */
public final class SystemTable {
  /** System columns of every catalog table, which {@code *} does not expand to. */
  private static final String TABLE_OID = "tableoid";

  private static final String CHANGED_BY = "xmin";

  /** Transaction id of built-in rows in PostgreSQL. */
  private static final long FIRST_TRANSACTION = 1;

  /** Schema of the system catalog. */
  public static final String CATALOG_SCHEMA = "pg_catalog";

  /** Tables and views whose contents only superusers and members of pg_read_all_data may read. */
  private static final Set<String> RESTRICTED =
      Set.of(
          "pg_authid",
          "pg_backend_memory_contexts",
          "pg_config",
          "pg_file_settings",
          "pg_hba_file_rules",
          "pg_ident_file_mappings",
          "pg_largeobject",
          "pg_shadow",
          "pg_shmem_allocations",
          "pg_statistic",
          "pg_statistic_ext_data",
          "pg_user_mapping");

  /** Schema of the tables that queries read without naming them. */
  static final String INTERNAL_SCHEMA = "colonnade_internal";

  private static final char TABLE = 'r';
  private static final List<SystemColumn> SYSTEM_COLUMNS =
      List.of(new SystemColumn(TABLE_OID, "oid", true), new SystemColumn(CHANGED_BY, "oid", true));

  private final String schema;
  private final String name;
  private final long oid;
  private final long rowTypeOid;
  private final char kind;
  private final List<SystemColumn> columns;
  private final Map<String, Integer> ordinals = new HashMap<>();

  private SystemTable(String schema, String name, long[] oids, char kind, List<SystemColumn> cols) {
    this.schema = schema;
    this.name = name;
    this.oid = oids[0];
    this.rowTypeOid = oids[1];
    this.kind = kind;
    this.columns = List.copyOf(cols);
    for (int i = 0; i < columns.size(); i++) {
      ordinals.put(columns.get(i).name(), i);
    }
  }

  /**
   * Parses a line of the table list: {@code schema name oid kind row-type-oid column:type[!] ...}.
   */
  static SystemTable parse(String line) {
    String[] words = line.split(" ", -1);
    List<SystemColumn> columns =
        Arrays.stream(words, 5, words.length).map(SystemTable::column).toList();
    long[] oids = {Long.parseLong(words[2]), Long.parseLong(words[4])};
    return new SystemTable(words[0], words[1], oids, words[3].charAt(0), columns);
  }

  private static SystemColumn column(String text) {
    int colon = text.indexOf(':');
    boolean required = text.endsWith("!");
    String type = text.substring(colon + 1, text.length() - (required ? 1 : 0));
    return new SystemColumn(text.substring(0, colon), type, required);
  }

  public String schema() {
    return schema;
  }

  public String name() {
    return name;
  }

  public long oid() {
    return oid;
  }

  /** Returns whether only superusers and members of pg_read_all_data may read the rows. */
  public boolean isRestricted() {
    return schema.equals(INTERNAL_SCHEMA)
        || (schema.equals(CATALOG_SCHEMA) && RESTRICTED.contains(name));
  }

  /** Returns the OID of the row type. */
  public long rowTypeOid() {
    return rowTypeOid;
  }

  /** Returns the value of {@code pg_class.relkind}: {@code r} or {@code v}. */
  public char kind() {
    return kind;
  }

  public List<SystemColumn> columns() {
    return columns;
  }

  /** Returns the system columns of each row, which follow its own columns. */
  public List<SystemColumn> systemColumns() {
    return hasSystemColumns() ? SYSTEM_COLUMNS : List.of();
  }

  /** Returns whether rows have system columns after their own columns. */
  public boolean hasSystemColumns() {
    return kind == TABLE && schema.equals(CATALOG_SCHEMA);
  }

  /** Returns whether a name is that of a system column. */
  public boolean isSystemColumn(String column) {
    return hasSystemColumns() && (column.equals(TABLE_OID) || column.equals(CHANGED_BY));
  }

  /** Returns the values of the system columns of each row. */
  List<Object> systemColumnValues() {
    return hasSystemColumns() ? List.of(oid, FIRST_TRANSACTION) : List.of();
  }

  /** Returns the position of a column. */
  public int ordinal(String column) {
    Integer found = ordinals.get(column);
    if (found == null) {
      throw new IllegalArgumentException("no such column: table=" + name + " column=" + column);
    }
    return found;
  }

  /** Returns a number of a row; 0 for NULL. */
  public long number(@Nullable Object[] row, String column) {
    return row[ordinal(column)] instanceof Number number ? number.longValue() : 0;
  }

  /** Returns a text of a row; empty for NULL. */
  public String text(@Nullable Object[] row, String column) {
    return row[ordinal(column)] instanceof String text ? text : "";
  }

  /** Returns an array of a row; empty for NULL. */
  List<Object> list(@Nullable Object[] row, String column) {
    return row[ordinal(column)] instanceof List<?> list ? List.copyOf(list) : List.of();
  }

  @Override
  public String toString() {
    return schema + "." + name;
  }
}
