package dev.colonnade.catalog.relation;

import dev.colonnade.catalog.constraint.CheckConstraint;
import dev.colonnade.catalog.constraint.ForeignKey;
import dev.colonnade.catalog.index.Index;
import dev.colonnade.catalog.index.IndexState;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Indexes and constraints of a table: primary key name, indexes, CHECK constraints and foreign
 * keys. Immutable.
 *
 * @param keyName name of the primary key constraint; null for the default name. For a table with a
 *     hidden row key, the name of the unique index that is its primary key, or null without one.
 * @param nextIndexId id of the next index; no index ever had this id or a greater one
 */
public record TableConstraints(
    @Nullable String keyName,
    int nextIndexId,
    List<Index> indexes,
    List<CheckConstraint> checks,
    List<ForeignKey> foreignKeys) {
  /** No indexes and no constraints. */
  public static final TableConstraints NONE =
      new TableConstraints(null, 1, List.of(), List.of(), List.of());

  /** Maximum count of indexes of a table. */
  public static final int INDEXES_MAX = 256;

  public TableConstraints {
    indexes = List.copyOf(indexes);
    checks = List.copyOf(checks);
    foreignKeys = List.copyOf(foreignKeys);
    if (indexes.size() > INDEXES_MAX) {
      throw new ColonnadeException(
          ErrorCode.LIMIT_EXCEEDED,
          "too many indexes: indexes=" + indexes.size() + " max=" + INDEXES_MAX);
    }
    Set<Integer> ids = new HashSet<>();
    for (Index index : indexes) {
      if (!ids.add(index.id()) || index.id() >= nextIndexId) {
        throw new ColonnadeException(
            ErrorCode.INVALID_ARGUMENT,
            "index id is duplicate or was never allocated: id=" + index.id());
      }
    }
  }

  /** Returns whether a CHECK constraint or a foreign key has this name. */
  public boolean hasConstraintWithoutIndex(String name) {
    return checks.stream().anyMatch(check -> check.name().equals(name))
        || foreignKeys.stream().anyMatch(key -> key.name().equals(name));
  }

  /** Returns the index of this name, or null. */
  public @Nullable Index findIndex(String name) {
    return indexes.stream().filter(index -> index.name().equals(name)).findFirst().orElse(null);
  }

  /** Returns whether a constraint or an index has this name. */
  public boolean hasName(String name) {
    return name.equals(keyName)
        || findIndex(name) != null
        || checks.stream().anyMatch(check -> check.name().equals(name))
        || foreignKeys.stream().anyMatch(key -> key.name().equals(name));
  }

  public TableConstraints withKeyName(@Nullable String name) {
    return new TableConstraints(name, nextIndexId, indexes, checks, foreignKeys);
  }

  /** Returns a copy with one more index, which has the next id. */
  public TableConstraints withIndex(String name, Index.Definition definition, IndexState state) {
    List<Index> more = new ArrayList<>(indexes);
    more.add(new Index(nextIndexId, name, definition, state));
    return new TableConstraints(keyName, nextIndexId + 1, more, checks, foreignKeys);
  }

  /** Returns a copy in which no new index gets one of the next ids. */
  TableConstraints withReservedIds(int count) {
    return new TableConstraints(keyName, nextIndexId + count, indexes, checks, foreignKeys);
  }

  /** Returns a copy with another primary key and other ids of the indexes. */
  TableConstraints moved(String newKeyName, List<Index> newIndexes) {
    return new TableConstraints(newKeyName, nextIndexId, newIndexes, checks, foreignKeys);
  }

  public TableConstraints withoutIndex(int indexId) {
    return withIndexes(indexes.stream().filter(index -> index.id() != indexId).toList())
        .withKeyIndexOf(this);
  }

  public TableConstraints withState(int indexId, IndexState state) {
    return withIndex(indexId, index -> index.withState(state));
  }

  public TableConstraints withIndexName(int indexId, String name) {
    return withIndex(indexId, index -> index.withName(name)).withKeyIndexOf(this);
  }

  public TableConstraints withCheck(CheckConstraint check) {
    List<CheckConstraint> more = new ArrayList<>(checks);
    more.add(check);
    return new TableConstraints(keyName, nextIndexId, indexes, more, foreignKeys);
  }

  /** Returns a copy with another SQL text of a CHECK constraint. */
  public TableConstraints withCheckText(String name, String expression) {
    return new TableConstraints(
        keyName,
        nextIndexId,
        indexes,
        checks.stream()
            .map(check -> check.name().equals(name) ? check.withExpression(expression) : check)
            .toList(),
        foreignKeys);
  }

  /** Returns a copy in which the CHECK constraint or foreign key of a name is validated. */
  public TableConstraints withValidated(String name) {
    return new TableConstraints(
        keyName,
        nextIndexId,
        indexes,
        checks.stream()
            .map(check -> check.name().equals(name) ? check.validated() : check)
            .toList(),
        foreignKeys.stream().map(key -> key.name().equals(name) ? key.validated() : key).toList());
  }

  /** Returns a copy with another definition of an index, of the same meaning. */
  public TableConstraints withDefinition(int indexId, Index.Definition definition) {
    return withIndex(indexId, index -> index.withDefinition(definition));
  }

  public TableConstraints withForeignKey(ForeignKey key) {
    List<ForeignKey> more = new ArrayList<>(foreignKeys);
    more.add(key);
    return new TableConstraints(keyName, nextIndexId, indexes, checks, more);
  }

  /**
   * Returns a copy whose references to the table id {@code before} are references to {@code after}.
   */
  public TableConstraints withTarget(int before, int after) {
    return new TableConstraints(
        keyName,
        nextIndexId,
        indexes,
        checks,
        foreignKeys.stream().map(key -> key.withTarget(before, after)).toList());
  }

  /** Returns a copy without the CHECK constraint or foreign key of this name. */
  public TableConstraints withoutConstraint(String name) {
    return new TableConstraints(
        keyName,
        nextIndexId,
        indexes,
        checks.stream().filter(check -> !check.name().equals(name)).toList(),
        foreignKeys.stream().filter(key -> !key.name().equals(name)).toList());
  }

  /** Returns a copy without the indexes and constraints that depend on a column. */
  public TableConstraints withoutColumn(int columnId) {
    return new TableConstraints(
            keyName,
            nextIndexId,
            indexes.stream().filter(index -> !index.uses(columnId)).toList(),
            checks.stream().filter(check -> !check.columnIds().contains(columnId)).toList(),
            foreignKeys.stream().filter(key -> !key.columnIds().contains(columnId)).toList())
        .withKeyIndexOf(this);
  }

  /**
   * Returns a copy whose {@code keyName} follows the index that is the primary key: a renamed index
   * remains the primary key; without the index there is no primary key.
   */
  private TableConstraints withKeyIndexOf(TableConstraints before) {
    Index key = before.keyName == null ? null : before.findIndex(before.keyName);
    if (key == null) {
      return this;
    }
    return withKeyName(
        indexes.stream()
            .filter(index -> index.id() == key.id())
            .map(Index::name)
            .findFirst()
            .orElse(null));
  }

  private TableConstraints withIndex(int indexId, UnaryOperator<Index> change) {
    return withIndexes(
        indexes.stream()
            .map(index -> index.id() == indexId ? change.apply(index) : index)
            .toList());
  }

  private TableConstraints withIndexes(List<Index> others) {
    return new TableConstraints(keyName, nextIndexId, others, checks, foreignKeys);
  }
}
