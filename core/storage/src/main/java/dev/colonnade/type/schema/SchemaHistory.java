package dev.colonnade.type.schema;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.type.ColumnType;
import dev.colonnade.type.ColumnType.Enumerated;
import dev.colonnade.type.ColumnType.Plain;
import dev.colonnade.type.ColumnType.Varchar;
import dev.colonnade.type.DomainType;
import dev.colonnade.type.EnumType;
import dev.colonnade.type.UserType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * All versions of one table's schema. A row stores the version that it was written in and is always
 * decoded with that version, so that a schema change never rewrites rows. Immutable: a change
 * returns a new history.
 *
 * <p>Invariants between versions: the primary key (except that a declared and a hidden one take the
 * place of each other, when all rows are written again), the type and family of a column (except
 * that the maximum length of text may grow), and the presence of a family byte never change. Ids of
 * dropped columns are not reused, and a family remains after its last column was dropped.
 */
public final class SchemaHistory {
  private final List<TableSchema> versions;

  /** Ids of columns that others have {@linkplain #replaceColumn replaced}, with those ids. */
  private final Map<Integer, Integer> successors;

  /** Creates a history of versions from the oldest to the newest, numbered without gaps. */
  public SchemaHistory(List<TableSchema> versions) {
    this.versions = List.copyOf(requireNonNull(versions, "versions is null"));
    if (this.versions.isEmpty()) {
      throw invalid("a table has at least one schema version");
    }
    Set<Integer> usedIds = new HashSet<>();
    TableSchema previous = this.versions.getFirst();
    previous.columns().forEach(column -> usedIds.add(column.id()));
    Map<Integer, Integer> replaced = new HashMap<>();
    for (TableSchema next : this.versions.subList(1, this.versions.size())) {
      requireSuccessor(previous, next, usedIds);
      next.columns().forEach(column -> usedIds.add(column.id()));
      addReplaced(previous, next, replaced);
      previous = next;
    }
    successors = Map.copyOf(replaced);
  }

  /** Adds the column whose name and position another one has got. */
  private static void addReplaced(
      TableSchema previous, TableSchema next, Map<Integer, Integer> replaced) {
    int count = Math.min(previous.columns().size(), next.columns().size());
    for (int i = 0; i < count; i++) {
      Column before = previous.columns().get(i);
      Column after = next.columns().get(i);
      if (before.id() != after.id() && before.name().equals(after.name())) {
        replaced.put(before.id(), after.id());
      }
    }
  }

  /**
   * Returns whether a column that this schema, an earlier version, has was replaced by another one:
   * rows that are encoded for the schema do not have its value.
   */
  public boolean hasReplaced(TableSchema earlier) {
    return earlier.version() != latest().version()
        && earlier.columns().stream().anyMatch(column -> successors.containsKey(column.id()));
  }

  public SchemaHistory(TableSchema first) {
    this(List.of(first));
  }

  /** Returns the versions from the oldest to the newest. */
  public List<TableSchema> versions() {
    return versions;
  }

  public TableSchema latest() {
    return versions.getLast();
  }

  /**
   * Returns the schema with this version number; throws UNKNOWN_SCHEMA_VERSION if there is none.
   */
  public TableSchema version(int version) {
    int index = version - versions.getFirst().version();
    if (index < 0 || index >= versions.size()) {
      throw new ColonnadeException(
          ErrorCode.UNKNOWN_SCHEMA_VERSION,
          "no such schema version: version=" + version + " latest=" + latest().version());
    }
    TableSchema found = versions.get(index);
    if (!found.primaryKey().equals(latest().primaryKey())) {
      throw new ColonnadeException(
          ErrorCode.UNKNOWN_SCHEMA_VERSION,
          "schema version has another primary key: version="
              + version
              + " latest="
              + latest().version());
    }
    return found;
  }

  /**
   * Adds a column to the first family; see {@link #addColumn(String, DeclaredType, boolean, Object,
   * int)}.
   */
  public SchemaHistory addColumn(
      String name, ColumnType type, boolean nullable, @Nullable Object defaultValue) {
    return addColumn(name, DeclaredType.of(type), nullable, defaultValue, ColumnFamily.FIRST_ID);
  }

  /** Adds a column to a family. */
  public SchemaHistory addColumn(
      String name, ColumnType type, boolean nullable, @Nullable Object defaultValue, int familyId) {
    return addColumn(name, DeclaredType.of(type), nullable, defaultValue, familyId);
  }

  /** Adds a column of a declared type to the first family. */
  public SchemaHistory addColumn(
      String name, DeclaredType type, boolean nullable, @Nullable Object defaultValue) {
    return addColumn(name, type, nullable, defaultValue, ColumnFamily.FIRST_ID);
  }

  /**
   * Adds a column at the end. Rows written before read as {@code defaultValue}, which must not be
   * null for a column that does not allow NULL.
   */
  public SchemaHistory addColumn(
      String name,
      DeclaredType type,
      boolean nullable,
      @Nullable Object defaultValue,
      int familyId) {
    if (!nullable && defaultValue == null) {
      throw invalid("a new NOT NULL column needs a default: column=" + name);
    }
    TableSchema schema = latest();
    if (schema.hasColumn(name)) {
      throw duplicateColumn(name);
    }
    Column column =
        new Column(
            nextColumnId(),
            name,
            type.stored(),
            nullable,
            defaultValue,
            type.domain(),
            type.modifier());
    List<Column> columns = new ArrayList<>(schema.columns());
    columns.add(column);
    List<Integer> ids = new ArrayList<>(schema.family(familyId).columnIds());
    ids.add(column.id());
    return append(columns, replace(schema.families(), familyId, ids));
  }

  /** Drops a column outside the key. Its values in existing rows are no longer visible. */
  public SchemaHistory dropColumn(String name) {
    TableSchema schema = latest();
    Column dropped = schema.column(name);
    if (schema.isKey(dropped.id())) {
      throw invalid("a key column cannot be dropped: column=" + name);
    }
    List<Column> columns = new ArrayList<>(schema.columns());
    columns.remove(dropped);
    ColumnFamily family = schema.familyOf(dropped.id());
    List<Integer> ids = new ArrayList<>(family.columnIds());
    ids.remove(Integer.valueOf(dropped.id()));
    return append(columns, replace(schema.families(), family.id(), ids));
  }

  /** Renames a column. */
  public SchemaHistory renameColumn(String name, String newName) {
    TableSchema schema = latest();
    if (schema.hasColumn(newName)) {
      throw duplicateColumn(newName);
    }
    Column before = schema.column(name);
    return append(
        replace(schema.columns(), before.id(), before.withName(newName)), schema.families());
  }

  /**
   * Allows or forbids NULL in a column outside the key; the caller ensures that no row violates NOT
   * NULL.
   */
  public SchemaHistory setNullable(String name, boolean nullable) {
    TableSchema schema = latest();
    Column before = schema.column(name);
    if (schema.isKey(before.id())) {
      throw invalid("a key column does not allow NULL: column=" + name);
    }
    return append(
        replace(schema.columns(), before.id(), before.withNullable(nullable)), schema.families());
  }

  /**
   * Drops a column outside the key and transfers its name, position and nullability to another
   * column.
   */
  public SchemaHistory replaceColumn(String name, String successor) {
    TableSchema schema = latest();
    Column before = schema.column(name);
    Column after = schema.column(successor).withName(name).withNullable(before.nullable());
    List<Column> columns = new ArrayList<>();
    for (Column column : schema.columns()) {
      if (column.id() == before.id()) {
        columns.add(after);
      } else if (column.id() != after.id()) {
        columns.add(column);
      }
    }
    ColumnFamily family = schema.familyOf(before.id());
    List<Integer> ids = new ArrayList<>(family.columnIds());
    ids.remove(Integer.valueOf(before.id()));
    return append(columns, replace(schema.families(), family.id(), ids));
  }

  /**
   * Returns a history whose latest version has a primary key instead of the hidden key, for rows
   * that are all written again. The columns of the key are NOT NULL. Older versions remain, so that
   * ids of columns are not used again, but cannot be looked up: no row has them.
   */
  public SchemaHistory underKey(List<KeyColumn> key) {
    TableSchema schema = latest();
    Set<Integer> ids = new HashSet<>();
    key.forEach(part -> ids.add(part.columnId()));
    List<Column> columns =
        schema.visibleColumns().stream()
            .map(column -> ids.contains(column.id()) ? column.withNullable(false) : column)
            .toList();
    List<ColumnFamily> families = new ArrayList<>();
    for (ColumnFamily family : schema.families()) {
      List<Integer> remaining =
          family.columnIds().stream().filter(column -> !ids.contains(column)).toList();
      families.add(new ColumnFamily(family.id(), family.name(), remaining));
    }
    return rekeyed(columns, key, families);
  }

  /**
   * Returns a history whose latest version has a hidden key instead of the primary key, for rows
   * that are all written again. The columns of the primary key are in the first family.
   */
  public SchemaHistory underHiddenKey() {
    TableSchema schema = latest();
    List<Column> columns = new ArrayList<>(schema.columns());
    Column hidden = new Column(nextColumnId(), Column.HIDDEN_KEY, Plain.BIGINT, false);
    columns.add(hidden);
    List<Integer> first = new ArrayList<>(schema.families().getFirst().columnIds());
    schema.primaryKey().forEach(part -> first.add(part.columnId()));
    return rekeyed(
        columns,
        List.of(KeyColumn.ascending(hidden.id())),
        replace(schema.families(), schema.families().getFirst().id(), first));
  }

  private SchemaHistory rekeyed(
      List<Column> columns, List<KeyColumn> key, List<ColumnFamily> families) {
    List<TableSchema> longer = new ArrayList<>(versions);
    longer.add(new TableSchema(latest().version() + 1, columns, key, families));
    return new SchemaHistory(longer);
  }

  /** Changes the type of a text column to a longer or unlimited one; see {@link #isWider}. */
  public SchemaHistory widenColumn(String name, ColumnType type) {
    TableSchema schema = latest();
    Column before = schema.column(name);
    return append(replace(schema.columns(), before.id(), before.withType(type)), schema.families());
  }

  /**
   * Returns whether {@code wider} contains all values of {@code type}, with the same bytes in rows
   * and keys.
   */
  public static boolean isWider(ColumnType type, ColumnType wider) {
    return switch (type) {
      case Varchar narrow when wider instanceof Varchar wide -> wide.length() > narrow.length();
      case Varchar _ -> wider == Plain.TEXT;
      case Plain plain -> plain == Plain.TEXT && wider.equals(Varchar.UNLIMITED);
      case ColumnType.Numeric _, ColumnType.Char _, Enumerated _, ColumnType.Packed _ -> false;
      case ColumnType.Composite _ -> false;
    };
  }

  private static List<Column> replace(List<Column> columns, int id, Column other) {
    return columns.stream().map(column -> column.id() == id ? other : column).toList();
  }

  private static ColonnadeException duplicateColumn(String name) {
    return new ColonnadeException(
        ErrorCode.DUPLICATE_COLUMN, "column \"%s\" already exists".formatted(name));
  }

  /**
   * Adds a family without columns. The table must have several families already: a second family
   * would change the encoding of the keys.
   */
  public SchemaHistory addFamily(String name) {
    TableSchema schema = latest();
    if (!schema.hasFamilyByte()) {
      throw invalid("a family cannot be added to a table of one family: family=" + name);
    }
    List<ColumnFamily> families = new ArrayList<>(schema.families());
    families.add(new ColumnFamily(families.getLast().id() + 1, name, List.of()));
    return append(schema.columns(), families);
  }

  /**
   * Returns the same versions with a newer version of a type that columns contain. No schema
   * version is added, because rows store ranks and the label of a rank does not change.
   */
  public SchemaHistory over(UserType type) {
    List<TableSchema> changed = new ArrayList<>();
    for (TableSchema schema : versions) {
      List<Column> columns = schema.columns().stream().map(column -> over(column, type)).toList();
      changed.add(
          new TableSchema(schema.version(), columns, schema.primaryKey(), schema.families()));
    }
    return new SchemaHistory(changed);
  }

  private static Column over(Column column, UserType type) {
    for (UserType before : UserType.within(column.type())) {
      requireAllRanks(column, before, type);
    }
    return column.withType(UserType.over(column.type(), type));
  }

  private static void requireAllRanks(Column column, UserType before, UserType after) {
    boolean hasAllRanks =
        !(before instanceof EnumType old && after instanceof EnumType now && old.id() == now.id())
            || old.labels().stream().allMatch(label -> now.hasRank(label.rank()));
    if (!hasAllRanks) {
      throw invalid(
          "an enum lost labels, or their ranks changed: enum="
              + after.name()
              + " column="
              + column.name());
    }
  }

  /** Returns the same versions, of which the latest declares a column with a domain. */
  public SchemaHistory withDomain(String name, DomainType.@Nullable Use domain) {
    TableSchema schema = latest();
    Column before = schema.column(name);
    List<TableSchema> changed = new ArrayList<>(versions.subList(0, versions.size() - 1));
    changed.add(
        new TableSchema(
            schema.version(),
            replace(schema.columns(), before.id(), before.withDomain(domain)),
            schema.primaryKey(),
            schema.families()));
    return new SchemaHistory(changed);
  }

  private SchemaHistory append(List<Column> columns, List<ColumnFamily> families) {
    List<TableSchema> longer = new ArrayList<>(versions);
    longer.add(new TableSchema(latest().version() + 1, columns, latest().primaryKey(), families));
    return new SchemaHistory(longer);
  }

  private int nextColumnId() {
    int highest = 0;
    for (TableSchema schema : versions) {
      for (Column column : schema.columns()) {
        highest = Math.max(highest, column.id());
      }
    }
    return highest + 1;
  }

  private static List<ColumnFamily> replace(
      List<ColumnFamily> families, int familyId, List<Integer> columnIds) {
    return families.stream()
        .map(
            family ->
                family.id() == familyId
                    ? new ColumnFamily(familyId, family.name(), columnIds)
                    : family)
        .toList();
  }

  private static void requireSuccessor(
      TableSchema previous, TableSchema next, Set<Integer> usedIds) {
    if (next.version() != previous.version() + 1) {
      throw invalid(
          "schema versions have a gap: version="
              + next.version()
              + " previous="
              + previous.version());
    }
    boolean hasNewKey = previous.hasHiddenKey() != next.hasHiddenKey();
    if (!hasNewKey && !next.primaryKey().equals(previous.primaryKey())) {
      throw invalid("the primary key changed: version=" + next.version());
    }
    if (next.hasFamilyByte() != previous.hasFamilyByte()) {
      throw invalid("the presence of the family byte changed: version=" + next.version());
    }
    Set<Integer> familyIds = new HashSet<>();
    next.families().forEach(family -> familyIds.add(family.id()));
    previous.families().forEach(family -> requirePresent(family, familyIds, next.version()));
    for (Column column : next.columns()) {
      if (previous.hasColumn(column.id())) {
        requireSameStorage(previous, next, column);
      } else if (usedIds.contains(column.id())) {
        throw invalid(
            "the id of a dropped column is reused: column=" + column.name() + " id=" + column.id());
      }
    }
  }

  private static void requirePresent(ColumnFamily family, Set<Integer> ids, int version) {
    if (!ids.contains(family.id())) {
      throw invalid("a family was removed: family=" + family.name() + " version=" + version);
    }
  }

  private static void requireSameStorage(TableSchema previous, TableSchema next, Column column) {
    Column before = previous.column(column.id());
    boolean same =
        (before.type().equals(column.type()) || isWider(before.type(), column.type()))
            && Objects.deepEquals(before.defaultValue(), column.defaultValue());
    if (next.isKey(column.id())) {
      same &= !previous.isKey(column.id()) || before.nullable() == column.nullable();
    } else if (!previous.isKey(column.id())) {
      same &= previous.familyOf(column.id()).id() == next.familyOf(column.id()).id();
    }
    if (!same) {
      throw invalid(
          "the storage of a column changed: column=" + column.name() + " id=" + column.id());
    }
  }

  private static ColonnadeException invalid(String message) {
    return new ColonnadeException(ErrorCode.INVALID_ARGUMENT, message);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof SchemaHistory that && versions.equals(that.versions);
  }

  @Override
  public int hashCode() {
    return versions.hashCode();
  }

  @Override
  public String toString() {
    return "SchemaHistory" + versions;
  }
}
