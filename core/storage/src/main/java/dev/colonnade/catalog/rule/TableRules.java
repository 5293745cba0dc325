package dev.colonnade.catalog.rule;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What holds of a table besides its columns. Immutable.
 *
 * @param keyName what the constraint of the primary key is called; null for its usual name. Of a
 *     table with a hidden key it is the name of the unique index that is its primary key, and null
 *     without one.
 * @param nextIndexId the id of the next index; no index had it or a greater one
 */
public record TableRules(
    @Nullable String keyName,
    int nextIndexId,
    List<Index> indexes,
    List<CheckConstraint> checks,
    List<ForeignKey> foreignKeys) {
  /** Of a table that has none. */
  public static final TableRules NONE = new TableRules(null, 1, List.of(), List.of(), List.of());

  /** The most indexes of a table. */
  public static final int INDEXES_MAX = 256;

  public TableRules {
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
            ErrorCode.INVALID_ARGUMENT, "index id is there twice or was never given out");
      }
    }
  }

  /** Whether rows meet conditions that only SQL can look at. */
  public boolean hasConstraints() {
    return !checks.isEmpty() || !foreignKeys.isEmpty();
  }

  /** The index of this name, or null. */
  public @Nullable Index findIndex(String name) {
    return indexes.stream().filter(index -> index.name().equals(name)).findFirst().orElse(null);
  }

  /** Whether a constraint or an index is called so. */
  public boolean hasName(String name) {
    return name.equals(keyName)
        || findIndex(name) != null
        || checks.stream().anyMatch(check -> check.name().equals(name))
        || foreignKeys.stream().anyMatch(key -> key.name().equals(name));
  }

  public TableRules withKeyName(@Nullable String name) {
    return new TableRules(name, nextIndexId, indexes, checks, foreignKeys);
  }

  /** With one index more, which gets the next id. */
  public TableRules withIndex(String name, Index.Definition definition, IndexState state) {
    List<Index> more = new ArrayList<>(indexes);
    more.add(new Index(nextIndexId, name, definition, state));
    return new TableRules(keyName, nextIndexId + 1, more, checks, foreignKeys);
  }

  public TableRules withoutIndex(int indexId) {
    return withIndexes(indexes.stream().filter(index -> index.id() != indexId).toList())
        .withKeyIndexOf(this);
  }

  public TableRules withState(int indexId, IndexState state) {
    return withIndex(indexId, index -> index.withState(state));
  }

  public TableRules withIndexName(int indexId, String name) {
    return withIndex(indexId, index -> index.withName(name)).withKeyIndexOf(this);
  }

  public TableRules withCheck(CheckConstraint check) {
    List<CheckConstraint> more = new ArrayList<>(checks);
    more.add(check);
    return new TableRules(keyName, nextIndexId, indexes, more, foreignKeys);
  }

  /** With a check written otherwise, in its place. */
  public TableRules withCheckText(String name, String expression) {
    return new TableRules(
        keyName,
        nextIndexId,
        indexes,
        checks.stream()
            .map(
                check ->
                    check.name().equals(name)
                        ? new CheckConstraint(name, expression, check.columnIds())
                        : check)
            .toList(),
        foreignKeys);
  }

  /** With an index defined in other words. */
  public TableRules withDefinition(int indexId, Index.Definition definition) {
    return withIndex(indexId, index -> index.withDefinition(definition));
  }

  public TableRules withForeignKey(ForeignKey key) {
    List<ForeignKey> more = new ArrayList<>(foreignKeys);
    more.add(key);
    return new TableRules(keyName, nextIndexId, indexes, checks, more);
  }

  /** With references to a table by one id turned into references by another. */
  public TableRules withTarget(int before, int after) {
    return new TableRules(
        keyName,
        nextIndexId,
        indexes,
        checks,
        foreignKeys.stream().map(key -> key.withTarget(before, after)).toList());
  }

  /** Without the check or foreign key of this name. */
  public TableRules withoutConstraint(String name) {
    return new TableRules(
        keyName,
        nextIndexId,
        indexes,
        checks.stream().filter(check -> !check.name().equals(name)).toList(),
        foreignKeys.stream().filter(key -> !key.name().equals(name)).toList());
  }

  /** Without what needs a column. */
  public TableRules withoutColumn(int columnId) {
    return new TableRules(
            keyName,
            nextIndexId,
            indexes.stream().filter(index -> !index.uses(columnId)).toList(),
            checks.stream().filter(check -> !check.columnIds().contains(columnId)).toList(),
            foreignKeys.stream().filter(key -> !key.columnIds().contains(columnId)).toList())
        .withKeyIndexOf(this);
  }

  /** The index that is the primary key stays it under a new name; without it there is none. */
  private TableRules withKeyIndexOf(TableRules before) {
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

  private TableRules withIndex(int indexId, UnaryOperator<Index> change) {
    return withIndexes(
        indexes.stream()
            .map(index -> index.id() == indexId ? change.apply(index) : index)
            .toList());
  }

  private TableRules withIndexes(List<Index> others) {
    return new TableRules(keyName, nextIndexId, others, checks, foreignKeys);
  }
}
