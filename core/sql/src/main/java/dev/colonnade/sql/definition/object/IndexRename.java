package dev.colonnade.sql.definition.object;

import dev.colonnade.catalog.index.Index;
import dev.colonnade.catalog.name.ObjectName;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.catalog.relation.TableConstraints;
import dev.colonnade.sql.access.StatementTransaction;
import dev.colonnade.sql.definition.lookup.IndexLookup;
import dev.colonnade.sql.privilege.PrivilegeChecks;
import dev.colonnade.sql.statement.Execution;
import org.jspecify.annotations.Nullable;

/** RENAME of an index, and of the constraint that has it. */
final class IndexRename {
  private IndexRename() {}

  /** Renames an index, and the constraint that has it. */
  static void run(IndexLookup.Found found, String newName, Execution execution) {
    StatementTransaction transaction = execution.transaction();
    Table table = found.table();
    if (!transaction.names().privileges().owns(table.id())) {
      throw PrivilegeChecks.notOwner("index", found.name());
    }
    ObjectName taken = new ObjectName(table.schemaId(), newName);
    if (IndexLookup.isTaken(transaction.catalog(), taken)) {
      throw RelationTarget.taken(taken);
    }
    @Nullable Index index = found.index();
    RelationTarget.alter(
        transaction,
        edit -> {
          Table now = edit.snapshot().table(table.id());
          TableConstraints constraints = now.descriptor().constraints();
          edit.changeConstraints(
              now,
              index == null
                  ? constraints.withKeyName(newName)
                  : constraints.withIndexName(index.id(), newName));
        });
  }
}
