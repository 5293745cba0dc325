package dev.colonnade.sql.definition.object;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.NameScope;
import dev.colonnade.catalog.name.ObjectName;
import dev.colonnade.catalog.name.SchemaEntry;
import dev.colonnade.catalog.relation.Relation;
import dev.colonnade.catalog.relation.SequenceEntry;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.sql.access.StatementTransaction;
import dev.colonnade.sql.analyze.bind.StatementAnalysis;
import dev.colonnade.sql.definition.lookup.IndexLookup;
import dev.colonnade.sql.definition.lookup.RelationLookup;
import dev.colonnade.sql.definition.lookup.SystemObjects;
import dev.colonnade.sql.definition.lookup.TypeLookup;
import dev.colonnade.sql.definition.text.NameChange;
import dev.colonnade.sql.definition.text.StoredTexts;
import dev.colonnade.sql.frontend.text.CommandTag;
import dev.colonnade.sql.privilege.PrivilegeChecks;
import dev.colonnade.sql.statement.Execution;
import dev.colonnade.sql.syntax.definition.ObjectDefinition;
import dev.colonnade.type.UserType;
import java.util.HashMap;
import java.util.Map;

/**
 * SET SCHEMA.
 *
 * @param set names the object
 * @param analysis resolves types and routines
 */
record SchemaMove(ObjectDefinition.SetSchema set, StatementAnalysis analysis) {
  SchemaMove {
    requireNonNull(set, "set is null");
    requireNonNull(analysis, "analysis is null");
  }

  void run(Execution execution) {
    switch (set.object().kind()) {
      case TYPE, DOMAIN -> moveType(execution);
      case TABLE, VIEW, SEQUENCE, INDEX, MATERIALIZED_VIEW, FOREIGN_TABLE ->
          moveRelation(execution);
      default -> {
        new SystemObjects(analysis).require(set.object());
        throw new ColonnadeException(
            ErrorCode.UNSUPPORTED, CommandTag.of(set) + " is not supported");
      }
    }
  }

  private SchemaEntry schema(NameScope names) {
    if (RelationLookup.isOfSystem(set.schema())) {
      throw new ColonnadeException(
          ErrorCode.INSUFFICIENT_PRIVILEGE, "permission denied for schema " + set.schema());
    }
    SchemaEntry schema = names.schema(set.schema());
    if (schema.isTemporary()) {
      throw new ColonnadeException(
          ErrorCode.UNSUPPORTED, "cannot move objects into or out of temporary schemas");
    }
    return schema;
  }

  private void moveType(Execution execution) {
    UserType type = RenameStatement.requireType(set.object(), new TypeLookup(analysis));
    NameScope names = execution.transaction().names();
    PrivilegeChecks.requireOwner(names, type);
    ObjectName newName = new ObjectName(schema(names).id(), type.name());
    if (newName.equals(names.catalog().typeName(type.id()))) {
      return;
    }
    if (names.catalog().findType(newName) != null
        || names.catalog().findRelation(newName) != null) {
      throw new ColonnadeException(
          ErrorCode.DUPLICATE_OBJECT,
          "type \"%s\" already exists in schema \"%s\"".formatted(type.name(), set.schema()));
    }
    StoredTexts texts = texts(Map.of(type.id(), type.name()));
    RelationTarget.alter(
        execution.transaction(),
        edit -> {
          edit.renameType(type, newName);
          texts.apply(edit);
        });
  }

  private void moveRelation(Execution execution) {
    Relation relation = RelationTarget.find(set.object(), set.ifExists(), execution);
    if (relation == null) {
      return;
    }
    StatementTransaction transaction = execution.transaction();
    NameScope names = transaction.names();
    PrivilegeChecks.requireOwner(names, relation);
    if (relation instanceof SequenceEntry sequence) {
      requireNotOwned(sequence, names);
    }
    int schemaId = schema(names).id();
    PrivilegeChecks.requireCreate(names, schemaId);
    if (relation.schemaId() == schemaId) {
      return;
    }
    if (IndexLookup.isTaken(names.catalog(), new ObjectName(schemaId, relation.name()))) {
      throw new ColonnadeException(
          ErrorCode.DUPLICATE_TABLE,
          "relation \"%s\" already exists in schema \"%s\""
              .formatted(relation.name(), set.schema()));
    }
    Map<Integer, String> moved = new HashMap<>(Map.of(relation.id(), relation.name()));
    for (Relation other : names.catalog().relations()) {
      if (other instanceof SequenceEntry sequence && sequence.isOwnedBy(relation.id())) {
        moved.put(sequence.id(), sequence.name());
      }
    }
    StoredTexts texts = texts(moved);
    RelationTarget.alter(
        transaction,
        edit -> {
          for (int id : moved.keySet()) {
            Relation each = requireNonNull(edit.snapshot().findRelation(id), "no relation");
            edit.rename(each, new ObjectName(schemaId, each.name()));
          }
          texts.apply(edit);
        });
  }

  /** Returns the change of the texts that name objects, which keep their names. */
  private StoredTexts texts(Map<Integer, String> moved) {
    Map<Integer, NameChange.NewName> objects = new HashMap<>();
    moved.forEach((id, name) -> objects.put(id, new NameChange.NewName(set.schema(), name, true)));
    return new StoredTexts(analysis, NameChange.ofObjects(moved.values(), objects));
  }

  private static void requireNotOwned(SequenceEntry sequence, NameScope names) {
    SequenceEntry.Owner owner = sequence.owner();
    if (owner != null) {
      throw new ColonnadeException(
          ErrorCode.UNSUPPORTED,
          "cannot move an owned sequence into another schema",
          ErrorFields.NONE.withDetail(
              "Sequence \"%s\" is linked to table \"%s\"."
                  .formatted(sequence.name(), names.catalog().table(owner.tableId()).name())));
    }
  }
}
