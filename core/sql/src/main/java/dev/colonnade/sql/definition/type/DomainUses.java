package dev.colonnade.sql.definition.type;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.CatalogSnapshot;
import dev.colonnade.catalog.name.SchemaEntry;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.sql.access.TableLockMode;
import dev.colonnade.sql.statement.Execution;
import dev.colonnade.sql.statement.StatementResult;
import dev.colonnade.type.DomainType;
import dev.colonnade.type.UserType;
import dev.colonnade.type.schema.Column;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;

/** Columns of a domain, whose values satisfy its constraints. */
final class DomainUses {
  private final DomainType domain;
  private final Execution execution;
  private final BiFunction<String, Execution, StatementResult> queries;

  /**
   * Creates the uses of a domain in the catalog of a transaction.
   *
   * @param queries executes a query
   */
  DomainUses(
      DomainType domain,
      Execution execution,
      BiFunction<String, Execution, StatementResult> queries) {
    this.domain = requireNonNull(domain, "domain is null");
    this.execution = requireNonNull(execution, "execution is null");
    this.queries = requireNonNull(queries, "queries is null");
  }

  private record Use(Table table, Column column) {}

  private List<Use> uses() {
    CatalogSnapshot catalog = execution.transaction().catalog();
    Set<Integer> domains = domainsOver(catalog);
    List<Use> uses = new ArrayList<>();
    for (Table table : catalog.tables()) {
      for (Column column : table.schema().columns()) {
        DomainType.Use use = column.domain();
        if (use != null && domains.contains(use.domainId())) {
          if (use.isArray()) {
            throw usedBy(table, column);
          }
          uses.add(new Use(table, column));
        }
      }
    }
    return uses;
  }

  /** Returns the ids of the domain and of those that are on it. */
  private Set<Integer> domainsOver(CatalogSnapshot catalog) {
    Set<Integer> found = new HashSet<>(Set.of(domain.id()));
    boolean isComplete = false;
    while (!isComplete) {
      isComplete = true;
      for (UserType type : catalog.types()) {
        boolean isOver =
            type instanceof DomainType other
                && other.base() != null
                && found.contains(other.base().domainId());
        isComplete &= !isOver || !found.add(type.id());
      }
    }
    return found;
  }

  private ColonnadeException usedBy(Table table, Column column) {
    return new ColonnadeException(
        ErrorCode.UNSUPPORTED,
        "cannot alter type \"%s\" because column \"%s.%s\" uses it"
            .formatted(domain.name(), table.name(), column.name()));
  }

  /** Throws NOT_NULL_VIOLATION if a column of the domain has a NULL. */
  void requireNoNull() {
    for (Use use : uses()) {
      if (hasRows(use, "value IS NULL")) {
        throw new ColonnadeException(
            ErrorCode.NOT_NULL_VIOLATION,
            "column \"%s\" of table \"%s\" contains null values"
                .formatted(use.column.name(), use.table.name()),
            ErrorFields.NONE.withTable(use.table.name(), use.table.schemaId()));
      }
    }
  }

  /** Throws CHECK_VIOLATION if a value of a column of the domain violates a constraint. */
  void require(DomainType.Check check) {
    for (Use use : uses()) {
      if (hasRows(use, "NOT (" + check.text() + ")")) {
        throw new ColonnadeException(
            ErrorCode.CHECK_VIOLATION,
            "column \"%s\" of table \"%s\" contains values that violate the new constraint"
                .formatted(use.column.name(), use.table.name()),
            ErrorFields.NONE.withTable(use.table.name(), use.table.schemaId()));
      }
    }
  }

  private boolean hasRows(Use use, String predicate) {
    execution.transaction().locks().lockForDefinition(use.table, TableLockMode.EXCLUSIVE);
    SchemaEntry schema = execution.transaction().catalog().findSchema(use.table.schemaId());
    String query =
        "SELECT 1 FROM (SELECT %s AS value FROM %s.%s) AS of_domain WHERE %s LIMIT 1"
            .formatted(
                quoted(use.column.name()),
                quoted(schema == null ? "public" : schema.name()),
                quoted(use.table.name()),
                predicate);
    return execution
        .transaction()
        .atNewest(
            () -> {
              try (StatementResult rows = queries.apply(query, execution)) {
                return rows.next() != null;
              }
            });
  }

  private static String quoted(String name) {
    return '"' + name.replace("\"", "\"\"") + '"';
  }
}
