package dev.colonnade.sql.definition.privilege;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.NameScope;
import dev.colonnade.catalog.name.SchemaEntry;
import dev.colonnade.catalog.privilege.SecuredKind;
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
import dev.colonnade.type.DomainType;
import dev.colonnade.type.UserType;
import java.util.ArrayList;
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

  /**
   * Returns the objects whose privileges are stored. What everybody may use, because it is built
   * in, has none: granting it changes nothing.
   *
   * @throws ColonnadeException UNSUPPORTED if privileges of something built in are revoked
   */
  List<GrantTarget> targets(Objects objects, boolean isGrant, NameScope names) {
    List<GrantTarget> targets = new ArrayList<>();
    for (ObjectName object : objects.names()) {
      String name = object.name().last();
      if (objects.allInSchema()) {
        SchemaEntry schema = names.findSchemaNamed(name);
        if (schema != null) {
          names.catalog().relations(schema.id()).stream()
              .filter(
                  relation ->
                      (objects.kind() == ObjectKind.SEQUENCE)
                          == (relation instanceof SequenceEntry))
              .filter(
                  _ -> objects.kind() == ObjectKind.TABLE || objects.kind() == ObjectKind.SEQUENCE)
              .forEach(relation -> targets.add(GrantTarget.of(relation)));
        }
        continue;
      }
      GrantTarget target = target(object, names);
      if (target != null) {
        targets.add(target);
      } else if (!isGrant || !isOpen(object.kind())) {
        throw new ColonnadeException(
            ErrorCode.UNSUPPORTED,
            "privileges of %s \"%s\" cannot be changed: it is built in"
                .formatted(object.kind().description(), name));
      }
    }
    return targets;
  }

  /** Returns whether everybody may use the built-in objects of a kind. */
  private static boolean isOpen(ObjectKind kind) {
    return switch (kind) {
      case FUNCTION, PROCEDURE, ROUTINE, TYPE, LANGUAGE, SCHEMA -> true;
      default -> false;
    };
  }

  private @Nullable GrantTarget target(ObjectName object, NameScope names) {
    String name = object.name().last();
    return switch (object.kind()) {
      case TABLE, SEQUENCE -> {
        Relation relation = relation(object.name());
        yield relation == null ? null : GrantTarget.of(relation);
      }
      case SCHEMA -> {
        SchemaEntry schema = names.findSchemaNamed(name);
        yield schema == null
            ? null
            : GrantTarget.of(SecuredKind.SCHEMA, schema.id(), name, "schema");
      }
      case DATABASE ->
          GrantTarget.of(
              SecuredKind.DATABASE, names.catalog().database(name).id(), name, "database");
      case TYPE, DOMAIN ->
          new TypeLookup(analysis).require(object.name())
                  instanceof TypeLookup.OfUser(UserType type, _)
              ? GrantTarget.of(SecuredKind.TYPE, type.id(), type.name(), "type")
              : null;
      default -> null;
    };
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
    TypeLookup.Target target = new TypeLookup(analysis).require(object.name());
    boolean isDomain =
        target instanceof TypeLookup.OfUser(UserType type, _) && type instanceof DomainType;
    if (object.kind() == ObjectKind.DOMAIN && !isDomain) {
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
