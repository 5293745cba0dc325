package dev.colonnade.sql.definition.object;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.CatalogSnapshot;
import dev.colonnade.catalog.NameScope;
import dev.colonnade.catalog.name.SchemaEntry;
import dev.colonnade.catalog.privilege.Privilege;
import dev.colonnade.catalog.relation.Relation;
import dev.colonnade.catalog.relation.SequenceEntry;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.sequence.definition.SequenceChange;
import dev.colonnade.sql.access.StatementTransaction;
import dev.colonnade.sql.access.TableLockMode;
import dev.colonnade.sql.definition.lookup.IndexLookup;
import dev.colonnade.sql.definition.lookup.RelationLookup;
import dev.colonnade.sql.frontend.FrontEnd;
import dev.colonnade.sql.frontend.PlanContext;
import dev.colonnade.sql.privilege.PrivilegeChecks;
import dev.colonnade.sql.statement.Execution;
import dev.colonnade.sql.syntax.DropBehavior;
import dev.colonnade.sql.syntax.QualifiedName;
import dev.colonnade.sql.syntax.definition.ObjectDefinition;
import dev.colonnade.sql.syntax.query.Change;
import dev.colonnade.sql.syntax.query.FromItem;
import dev.colonnade.sql.syntax.query.Query;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * TRUNCATE: at once if the transaction has no other statement, otherwise a DELETE of all rows.
 *
 * @param truncate names the tables
 * @param frontEnd plans the DELETE
 * @param context in which the DELETE is planned
 */
record TruncateStatement(
    ObjectDefinition.Truncate truncate, FrontEnd frontEnd, PlanContext context) {
  TruncateStatement {
    requireNonNull(truncate, "truncate is null");
    requireNonNull(frontEnd, "frontEnd is null");
    requireNonNull(context, "context is null");
  }

  void run(Execution execution) {
    StatementTransaction transaction = execution.transaction();
    Set<Table> tables = new LinkedHashSet<>();
    for (FromItem.Relation relation : truncate.tables()) {
      tables.add(table(transaction.names(), relation.name()));
    }
    addReferring(execution, tables);
    tables.stream()
        .sorted(Comparator.comparing(Table::id))
        .forEach(table -> transaction.locks().lockAllRows(table, TableLockMode.ALONE));
    if (!transaction.catalogChanges().truncate(List.copyOf(tables))) {
      referringFirst(tables, transaction.catalog()).forEach(table -> delete(table, execution));
    }
    if (truncate.restartIdentity()) {
      restart(tables, transaction);
    }
  }

  private static Table table(NameScope names, QualifiedName name) {
    if (names.findRelation(name.parts()) == null && IndexLookup.find(names, name) != null) {
      throw new ColonnadeException(
          ErrorCode.WRONG_OBJECT_TYPE, "\"%s\" is not a table".formatted(name.last()));
    }
    Relation relation = RelationLookup.require(names, name);
    if (!(relation instanceof Table table)) {
      throw NameScope.wrongKind(relation, "table");
    }
    PrivilegeChecks.requireAny(names, table, Privilege.TRUNCATE);
    return table;
  }

  /**
   * Returns the tables in an order in which no deleted row is still referenced, unless they refer
   * to each other in a cycle.
   */
  private static List<Table> referringFirst(Set<Table> tables, CatalogSnapshot catalog) {
    List<Table> open = new ArrayList<>(tables);
    List<Table> ordered = new ArrayList<>(open.size());
    while (!open.isEmpty()) {
      Table next =
          open.stream()
              .filter(table -> !isReferencedBy(open, table, catalog))
              .findFirst()
              .orElse(open.getFirst());
      open.remove(next);
      ordered.add(next);
    }
    return ordered;
  }

  private static boolean isReferencedBy(List<Table> tables, Table table, CatalogSnapshot catalog) {
    return catalog.referencesTo(table.id()).stream()
        .map(reference -> reference.table().id())
        .anyMatch(id -> id != table.id() && tables.stream().anyMatch(each -> each.id() == id));
  }

  private void delete(Table table, Execution execution) {
    SchemaEntry schema =
        requireNonNull(execution.transaction().catalog().findSchema(table.schemaId()));
    QualifiedName name =
        new QualifiedName(List.of(schema.name(), table.name()), truncate.position());
    Change.Delete delete =
        new Change.Delete(
            null,
            new Change.Target(new FromItem.Relation(name, false), null, truncate.position()),
            Query.From.NONE,
            List.of(),
            truncate.position());
    PlanContext now = PlanContext.ofSystem(execution.transaction(), context.settings());
    frontEnd.plan(delete, now).run(execution).close();
  }

  private static void restart(Set<Table> tables, StatementTransaction transaction) {
    for (Relation relation : transaction.catalog().relations()) {
      if (relation instanceof SequenceEntry sequence
          && tables.stream().anyMatch(table -> isRestarted(table, sequence))) {
        PrivilegeChecks.requireOwner(transaction.names(), sequence);
        transaction
            .catalogChanges()
            .alterSequence(sequence.sequenceId(), SequenceChange.restartAtStart());
      }
    }
  }

  /**
   * Returns whether TRUNCATE ... RESTART IDENTITY restarts a sequence of the table. The sequence of
   * a hidden key continues: concurrent transactions may be allocating from it.
   */
  private static boolean isRestarted(Table table, SequenceEntry sequence) {
    boolean isHidden =
        table.schema().hasHiddenKey()
            && sequence.isOwnedBy(table.id(), table.schema().keyColumns().getFirst().id());
    return sequence.isOwnedBy(table.id()) && !isHidden;
  }

  private void addReferring(Execution execution, Set<Table> tables) {
    CatalogSnapshot catalog = execution.transaction().catalog();
    List<Table> open = new ArrayList<>(tables);
    while (!open.isEmpty()) {
      Table table = open.removeLast();
      for (CatalogSnapshot.Reference reference : catalog.referencesTo(table.id())) {
        boolean isNew = tables.stream().noneMatch(known -> known.id() == reference.table().id());
        if (isNew && truncate.behavior() != DropBehavior.CASCADE) {
          throw referenced(table, reference.table());
        }
        if (isNew) {
          execution
              .notices()
              .say("truncate cascades to table \"%s\"".formatted(reference.table().name()));
          PrivilegeChecks.requireAny(
              execution.transaction().names(), reference.table(), Privilege.TRUNCATE);
          tables.add(reference.table());
          open.add(reference.table());
        }
      }
    }
  }

  private static ColonnadeException referenced(Table table, Table referring) {
    return new ColonnadeException(
        ErrorCode.UNSUPPORTED,
        "cannot truncate a table referenced in a foreign key constraint",
        ErrorFields.NONE
            .withDetail("Table \"%s\" references \"%s\".".formatted(referring.name(), table.name()))
            .withHint(
                "Truncate table \"%s\" at the same time, or use TRUNCATE ... CASCADE."
                    .formatted(referring.name())));
  }
}
