package dev.colonnade.sql.system;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.schema.Statistic;
import org.apache.calcite.schema.Statistics;
import org.apache.calcite.schema.impl.AbstractTable;
import org.jspecify.annotations.Nullable;

/** A table of the system as statements see it: where it is, and its columns. */
public final class SystemTable extends AbstractTable {
  /** For the order of joins; most have fewer rows, and none has many. */
  private static final double ROW_COUNT_GUESS = 200;

  /** What every table of the catalogue has besides its columns; no star stands for it. */
  private static final String TABLE_OID = "tableoid";

  private static final String CHANGED_BY = "xmin";

  /** The transaction that PostgreSQL's own rows are from. */
  private static final long FIRST_TRANSACTION = 1;

  private static final SystemColumn OID = new SystemColumn(TABLE_OID, "oid", true);

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

  /** {@code schema name oid kind row-type-oid column:type[!] ...}, as the file of tables has it. */
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

  /** The OID of the type that its rows have. */
  public long rowTypeOid() {
    return rowTypeOid;
  }

  /** As {@code pg_class.relkind} says it: {@code r} or {@code v}. */
  public char kind() {
    return kind;
  }

  public List<SystemColumn> columns() {
    return columns;
  }

  /** Whether its rows have values behind those of its columns that only their names show. */
  public boolean hasHidden() {
    return kind == Relation.TABLE && schema.equals(SystemTables.CATALOG_SCHEMA);
  }

  /** Whether a name is that of a column that no star stands for. */
  public boolean isHidden(String column) {
    return hasHidden() && (column.equals(TABLE_OID) || column.equals(CHANGED_BY));
  }

  /** What stands behind the values of the columns in each row. */
  List<Object> hiddenValues() {
    return hasHidden() ? List.of(oid, FIRST_TRANSACTION) : List.of();
  }

  int ordinal(String column) {
    Integer found = ordinals.get(column);
    if (found == null) {
      throw new IllegalArgumentException("no such column: table=" + name + " column=" + column);
    }
    return found;
  }

  /** A number of a row; 0 for NULL. */
  long number(@Nullable Object[] row, String column) {
    return row[ordinal(column)] instanceof Number number ? number.longValue() : 0;
  }

  /** A text of a row; empty for NULL. */
  String text(@Nullable Object[] row, String column) {
    return row[ordinal(column)] instanceof String text ? text : "";
  }

  /** An array of a row; empty for NULL. */
  List<Object> list(@Nullable Object[] row, String column) {
    return row[ordinal(column)] instanceof List<?> list ? List.copyOf(list) : List.of();
  }

  @Override
  public RelDataType getRowType(RelDataTypeFactory factory) {
    RelDataTypeFactory.Builder builder = factory.builder();
    columns.forEach(column -> builder.add(column.name(), column.type(factory)));
    if (hasHidden()) {
      builder.add(TABLE_OID, OID.type(factory)).add(CHANGED_BY, OID.type(factory));
    }
    return builder.build();
  }

  @Override
  public Statistic getStatistic() {
    return Statistics.of(ROW_COUNT_GUESS, List.of());
  }

  @Override
  public String toString() {
    return schema + "." + name;
  }
}
