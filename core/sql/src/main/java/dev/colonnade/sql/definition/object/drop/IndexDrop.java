package dev.colonnade.sql.definition.object.drop;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.CatalogEdit;
import dev.colonnade.catalog.CatalogSnapshot.Reference;
import dev.colonnade.catalog.NameScope;
import dev.colonnade.catalog.index.Index;
import dev.colonnade.catalog.relation.Relation;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.sql.definition.lookup.IndexLookup;
import dev.colonnade.sql.definition.lookup.RelationLookup;
import dev.colonnade.sql.privilege.PrivilegeChecks;
import dev.colonnade.sql.statement.Execution;
import dev.colonnade.sql.syntax.DropBehavior;
import dev.colonnade.sql.syntax.definition.ObjectDefinition;
import dev.colonnade.sql.syntax.definition.ObjectDefinition.ObjectName;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** DROP INDEX. */
record IndexDrop(ObjectDefinition.Drop drop) {
  IndexDrop {
    requireNonNull(drop, "drop is null");
  }

  void run(Execution execution) {
    requireConcurrent(execution);
    for (ObjectName object : drop.objects()) {
      NameScope names = execution.transaction().names();
      IndexLookup.Found found = IndexLookup.find(names, object.name());
      if (found != null) {
        drop(found, execution);
        continue;
      }
      Relation relation = RelationLookup.find(names, object.name());
      if (relation != null) {
        throw RelationDrop.wrongKind(relation.kind(), object);
      }
      ColonnadeException error = RelationDrop.missing(object, names);
      if (!drop.ifExists()) {
        throw error;
      }
      execution.notices().skipped(String.valueOf(error.getMessage()));
    }
  }

  private void requireConcurrent(Execution execution) {
    if (!drop.concurrently()) {
      return;
    }
    if (drop.objects().size() > 1) {
      throw new ColonnadeException(
          ErrorCode.UNSUPPORTED,
          "DROP INDEX CONCURRENTLY does not support dropping multiple objects");
    }
    if (drop.behavior() == DropBehavior.CASCADE) {
      throw new ColonnadeException(
          ErrorCode.UNSUPPORTED, "DROP INDEX CONCURRENTLY does not support CASCADE");
    }
    if (execution.transaction().isInBlock()) {
      throw new ColonnadeException(
          ErrorCode.ACTIVE_TRANSACTION,
          "DROP INDEX CONCURRENTLY cannot run inside a transaction block");
    }
  }

  private void drop(IndexLookup.Found found, Execution execution) {
    Table table = found.table();
    NameScope scope = execution.transaction().names();
    if (!scope.privileges().owns(table.id()) && !scope.privileges().owns(table.schemaId())) {
      throw PrivilegeChecks.notOwner("index", found.name());
    }
    Index index = found.index();
    if (index == null || found.isOfConstraint()) {
      String name = NameScope.quoted(found.name());
      String constraint =
          "constraint %s on table %s"
              .formatted(found.name(), execution.transaction().names().nameOf(table));
      throw new ColonnadeException(
          ErrorCode.DEPENDENT_OBJECTS,
          "cannot drop index %s because %s requires it".formatted(name, constraint),
          ErrorFields.NONE.withHint("You can drop %s instead.".formatted(constraint)));
    }
    List<Reference> references = referencesTo(index, table, execution);
    requireUnused(found, references);
    execution
        .transaction()
        .catalogChanges()
        .alter(
            edit -> {
              references.forEach(reference -> drop(reference, edit));
              Table now = edit.snapshot().table(table.id());
              return edit.changeConstraints(
                  now, now.descriptor().constraints().withoutIndex(index.id()));
            });
    if (!references.isEmpty()) {
      CascadingDrop.addNotice(
          references.stream().map(IndexDrop::text).toList(), execution.notices());
    }
  }

  /** Returns the foreign keys that reference a table by the columns of a unique index only. */
  private static List<Reference> referencesTo(Index index, Table table, Execution execution) {
    Set<Integer> columns = columnsOf(index);
    boolean isOnly =
        isUnique(index)
            && !columns.equals(idsOf(table))
            && table.descriptor().constraints().indexes().stream()
                .noneMatch(
                    other ->
                        other.id() != index.id()
                            && isUnique(other)
                            && columnsOf(other).equals(columns));
    return isOnly
        ? execution.transaction().catalog().referencesTo(table.id()).stream()
            .filter(key -> new HashSet<>(key.key().target().columnIds()).equals(columns))
            .toList()
        : List.of();
  }

  private static boolean isUnique(Index index) {
    return index.definition().kind().isUnique()
        && index.definition().predicate() == null
        && index.definition().expressions().isEmpty();
  }

  private static Set<Integer> columnsOf(Index index) {
    Set<Integer> ids = new HashSet<>();
    index.definition().columns().forEach(column -> ids.add(column.columnId()));
    return ids;
  }

  private static Set<Integer> idsOf(Table table) {
    Set<Integer> ids = new HashSet<>();
    table.schema().keyColumns().forEach(column -> ids.add(column.id()));
    return ids;
  }

  private void requireUnused(IndexLookup.Found found, List<Reference> references) {
    if (references.isEmpty() || drop.behavior() == DropBehavior.CASCADE) {
      return;
    }
    String index = "index " + NameScope.quoted(found.name());
    List<String> lines =
        references.stream().map(key -> text(key) + " depends on " + index).toList();
    throw new ColonnadeException(
        ErrorCode.DEPENDENT_OBJECTS,
        "cannot drop %s because other objects depend on it".formatted(index),
        ErrorFields.NONE
            .withDetail(String.join("\n", lines))
            .withHint("Use DROP ... CASCADE to drop the dependent objects too."));
  }

  private static String text(Reference reference) {
    return "constraint %s on table %s"
        .formatted(reference.key().name(), NameScope.quoted(reference.table().name()));
  }

  private static void drop(Reference reference, CatalogEdit edit) {
    Table table = edit.snapshot().table(reference.table().id());
    edit.changeConstraints(
        table, table.descriptor().constraints().withoutConstraint(reference.key().name()));
  }
}
