package dev.colonnade.sql.definition.object;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.CatalogEdit;
import dev.colonnade.catalog.NameScope;
import dev.colonnade.catalog.name.ObjectName;
import dev.colonnade.catalog.name.SchemaEntry;
import dev.colonnade.catalog.relation.Relation;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.sql.analyze.bind.StatementAnalysis;
import dev.colonnade.sql.definition.lookup.IndexLookup;
import dev.colonnade.sql.definition.lookup.SystemObjects;
import dev.colonnade.sql.definition.lookup.TypeLookup;
import dev.colonnade.sql.definition.name.NamespaceStatements;
import dev.colonnade.sql.definition.privilege.PolicyStatements;
import dev.colonnade.sql.definition.text.NameChange;
import dev.colonnade.sql.definition.text.StoredTexts;
import dev.colonnade.sql.frontend.text.CommandTag;
import dev.colonnade.sql.privilege.PrivilegeChecks;
import dev.colonnade.sql.statement.Execution;
import dev.colonnade.sql.syntax.definition.ObjectDefinition;
import dev.colonnade.sql.syntax.definition.ObjectKind;
import dev.colonnade.type.CompositeType;
import dev.colonnade.type.DomainType;
import dev.colonnade.type.UserType;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * RENAME of an object or a part of it.
 *
 * @param rename names the object
 * @param analysis resolves types and routines
 */
record RenameStatement(ObjectDefinition.Rename rename, StatementAnalysis analysis) {
  RenameStatement {
    requireNonNull(rename, "rename is null");
    requireNonNull(analysis, "analysis is null");
  }

  void run(Execution execution) {
    if (rename.part() != null) {
      new PartRename(rename, analysis).run(execution);
      return;
    }
    String name = rename.object().name().last();
    switch (rename.object().kind()) {
      case SCHEMA ->
          NamespaceStatements.renameSchema(
              name, rename.newName(), execution, textsOfSchema(execution, name)::apply);
      case DATABASE -> NamespaceStatements.renameDatabase(name, rename.newName(), execution);
      case ROLE -> NamespaceStatements.renameRole(name, rename.newName(), execution);
      case TYPE, DOMAIN -> renameType(execution);
      case TABLE, VIEW, SEQUENCE, INDEX, MATERIALIZED_VIEW, FOREIGN_TABLE ->
          renameRelation(execution);
      case POLICY ->
          new PolicyStatements(execution, analysis).rename(rename.object(), rename.newName());
      default -> {
        new SystemObjects(analysis).require(rename.object());
        throw new ColonnadeException(
            ErrorCode.UNSUPPORTED, CommandTag.of(rename) + " is not supported");
      }
    }
  }

  private void renameType(Execution execution) {
    UserType type = requireType(rename.object(), new TypeLookup(analysis));
    NameScope names = execution.transaction().names();
    PrivilegeChecks.requireOwner(names, type);
    int schemaId = names.catalog().typeName(type.id()).schemaId();
    ObjectName newName = new ObjectName(schemaId, rename.newName());
    if (type instanceof CompositeType) {
      TypeLookup.requireFreeForRows(names.catalog(), newName);
    } else {
      TypeLookup.requireFree(names.catalog(), newName);
    }
    StoredTexts texts = texts(names, type.id(), type.name(), newName);
    RelationTarget.alter(
        execution.transaction(),
        edit -> {
          edit.renameType(type, newName);
          texts.apply(edit);
        });
  }

  /** Returns the change of the texts that name objects with their schema. */
  private StoredTexts textsOfSchema(Execution execution, String schemaName) {
    NameScope names = execution.transaction().names();
    SchemaEntry schema = names.findSchemaNamed(schemaName);
    Map<Integer, NameChange.NewName> objects = new HashMap<>();
    if (schema != null) {
      for (Relation relation : names.catalog().relations()) {
        if (relation.schemaId() == schema.id()) {
          objects.put(relation.id(), inSchema(relation.name()));
        }
      }
      for (UserType type : names.catalog().types()) {
        if (names.catalog().typeName(type.id()).schemaId() == schema.id()) {
          objects.put(type.id(), inSchema(type.name()));
        }
      }
    }
    return new StoredTexts(
        analysis, NameChange.ofObjects(List.of(schemaName, rename.newName()), objects));
  }

  private NameChange.NewName inSchema(String name) {
    return new NameChange.NewName(rename.newName(), name, false);
  }

  /** Returns the change of the texts that name a relation or a type. */
  private StoredTexts texts(NameScope names, int objectId, String oldName, ObjectName newName) {
    String schema = requireNonNull(names.findSchema(newName.schemaId()), "no schema").name();
    return new StoredTexts(
        analysis,
        NameChange.ofObjects(
            List.of(oldName, newName.name()),
            Map.of(objectId, new NameChange.NewName(schema, newName.name(), false))));
  }

  /** Returns the type that ALTER TYPE or ALTER DOMAIN names. */
  static UserType requireType(ObjectDefinition.ObjectName object, TypeLookup types) {
    TypeLookup.Target target = types.require(object.name());
    boolean isDomain =
        target instanceof TypeLookup.OfUser user && user.type() instanceof DomainType;
    if (object.kind() == ObjectKind.DOMAIN && !isDomain) {
      throw new ColonnadeException(ErrorCode.WRONG_OBJECT_TYPE, target.text() + " is not a domain");
    }
    return switch (target) {
      case TypeLookup.OfUser(UserType type, _) -> type;
      case TypeLookup.OfRows rows ->
          throw new ColonnadeException(
              ErrorCode.WRONG_OBJECT_TYPE,
              rows.text() + " is a table's row type",
              ErrorFields.NONE.withHint("Use ALTER TABLE instead."));
      case TypeLookup.OfSystem type ->
          throw new ColonnadeException(
              ErrorCode.INSUFFICIENT_PRIVILEGE,
              "permission denied: type %s is required by the database system"
                  .formatted(type.text()));
    };
  }

  private void renameRelation(Execution execution) {
    NameScope names = execution.transaction().names();
    IndexLookup.Found index = IndexLookup.find(names, rename.object().name());
    if (index != null && names.findRelation(rename.object().name().parts()) == null) {
      if (!RelationTarget.isAnyKind(rename.object().kind())) {
        RelationTarget.requireKind("index", rename.object());
      }
      IndexRename.run(index, rename.newName(), execution);
      return;
    }
    Relation relation = RelationTarget.find(rename.object(), rename.ifExists(), execution);
    if (relation == null) {
      return;
    }
    PrivilegeChecks.requireOwner(names, relation);
    PrivilegeChecks.requireCreate(names, relation.schemaId());
    ObjectName newName = new ObjectName(relation.schemaId(), rename.newName());
    RelationTarget.requireFree(names, relation, newName);
    StoredTexts texts = texts(names, relation.id(), relation.name(), newName);
    RelationTarget.alter(
        execution.transaction(),
        edit -> {
          Relation renamed = edit.rename(relation, newName);
          if (relation instanceof Table before && renamed instanceof Table after) {
            keepKeyName(edit, before, after);
          }
          texts.apply(edit);
        });
  }

  /** Keeps the name of the primary key, which by default derives from the table's old name. */
  private static void keepKeyName(CatalogEdit edit, Table before, Table after) {
    String name = before.rowKeyName();
    if (name != null) {
      edit.changeConstraints(after, after.descriptor().constraints().withKeyName(name));
    }
  }
}
