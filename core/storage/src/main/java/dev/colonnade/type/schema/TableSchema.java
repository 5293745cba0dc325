package dev.colonnade.type.schema;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.type.ColumnType;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One version of a table's columns, primary key and column families. Immutable. Invariant: every
 * column is either in the key or in exactly one family.
 */
public final class TableSchema {
  /** The largest number of columns, as in PostgreSQL; a hidden key does not count. */
  public static final int COLUMNS_MAX = 1600;

  /** The largest number of columns of an index or a primary key, as in PostgreSQL. */
  public static final int INDEX_COLUMNS_MAX = 32;

  /** The largest number of key columns: those of an index, then those of the table's key. */
  public static final int KEY_COLUMNS_MAX = 2 * INDEX_COLUMNS_MAX;

  /** The largest number of families, those without columns included. */
  public static final int FAMILIES_MAX = 255;

  /** The largest version: rows store it in two bytes. */
  public static final int VERSION_MAX = 0xFFFF;

  private final int version;
  private final List<Column> columns;
  private final List<KeyColumn> primaryKey;
  private final List<ColumnFamily> families;
  private final Map<String, Column> columnsByName;
  private final Map<Integer, Integer> ordinalsById;
  private final Map<Integer, ColumnFamily> familiesByColumn;
  private final Set<Integer> keyColumnIds;
  private final List<Column> keyColumns;
  private final Map<Integer, List<Column>> columnsByFamily;

  public TableSchema(
      int version, List<Column> columns, List<KeyColumn> primaryKey, List<ColumnFamily> families) {
    if (version < 1 || version > VERSION_MAX) {
      throw invalid(
          "schema version out of range: version=" + version + " versionMax=" + VERSION_MAX);
    }
    this.version = version;
    this.columns = List.copyOf(requireNonNull(columns, "columns is null"));
    this.primaryKey = List.copyOf(requireNonNull(primaryKey, "primaryKey is null"));
    this.families = List.copyOf(requireNonNull(families, "families is null"));
    this.columnsByName = HashMap.newHashMap(columns.size());
    this.ordinalsById = HashMap.newHashMap(columns.size());
    this.familiesByColumn = HashMap.newHashMap(columns.size());
    this.keyColumnIds = HashSet.newHashSet(primaryKey.size());
    addColumns();
    addPrimaryKey();
    addFamilies();
    this.keyColumns = primaryKey.stream().map(key -> column(key.columnId())).toList();
    this.columnsByFamily = HashMap.newHashMap(families.size());
    for (ColumnFamily family : this.families) {
      columnsByFamily.put(family.id(), family.columnIds().stream().map(this::column).toList());
    }
  }

  /** Returns a builder of a first version. */
  public static TableSchemaBuilder builder() {
    return new TableSchemaBuilder();
  }

  public int version() {
    return version;
  }

  /** Returns all columns, key columns included, in the order of the table definition. */
  public List<Column> columns() {
    return columns;
  }

  /** Returns the columns that are visible to statements: all except a hidden key. */
  public List<Column> visibleColumns() {
    return columns.stream().filter(column -> !column.isHidden()).toList();
  }

  /** Returns whether the table was created without a primary key and has a hidden one. */
  public boolean hasHiddenKey() {
    return keyColumns.getFirst().isHidden();
  }

  /** Returns whether the table has a visible column of this name. */
  public boolean hasVisibleColumn(String name) {
    return hasColumn(name) && !column(name).isHidden();
  }

  public List<KeyColumn> primaryKey() {
    return primaryKey;
  }

  /** Returns the families in the order of their ids; the first is {@link ColumnFamily#FIRST_ID}. */
  public List<ColumnFamily> families() {
    return families;
  }

  /** Returns the column of this name; throws UNKNOWN_COLUMN if there is none. */
  public Column column(String name) {
    Column column = columnsByName.get(requireNonNull(name, "name is null"));
    if (column == null) {
      throw new ColonnadeException(ErrorCode.UNKNOWN_COLUMN, "no such column: column=" + name);
    }
    return column;
  }

  /** Returns the column of this id; throws UNKNOWN_COLUMN if there is none. */
  public Column column(int columnId) {
    return columns.get(ordinal(columnId));
  }

  public boolean hasColumn(String name) {
    return columnsByName.containsKey(name);
  }

  public boolean hasColumn(int columnId) {
    return ordinalsById.containsKey(columnId);
  }

  /**
   * Returns the position of a column in {@link #columns()}; throws UNKNOWN_COLUMN if there is none
   * of this id.
   */
  public int ordinal(int columnId) {
    Integer ordinal = ordinalsById.get(columnId);
    if (ordinal == null) {
      throw new ColonnadeException(
          ErrorCode.UNKNOWN_COLUMN, "no such column: columnId=" + columnId);
    }
    return ordinal;
  }

  /** Returns whether the column is part of the primary key. */
  public boolean isKey(int columnId) {
    return keyColumnIds.contains(columnId);
  }

  /** Returns the columns of the primary key, in its order. */
  public List<Column> keyColumns() {
    return keyColumns;
  }

  /** Returns the position of a column in the primary key; -1 if it is not a key column. */
  public int keyPart(int columnId) {
    for (int i = 0; i < primaryKey.size(); i++) {
      if (primaryKey.get(i).columnId() == columnId) {
        return i;
      }
    }
    return -1;
  }

  /** Returns the columns of a family of this schema, in the order of their slots. */
  public List<Column> columnsOf(ColumnFamily family) {
    List<Column> found = columnsByFamily.get(family.id());
    if (found == null) {
      throw invalid("no such family: familyId=" + family.id());
    }
    return found;
  }

  /** Returns the family of a column outside the key. */
  public ColumnFamily familyOf(int columnId) {
    ColumnFamily family = familiesByColumn.get(columnId);
    if (family == null) {
      throw invalid("column is in no family: column=" + column(columnId).name());
    }
    return family;
  }

  /** Returns the family of this id. */
  public ColumnFamily family(int familyId) {
    for (ColumnFamily family : families) {
      if (family.id() == familyId) {
        return family;
      }
    }
    throw invalid("no such family: familyId=" + familyId);
  }

  /**
   * Returns whether keys end in a family byte. This never changes during the lifetime of a table.
   */
  public boolean hasFamilyByte() {
    return families.size() > 1;
  }

  private void addColumns() {
    if (columns.stream().filter(column -> !column.isHidden()).count() > COLUMNS_MAX) {
      throw new ColonnadeException(
          ErrorCode.TOO_MANY_COLUMNS, "tables can have at most " + COLUMNS_MAX + " columns");
    }
    for (int i = 0; i < columns.size(); i++) {
      Column column = columns.get(i);
      if (columnsByName.put(column.name(), column) != null
          || ordinalsById.put(column.id(), i) != null) {
        throw new ColonnadeException(
            ErrorCode.DUPLICATE_COLUMN,
            "column \"" + column.name() + "\" specified more than once");
      }
    }
  }

  private void addPrimaryKey() {
    if (primaryKey.isEmpty() || primaryKey.size() > KEY_COLUMNS_MAX) {
      throw invalid(
          "a key has 1 to " + KEY_COLUMNS_MAX + " columns: keyColumns=" + primaryKey.size());
    }
    for (KeyColumn key : primaryKey) {
      Column column = column(key.columnId());
      if (column.type() instanceof ColumnType.Packed) {
        throw new ColonnadeException(
            ErrorCode.UNSUPPORTED,
            "a column of this type cannot be in a key: column="
                + column.name()
                + " type="
                + column.type());
      }
      if (!keyColumnIds.add(key.columnId())) {
        throw new ColonnadeException(
            ErrorCode.DUPLICATE_COLUMN, "duplicate key column: column=" + column.name());
      }
    }
  }

  private void addFamilies() {
    if (families.isEmpty() || families.size() > FAMILIES_MAX) {
      throw invalid("a table has 1 to " + FAMILIES_MAX + " families: families=" + families.size());
    }
    if (families.getFirst().id() != ColumnFamily.FIRST_ID) {
      throw invalid("the first family's id must be 0: id=" + families.getFirst().id());
    }
    Set<String> names = new HashSet<>();
    int previousId = -1;
    for (ColumnFamily family : families) {
      if (family.id() <= previousId) {
        throw invalid("family ids do not ascend: id=" + family.id() + " previous=" + previousId);
      }
      if (!names.add(family.name())) {
        throw new ColonnadeException(
            ErrorCode.DUPLICATE_OBJECT, "duplicate family: family=" + family.name());
      }
      previousId = family.id();
      addFamilyColumns(family);
    }
    requireEveryColumnStored();
  }

  private void addFamilyColumns(ColumnFamily family) {
    for (int id : family.columnIds()) {
      Column column = column(id);
      if (isKey(id)) {
        throw invalid(
            "key column is in a family: column=" + column.name() + " family=" + family.name());
      }
      if (familiesByColumn.put(id, family) != null) {
        throw new ColonnadeException(
            ErrorCode.DUPLICATE_COLUMN, "column is in two families: column=" + column.name());
      }
    }
  }

  private void requireEveryColumnStored() {
    for (Column column : columns) {
      if (!isKey(column.id()) && !familiesByColumn.containsKey(column.id())) {
        throw invalid("column is in no family: column=" + column.name());
      }
    }
  }

  private static ColonnadeException invalid(String message) {
    return new ColonnadeException(ErrorCode.INVALID_ARGUMENT, message);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof TableSchema that
        && version == that.version
        && columns.equals(that.columns)
        && primaryKey.equals(that.primaryKey)
        && families.equals(that.families);
  }

  @Override
  public int hashCode() {
    return Objects.hash(version, columns, primaryKey, families);
  }

  @Override
  public String toString() {
    return "TableSchema[version="
        + version
        + ", columns="
        + columns
        + ", primaryKey="
        + primaryKey
        + ", families="
        + families
        + "]";
  }
}
