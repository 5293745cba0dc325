package dev.colonnade.sql.definition.table;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.sql.definition.table.column.NewColumn;
import dev.colonnade.sql.definition.table.constraint.ConstraintClauses;
import dev.colonnade.sql.syntax.definition.TableElement;
import dev.colonnade.sql.syntax.definition.TableElement.TableRule;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Keys of a new table. A unique constraint that equals the primary key or another one is the same
 * constraint.
 *
 * @param primary the primary key; null without one
 * @param unique other keys in their order
 */
record TableKeys(
    TableElement.@Nullable Constraint primary, Map<TableElement.Constraint, TableRule.Key> unique) {
  /** Properties in which equal keys are alike. */
  private record Shape(
      List<String> columns,
      List<String> include,
      boolean nullsDistinct,
      boolean isDeferrable,
      boolean isDeferred) {
    static Shape of(TableElement.Constraint constraint, TableRule.Key key) {
      return new Shape(
          key.columns().stream().map(TableElement.KeyPart::column).toList(),
          key.include(),
          key.nullsDistinct(),
          Boolean.TRUE.equals(constraint.timing().deferrable()),
          Boolean.TRUE.equals(constraint.timing().initiallyDeferred()));
    }
  }

  /**
   * Returns the keys among constraints.
   *
   * @throws ColonnadeException if there are two primary keys, or a key has no such columns
   */
  static TableKeys of(
      String table, List<NewColumn> columns, List<TableElement.Constraint> constraints) {
    Set<String> names = columns.stream().map(NewColumn::name).collect(Collectors.toSet());
    TableElement.Constraint primary = null;
    List<TableElement.Constraint> keys = new ArrayList<>();
    for (TableElement.Constraint constraint : constraints) {
      if (!(constraint.rule() instanceof TableRule.Key key)) {
        continue;
      }
      if (key.primary() && primary != null) {
        throw new ColonnadeException(
            ErrorCode.INVALID_DEFINITION,
            "multiple primary keys for table \"%s\" are not allowed".formatted(table),
            ErrorFields.at(constraint.position() + 1));
      }
      requireColumns(constraint, key, names);
      if (key.primary()) {
        primary = constraint;
      } else {
        keys.add(constraint);
      }
    }
    return distinct(primary, keys);
  }

  private static TableKeys distinct(
      TableElement.@Nullable Constraint primary, List<TableElement.Constraint> keys) {
    TableElement.Constraint named = primary;
    Map<Shape, TableElement.Constraint> byShape = new LinkedHashMap<>();
    for (TableElement.Constraint constraint : keys) {
      TableRule.Key key = (TableRule.Key) constraint.rule();
      Shape shape = Shape.of(constraint, key);
      if (named != null && shape.equals(Shape.of(named, (TableRule.Key) named.rule()))) {
        named = named.name() == null ? renamed(named, constraint.name()) : named;
        continue;
      }
      TableElement.Constraint prior = byShape.get(shape);
      byShape.put(
          shape,
          prior == null
              ? constraint
              : prior.name() == null ? renamed(prior, constraint.name()) : prior);
    }
    Map<TableElement.Constraint, TableRule.Key> unique = new LinkedHashMap<>();
    byShape.values().forEach(key -> unique.put(key, (TableRule.Key) key.rule()));
    return new TableKeys(named, unique);
  }

  private static TableElement.Constraint renamed(
      TableElement.Constraint constraint, @Nullable String name) {
    return new TableElement.Constraint(
        name, constraint.rule(), constraint.timing(), constraint.position());
  }

  private static void requireColumns(
      TableElement.Constraint constraint, TableRule.Key key, Set<String> names) {
    ConstraintClauses.requireSupported(constraint, key);
    Set<String> seen = new HashSet<>();
    for (TableElement.KeyPart part : key.columns()) {
      requireColumn(part.column(), names, constraint.position());
      if (!seen.add(part.column())) {
        throw ConstraintClauses.twice(part.column(), key.primary(), constraint.position());
      }
    }
    key.include().forEach(column -> requireColumn(column, names, constraint.position()));
  }

  private static void requireColumn(String column, Set<String> names, int position) {
    if (!names.contains(column)) {
      throw ConstraintClauses.unknownKeyColumn(column, position);
    }
  }

  /** Returns the columns of the primary key. */
  TableRule.Key primaryKey() {
    return (TableRule.Key) requireNonNull(primary, "table has no primary key").rule();
  }

  boolean isInPrimary(String column) {
    return primary != null
        && primaryKey().columns().stream().anyMatch(part -> part.column().equals(column));
  }
}
