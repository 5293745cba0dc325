package dev.colonnade.sql.definition.sequence;

import dev.colonnade.catalog.NameScope;
import dev.colonnade.catalog.name.ObjectName;
import dev.colonnade.catalog.relation.OnCommit;
import dev.colonnade.catalog.relation.Relation;
import dev.colonnade.catalog.relation.SequenceEntry;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.sequence.definition.SequenceChange;
import dev.colonnade.sequence.definition.SequenceDataType;
import dev.colonnade.sequence.definition.SequenceOptions;
import dev.colonnade.sql.access.SequenceAccess;
import dev.colonnade.sql.analyze.bind.StatementAnalysis;
import dev.colonnade.sql.definition.lookup.IndexLookup;
import dev.colonnade.sql.definition.lookup.RelationLookup;
import dev.colonnade.sql.privilege.PrivilegeChecks;
import dev.colonnade.sql.statement.DefinitionStatement;
import dev.colonnade.sql.statement.Execution;
import dev.colonnade.sql.statement.NewTableName;
import dev.colonnade.sql.statement.PreparedStatement;
import dev.colonnade.sql.syntax.definition.SequenceDefinition;
import dev.colonnade.sql.syntax.definition.SequenceDefinition.SequenceOption;
import dev.colonnade.sql.syntax.definition.TableDefinition.Persistence;
import java.util.List;

/** CREATE SEQUENCE and ALTER SEQUENCE. */
public final class SequenceStatements {
  private SequenceStatements() {}

  /**
   * Returns the statement of a definition.
   *
   * @param analysis resolves the types of sequences
   */
  public static PreparedStatement prepare(
      SequenceDefinition definition, StatementAnalysis analysis) {
    SequenceClauses clauses = new SequenceClauses(analysis);
    return switch (definition) {
      case SequenceDefinition.CreateSequence create ->
          new DefinitionStatement(
              "CREATE SEQUENCE", execution -> create(create, clauses, execution));
      case SequenceDefinition.AlterSequence alter ->
          new DefinitionStatement("ALTER SEQUENCE", execution -> alter(alter, clauses, execution));
    };
  }

  private static void create(
      SequenceDefinition.CreateSequence create, SequenceClauses clauses, Execution execution) {
    NameScope names = execution.transaction().names();
    boolean temporary = create.sequence().persistence() == Persistence.TEMPORARY;
    NewTableName name =
        NewTableName.of(
            names, create.sequence().name().parts(), temporary ? OnCommit.PRESERVE_ROWS : null);
    if (create.sequence().ifNotExists() && name.isTaken(names.catalog())) {
      name.addTakenNotice(execution);
      return;
    }
    requireUnnamed(create.options());
    SequenceOptions options = clauses.options(create.options(), SequenceDataType.BIGINT);
    requireFree(names, name);
    SequenceEntry.Owner owner =
        SequenceOwnership.of(create.options(), names)
            .map(ownership -> ownership.of(names, name.known()))
            .orElse(null);
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

  private static void requireFree(NameScope names, NewTableName name) {
    if (IndexLookup.isTaken(names.catalog(), name.known())) {
      throw new ColonnadeException(
          ErrorCode.DUPLICATE_TABLE, "relation \"%s\" already exists".formatted(name.name()));
    }
  }

  /** Throws SYNTAX_ERROR if there is a name, which only identities have. */
  private static void requireUnnamed(List<SequenceOption> options) {
    for (SequenceOption option : options) {
      if (option instanceof SequenceOption.Named named) {
        throw new ColonnadeException(
            ErrorCode.SYNTAX_ERROR,
            "invalid sequence option SEQUENCE NAME",
            ErrorFields.at(named.position() + 1));
      }
    }
  }

  private static void alter(
      SequenceDefinition.AlterSequence alter, SequenceClauses clauses, Execution execution) {
    Relation found = RelationLookup.find(execution, alter.name(), alter.ifExists());
    if (found == null) {
      return;
    }
    if (!(found instanceof SequenceEntry entry)) {
      throw NameScope.wrongKind(found, "sequence");
    }
    NameScope names = execution.transaction().names();
    PrivilegeChecks.requireOwner(names, entry);
    requireUnnamed(alter.options());
    SequenceChange change = clauses.change(alter.options());
    SequenceOwnership ownership = SequenceOwnership.of(alter.options(), names).orElse(null);
    if (ownership != null) {
      ownership.requireNoIdentity(entry, names);
      ObjectName name = entry.objectName();
      execution
          .transaction()
          .catalogChanges()
          .alter(edit -> edit.replace(entry.ownedBy(ownership.of(names, name))));
    }
    if (changesValues(alter)) {
      execution.transaction().catalogChanges().alterSequence(entry.sequenceId(), change);
    }
  }

  private static boolean changesValues(SequenceDefinition.AlterSequence alter) {
    return alter.options().stream().anyMatch(option -> !(option instanceof SequenceOption.OwnedBy));
  }
}
