package dev.colonnade.sql.definition.name;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.NameScope;
import dev.colonnade.catalog.relation.Relation;
import dev.colonnade.catalog.relation.SequenceEntry;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.catalog.relation.View;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.analyze.bind.StatementAnalysis;
import dev.colonnade.sql.analyze.scope.RelationNames;
import dev.colonnade.sql.definition.lookup.IndexLookup;
import dev.colonnade.sql.definition.lookup.RelationLookup;
import dev.colonnade.sql.definition.lookup.SystemObjects;
import dev.colonnade.sql.definition.lookup.TypeLookup;
import dev.colonnade.sql.syntax.QualifiedName;
import dev.colonnade.sql.syntax.definition.ObjectDefinition.ObjectName;
import dev.colonnade.sql.syntax.definition.ObjectKind;
import dev.colonnade.sql.syntax.definition.PrivilegeDefinition.Objects;
import dev.colonnade.sql.syntax.definition.PrivilegeDefinition.Privilege;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Objects of GRANT and REVOKE.
 *
 * @param analysis resolves types and routines
 */
record GrantedObjects(StatementAnalysis analysis) {
  GrantedObjects {
    requireNonNull(analysis, "analysis is null");
  }

  /** Throws PostgreSQL's error if one of the objects does not exist. */
  void requireAll(Objects objects, NameScope names) {
    for (ObjectName object : objects.names()) {
      if (objects.allInSchema()) {
        requireSchema(object.name().last(), names);
      } else {
        require(object, names);
      }
    }
  }

  private void require(ObjectName object, NameScope names) {
    String name = object.name().last();
    switch (object.kind()) {
      case TABLE, SEQUENCE -> {
        if (IndexLookup.find(names, object.name()) == null) {
          relation(object.name());
        }
      }
      case SCHEMA -> requireSchema(name, names);
      case DATABASE -> names.catalog().database(name);
      case TYPE, DOMAIN -> requireType(object);
      case PARAMETER -> {} // A parameter of any name can be granted.
      default -> new SystemObjects(analysis).require(object);
    }
  }

  private static void requireSchema(String name, NameScope names) {
    if (!RelationLookup.hasSchema(names, name)) {
      throw RelationLookup.unknownSchema(name);
    }
  }

  private void requireType(ObjectName object) {
    new TypeLookup(analysis).require(object.name());
    if (object.kind() == ObjectKind.DOMAIN) {
      throw new ColonnadeException(
          ErrorCode.WRONG_OBJECT_TYPE, "\"%s\" is not a domain".formatted(object.name().dotted()));
    }
  }

  /** Returns the relation; null if it is a table of the system. */
  private @Nullable Relation relation(QualifiedName name) {
    NameScope names = analysis.names();
    boolean isOfSystem =
        names.findRelation(name.parts()) == null
            && RelationNames.systemTable(names, name.parts()) != null;
    return isOfSystem ? null : RelationLookup.require(names, name);
  }

  /** Throws SYNTAX_ERROR or INVALID_GRANT if a privilege is none of the objects. */
  void requirePrivileges(Objects objects, List<Privilege> privileges) {
    List<Privilege> ofObjects =
        privileges.stream().filter(privilege -> privilege.columns().isEmpty()).toList();
    List<Privilege> ofColumns =
        privileges.stream().filter(privilege -> !privilege.columns().isEmpty()).toList();
    if (!ofColumns.isEmpty() && objects.kind() != ObjectKind.TABLE) {
      throw new ColonnadeException(
          ErrorCode.INVALID_GRANT, "column privileges are only valid for relations");
    }
    PrivilegeKinds.of(objects.kind()).requireAll(ofObjects);
    boolean isRelation =
        objects.kind() == ObjectKind.TABLE || objects.kind() == ObjectKind.SEQUENCE;
    if (isRelation && !objects.allInSchema()) {
      for (ObjectName object : objects.names()) {
        requirePrivileges(object, ofObjects, ofColumns);
      }
    }
  }

  private void requirePrivileges(
      ObjectName object, List<Privilege> ofObject, List<Privilege> ofColumns) {
    if (IndexLookup.find(analysis.names(), object.name()) != null) {
      throw new ColonnadeException(
          ErrorCode.WRONG_OBJECT_TYPE, "\"%s\" is an index".formatted(object.name().last()));
    }
    Relation relation = relation(object.name());
    boolean isSequence = relation instanceof SequenceEntry;
    if (object.kind() == ObjectKind.SEQUENCE && !isSequence) {
      throw new ColonnadeException(
          ErrorCode.WRONG_OBJECT_TYPE, "\"%s\" is not a sequence".formatted(object.name().last()));
    }
    if (!isSequence) {
      PrivilegeKinds.TABLE.requireAll(ofObject);
    }
    for (Privilege privilege : ofColumns) {
      PrivilegeKinds.COLUMN.requireAll(List.of(privilege));
      privilege.columns().forEach(column -> requireColumn(relation, column));
    }
  }

  private static void requireColumn(@Nullable Relation relation, String column) {
    boolean isThere =
        switch (relation) {
          case Table table -> table.schema().hasVisibleColumn(column);
          case View view -> view.columnNames().contains(column);
          case SequenceEntry _ -> true;
          case null -> true;
        };
    if (!isThere) {
      throw new ColonnadeException(
          ErrorCode.UNKNOWN_COLUMN,
          "column \"%s\" of relation \"%s\" does not exist"
              .formatted(column, requireNonNull(relation).name()));
    }
  }
}
