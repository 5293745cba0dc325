package dev.colonnade.sql.ddl;

import dev.colonnade.catalog.NameScope;
import dev.colonnade.catalog.name.ObjectName;
import dev.colonnade.catalog.relation.OnCommit;
import dev.colonnade.catalog.relation.Relation;
import dev.colonnade.catalog.relation.SequenceEntry;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sequence.definition.SequenceChange;
import dev.colonnade.sequence.definition.SequenceDataType;
import dev.colonnade.sequence.definition.SequenceOptions;
import dev.colonnade.sql.access.SequenceAccess;
import dev.colonnade.sql.ddl.table.RelationTargets;
import dev.colonnade.sql.parse.definition.Definition;
import dev.colonnade.sql.statement.Execution;
import dev.colonnade.sql.statement.NewTableName;
import dev.colonnade.sql.statement.SequenceClauses;
import dev.colonnade.sql.statement.SequenceClauses.Ownership;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** CREATE SEQUENCE and ALTER SEQUENCE. */
final class SequenceStatements {
  private SequenceStatements() {}

  static void create(Definition.CreateSequence create, Execution execution) {
    NameScope names = execution.transaction().names();
    OnCommit temporary = create.temporary() ? OnCommit.PRESERVE_ROWS : null;
    NewTableName name = NewTableName.of(names, create.name().names, temporary);
    if (create.ifNotExists() && name.isTaken(names.catalog())) {
      name.addTakenNotice(execution);
      return;
    }
    SequenceOptions options = SequenceClauses.options(create.clauses(), SequenceDataType.BIGINT);
    SequenceEntry.Owner owner =
        SequenceClauses.ownership(create.clauses(), names).map(Ownership::owner).orElse(null);
    requireSameSchema(names, name.known(), owner);
    SequenceAccess sequences = execution.transaction().sequences();
    long sequenceId = sequences.create(name.name(), options);
    boolean done = false;
    try {
      execution
          .transaction()
          .catalogChanges()
          .alter(edit -> edit.createSequence(name.in(edit), sequenceId, owner));
      done = true;
    } finally {
      if (!done) {
        sequences.discard(sequenceId);
      }
    }
  }

  public static void alter(Definition.AlterSequence alter, Execution execution) {
    NameScope names = execution.transaction().names();
    Relation found = names.findRelation(alter.target().name().names);
    if (found == null && alter.target().ifExists()) {
      RelationTargets.skipped(alter.target(), execution);
      return;
    }
    SequenceEntry entry = names.sequence(alter.target().name().names);
    SequenceChange change = SequenceClauses.change(alter.clauses());
    Optional<Ownership> ownership = SequenceClauses.ownership(alter.clauses(), names);
    if (ownership.isPresent()) {
      SequenceEntry.Owner owner = ownership.get().owner();
      requireNoIdentity(entry);
      requireSameSchema(names, entry.objectName(), owner);
      execution.transaction().catalogChanges().alter(edit -> edit.replace(entry.ownedBy(owner)));
    }
    boolean changesMore = alter.clauses().size() > (ownership.isPresent() ? 1 : 0);
    if (changesMore) {
      execution.transaction().catalogChanges().alterSequence(entry.sequenceId(), change);
    }
  }

  private static void requireNoIdentity(SequenceEntry entry) {
    if (entry.isIdentity()) {
      throw new ColonnadeException(
          ErrorCode.UNSUPPORTED, "cannot change ownership of identity sequence");
    }
  }

  private static void requireSameSchema(
      NameScope names, ObjectName sequence, SequenceEntry.@Nullable Owner owner) {
    Table table = owner == null ? null : names.catalog().table(owner.tableId());
    if (table != null && table.schemaId() != sequence.schemaId()) {
      throw new ColonnadeException(
          ErrorCode.WRONG_STATE, "sequence must be in same schema as table it is linked to");
    }
  }
}
