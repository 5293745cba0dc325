package dev.colonnade.sql.definition.table.constraint;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.CatalogSnapshot;
import dev.colonnade.catalog.name.ObjectName;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.catalog.relation.TableConstraints;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.definition.lookup.IndexLookup;
import dev.colonnade.sql.definition.name.GeneratedNames;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Names of the constraints of a table: those that are written, or generated ones. */
final class ConstraintNames {
  private final CatalogSnapshot catalog;
  private final int schemaId;
  private final String table;
  private final Supplier<TableConstraints> constraints;

  /**
   * Creates the names of a table's constraints.
   *
   * @param name of the table
   * @param constraints those that the table has by now
   */
  ConstraintNames(
      CatalogSnapshot catalog, ObjectName name, Supplier<TableConstraints> constraints) {
    this.catalog = requireNonNull(catalog, "catalog is null");
    this.schemaId = name.schemaId();
    this.table = name.name();
    this.constraints = requireNonNull(constraints, "constraints is null");
  }

  private boolean hasConstraint(String name) {
    return constraints.get().hasName(name) || name.equals(keyName());
  }

  private @Nullable String keyName() {
    return catalog.findRelation(new ObjectName(schemaId, table)) instanceof Table known
        ? known.rowKeyName()
        : null;
  }

  private boolean isRelation(String name) {
    return schemaId >= 0 && IndexLookup.isTaken(catalog, new ObjectName(schemaId, name));
  }

  /**
   * Returns the name of a constraint without an index.
   *
   * @param given null for a generated name
   * @throws ColonnadeException DUPLICATE_OBJECT if a given name is not free
   */
  String ofConstraint(@Nullable String given, List<String> columns, String label) {
    if (given == null) {
      return GeneratedNames.of(table, joined(columns), label, this::hasConstraint);
    }
    if (hasConstraint(given)) {
      throw duplicate(given);
    }
    return given;
  }

  /**
   * Returns the name of a constraint with an index.
   *
   * @param given null for a generated name
   * @throws ColonnadeException DUPLICATE_TABLE if a given name is that of a relation,
   *     DUPLICATE_OBJECT if it is that of a constraint
   */
  String ofIndex(@Nullable String given, List<String> columns, String label) {
    if (given == null) {
      return GeneratedNames.of(
          table, joined(columns), label, name -> hasConstraint(name) || isRelation(name));
    }
    if (isRelation(given) || constraints.get().findIndex(given) != null) {
      throw new ColonnadeException(
          ErrorCode.DUPLICATE_TABLE, "relation \"%s\" already exists".formatted(given));
    }
    if (hasConstraint(given)) {
      throw duplicate(given);
    }
    return given;
  }

  private ColonnadeException duplicate(String name) {
    return new ColonnadeException(
        ErrorCode.DUPLICATE_OBJECT,
        "constraint \"%s\" for relation \"%s\" already exists".formatted(name, table));
  }

  private static @Nullable String joined(List<String> columns) {
    return columns.isEmpty() ? null : String.join("_", columns);
  }
}
