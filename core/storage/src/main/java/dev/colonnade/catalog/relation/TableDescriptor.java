package dev.colonnade.catalog.relation;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.index.Index;
import dev.colonnade.catalog.index.IndexKind;
import dev.colonnade.catalog.index.IndexState;
import dev.colonnade.catalog.name.BuiltIns;
import dev.colonnade.catalog.name.ObjectName;
import dev.colonnade.catalog.name.ObjectNameValidator;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.type.UserType;
import dev.colonnade.type.schema.Column;
import dev.colonnade.type.schema.KeyColumn;
import dev.colonnade.type.schema.SchemaHistory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Stored definition of a table.
 *
 * @param id prefix of every key of the table; never reused
 * @param history all schema versions
 * @param properties defaults, identities and settings
 * @param constraints indexes and constraints
 * @param rows place of the rows in the key space of the table
 */
public record TableDescriptor(
    int id,
    ObjectName objectName,
    SchemaHistory history,
    TableProperties properties,
    TableConstraints constraints,
    TableRows rows) {
  /**
   * Maximum count of schema versions of a table: the record contains all of them, and every start
   * reads it.
   */
  public static final int SCHEMA_VERSIONS_MAX = 1024;

  public TableDescriptor {
    if (id < BuiltIns.FIRST_OBJECT_ID) {
      throw new ColonnadeException(
          ErrorCode.INVALID_ARGUMENT,
          "table id out of range: id=" + id + " idMin=" + BuiltIns.FIRST_OBJECT_ID);
    }
    requireNonNull(objectName, "objectName is null");
    ObjectNameValidator.require("table", objectName.name());
    requireNonNull(history, "history is null");
    requireNonNull(properties, "properties is null");
    requireNonNull(constraints, "constraints is null");
    requireNonNull(rows, "rows is null");
    if (history.versions().size() > SCHEMA_VERSIONS_MAX) {
      throw new ColonnadeException(
          ErrorCode.LIMIT_EXCEEDED,
          "too many changes of the columns of a table: table="
              + objectName.name()
              + " schemaVersionsMax="
              + SCHEMA_VERSIONS_MAX);
    }
  }

  /** Creates a table whose rows are where those of a new table are. */
  public TableDescriptor(
      int id,
      ObjectName objectName,
      SchemaHistory history,
      TableProperties properties,
      TableConstraints constraints) {
    this(id, objectName, history, properties, constraints, TableRows.INITIAL);
  }

  /** Creates a table in the schema {@code public} without properties, indexes and constraints. */
  public TableDescriptor(int id, String name, SchemaHistory history) {
    this(id, ObjectName.ofPublic(name), history, TableProperties.NONE, TableConstraints.NONE);
  }

  /** Returns the name without the schema. */
  public String name() {
    return objectName.name();
  }

  /** Returns the default expressions by column id, see {@link TableProperties#defaults}. */
  public Map<Integer, String> defaults() {
    return properties.defaults();
  }

  public TableDescriptor withName(ObjectName newName) {
    return new TableDescriptor(id, newName, history, properties, constraints, rows);
  }

  /** Returns a table with changed columns. A move of its rows, which knows others, is given up. */
  public TableDescriptor withHistory(SchemaHistory newHistory) {
    TableConstraints remaining = constraints;
    for (Column column : history.latest().columns()) {
      if (!newHistory.latest().hasColumn(column.id())) {
        remaining = remaining.withoutColumn(column.id());
      }
    }
    TableProperties newProperties = properties.ofColumns(newHistory.latest()::hasColumn);
    return new TableDescriptor(
        id, objectName, newHistory, newProperties, remaining, rows.afterChange());
  }

  /** Returns the same table with types that have changed, as the labels of an enum. */
  public TableDescriptor withTypes(SchemaHistory newHistory) {
    return new TableDescriptor(id, objectName, newHistory, properties, constraints, rows);
  }

  public TableDescriptor withProperties(TableProperties newProperties) {
    return new TableDescriptor(id, objectName, history, newProperties, constraints, rows);
  }

  /** Returns a table with changed indexes or constraints. A move of its rows is given up. */
  public TableDescriptor withConstraints(TableConstraints newConstraints) {
    return new TableDescriptor(
        id, objectName, history, properties, newConstraints, rows.afterChange());
  }

  public TableDescriptor withRows(TableRows newRows) {
    return new TableDescriptor(id, objectName, history, properties, constraints, newRows);
  }

  /**
   * Returns a table whose rows are about to be copied under another key.
   *
   * @param key columns of the primary key that the rows get; empty for a hidden key
   */
  public TableDescriptor moving(String keyName, List<KeyColumn> key) {
    int first = constraints.nextIndexId();
    int indexCount = constraints.indexes().size() + (key.isEmpty() ? 1 : 0);
    List<Integer> indexIds = IntStream.rangeClosed(first + 1, first + indexCount).boxed().toList();
    return withConstraints(constraints.withReservedIds(1 + indexCount))
        .withRows(rows.withMove(new TableRows.Move(first, indexIds, keyName, key)));
  }

  /**
   * Returns the table after the move of its rows.
   *
   * @param timestamp of the copied rows and entries
   */
  public TableDescriptor moved(long timestamp) {
    TableRows.Move move = requireNonNull(rows.move(), "rows do not move");
    List<Index> indexes = new ArrayList<>();
    constraints
        .indexes()
        .forEach(index -> indexes.add(index.withId(move.indexIds().get(indexes.size()))));
    if (move.isToHiddenKey()) {
      Index.Definition key =
          Index.Definition.of(IndexKind.CONSTRAINT, history.latest().primaryKey());
      indexes.add(new Index(move.indexIds().getLast(), move.keyName(), key, IndexState.READY));
    }
    SchemaHistory changed =
        move.isToHiddenKey() ? history.underHiddenKey() : history.underKey(move.key());
    return withHistory(changed)
        .withConstraints(constraints.moved(move.keyName(), indexes))
        .withRows(rows.moved(timestamp, constraints.indexes().stream().map(Index::id).toList()));
  }

  /** Returns the table after a move that was given up. */
  public TableDescriptor withoutMove() {
    return withRows(rows.withoutMove());
  }

  /** Returns the table without an index, whose entries are to be cleared. */
  public TableDescriptor withoutIndex(int indexId) {
    TableDescriptor changed = withConstraints(constraints.withoutIndex(indexId));
    return changed.withRows(changed.rows().withObsolete(indexId));
  }

  /** Returns the table after the clean-up of the places that its rows and indexes had. */
  public TableDescriptor withoutObsoleteRows() {
    return withRows(rows.withoutObsolete());
  }

  /** Returns whether a column of any schema version has this enum type. */
  public boolean uses(UserType type) {
    return TypeReferences.of(history).containsKey(type.id());
  }
}
