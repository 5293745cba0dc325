package dev.colonnade.sql.definition.object;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.NameScope;
import dev.colonnade.catalog.name.CommentTarget;
import dev.colonnade.catalog.name.DatabaseEntry;
import dev.colonnade.catalog.name.RoleEntry;
import dev.colonnade.catalog.relation.Relation;
import dev.colonnade.catalog.relation.SequenceEntry;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.catalog.relation.TableConstraints;
import dev.colonnade.catalog.relation.View;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.sql.analyze.bind.StatementAnalysis;
import dev.colonnade.sql.definition.lookup.IndexLookup;
import dev.colonnade.sql.definition.lookup.RelationLookup;
import dev.colonnade.sql.definition.lookup.RoleNames;
import dev.colonnade.sql.definition.lookup.SystemObjects;
import dev.colonnade.sql.definition.lookup.TypeLookup;
import dev.colonnade.sql.privilege.PrivilegeChecks;
import dev.colonnade.sql.statement.Execution;
import dev.colonnade.sql.syntax.QualifiedName;
import dev.colonnade.sql.syntax.definition.ObjectDefinition;
import dev.colonnade.sql.syntax.definition.ObjectDefinition.ObjectName;
import dev.colonnade.sql.syntax.definition.ObjectKind;
import dev.colonnade.type.DomainType;
import dev.colonnade.type.UserType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * COMMENT ON.
 *
 * @param comment names the object
 * @param analysis resolves types and routines
 */
record CommentStatement(ObjectDefinition.Comment comment, StatementAnalysis analysis) {
  CommentStatement {
    requireNonNull(comment, "comment is null");
    requireNonNull(analysis, "analysis is null");
  }

  void run(Execution execution) {
    CommentTarget target = target(comment.object(), execution);
    if (target != null) {
      RelationTarget.alter(
          execution.transaction(), edit -> edit.comment(target, comment.comment()));
    }
  }

  /** Returns the object of the comment; null for objects whose comments are not stored. */
  private @Nullable CommentTarget target(ObjectName object, Execution execution) {
    NameScope names = execution.transaction().names();
    return switch (object.kind()) {
      case TABLE, VIEW, SEQUENCE, INDEX, MATERIALIZED_VIEW, FOREIGN_TABLE ->
          relation(object, names);
      case COLUMN -> column(object.name(), names);
      case CONSTRAINT -> constraint(object, names);
      case DOMAIN_CONSTRAINT -> domainConstraint(object);
      case DOMAIN -> domain(object.name());
      case TYPE -> type(object);
      case SCHEMA -> schema(object.name().last(), names);
      case DATABASE -> database(object.name().last(), execution);
      case ROLE -> role(object.name().last(), names);
      default -> ofSystem(object);
    };
  }

  private static CommentTarget role(String name, NameScope names) {
    RoleEntry role = RoleNames.require(names.catalog(), name);
    if (role.isSuperuser()) {
      PrivilegeChecks.requireSuperuser(names, "must be superuser");
    }
    return new CommentTarget(role.id(), 0);
  }

  private @Nullable CommentTarget ofSystem(ObjectName object) {
    String text = new SystemObjects(analysis).require(object);
    if (object.kind() != ObjectKind.EXTENSION) {
      throw new ColonnadeException(
          ErrorCode.UNSUPPORTED,
          "COMMENT ON %s is not supported".formatted(object.kind().keywords()),
          ErrorFields.NONE.withDetail("The comment of %s is fixed.".formatted(text)));
    }
    return null;
  }

  private static CommentTarget relation(ObjectName object, NameScope names) {
    IndexLookup.Found index =
        names.findRelation(object.name().parts()) == null
            ? IndexLookup.find(names, object.name())
            : null;
    if (index != null) {
      RelationTarget.requireKind("index", object);
      return CommentTarget.index(index.table().id(), index.name());
    }
    Relation relation = RelationLookup.require(names, object.name());
    RelationTarget.requireKind(relation.kind(), object);
    return new CommentTarget(relation.id(), 0);
  }

  private static CommentTarget column(QualifiedName name, NameScope names) {
    List<String> parts = name.parts();
    if (parts.size() < 2) {
      throw new ColonnadeException(ErrorCode.SYNTAX_ERROR, "column name must be qualified");
    }
    QualifiedName owner = new QualifiedName(parts.subList(0, parts.size() - 1), name.position());
    if (names.findRelation(owner.parts()) == null && IndexLookup.find(names, owner) != null) {
      throw unknownColumn(name.last(), owner.last());
    }
    Relation relation = RelationLookup.require(names, owner);
    int columnId =
        switch (relation) {
          case Table table ->
              table.schema().hasVisibleColumn(name.last())
                  ? table.schema().column(name.last()).id()
                  : 0;
          case View view -> view.columnNames().indexOf(name.last()) + 1;
          case SequenceEntry _ ->
              throw new ColonnadeException(
                  ErrorCode.WRONG_OBJECT_TYPE,
                  "cannot set comment on relation \"%s\"".formatted(relation.name()),
                  ErrorFields.NONE.withDetail("This operation is not supported for sequences."));
        };
    if (columnId == 0) {
      throw unknownColumn(name.last(), relation.name());
    }
    return new CommentTarget(relation.id(), columnId);
  }

  private static ColonnadeException unknownColumn(String column, String relation) {
    return new ColonnadeException(
        ErrorCode.UNKNOWN_COLUMN,
        "column \"%s\" of relation \"%s\" does not exist".formatted(column, relation));
  }

  private static CommentTarget constraint(ObjectName object, NameScope names) {
    Relation relation = RelationLookup.require(names, requireNonNull(object.table()));
    String name = object.name().last();
    if (!(relation instanceof Table table) || !hasConstraint(table, name)) {
      throw new ColonnadeException(
          ErrorCode.UNKNOWN_OBJECT,
          "constraint \"%s\" for table \"%s\" does not exist".formatted(name, relation.name()));
    }
    return CommentTarget.constraint(table.id(), name);
  }

  private static boolean hasConstraint(Table table, String name) {
    TableConstraints constraints = table.descriptor().constraints();
    boolean isPlainIndex =
        constraints.indexes().stream()
            .anyMatch(
                index -> index.name().equals(name) && !index.definition().kind().isConstraint());
    return name.equals(table.rowKeyName()) || (constraints.hasName(name) && !isPlainIndex);
  }

  private CommentTarget domain(QualifiedName name) {
    if (new TypeLookup(analysis).require(name) instanceof TypeLookup.OfUser(DomainType domain, _)) {
      return new CommentTarget(domain.id(), 0);
    }
    throw new ColonnadeException(
        ErrorCode.WRONG_OBJECT_TYPE, "\"%s\" is not a domain".formatted(name.dotted()));
  }

  private @Nullable CommentTarget domainConstraint(ObjectName object) {
    QualifiedName owner = requireNonNull(object.table());
    DomainType domain = new TypeLookup(analysis).requireDomain(owner);
    if (domain.findCheck(object.name().last()) == null) {
      throw new ColonnadeException(
          ErrorCode.UNKNOWN_OBJECT,
          "constraint \"%s\" for domain %s does not exist"
              .formatted(object.name().last(), domain.name()));
    }
    return null;
  }

  private @Nullable CommentTarget type(ObjectName object) {
    return switch (new TypeLookup(analysis).require(object.name())) {
      case TypeLookup.OfUser(UserType type, _) -> new CommentTarget(type.id(), 0);
      case TypeLookup.OfRows _, TypeLookup.OfSystem _ ->
          throw new ColonnadeException(
              ErrorCode.UNSUPPORTED,
              "COMMENT ON TYPE is not supported for types of relations and of the system");
    };
  }

  private static CommentTarget schema(String name, NameScope names) {
    if (RelationLookup.isOfSystem(name)) {
      throw new ColonnadeException(
          ErrorCode.UNSUPPORTED, "COMMENT ON SCHEMA is not supported for schemas of the system");
    }
    return new CommentTarget(names.schema(name).id(), 0);
  }

  /** Returns the database; null with a warning if it does not exist, as dumps rely on that. */
  private static @Nullable CommentTarget database(String name, Execution execution) {
    for (DatabaseEntry database : execution.transaction().catalog().databases()) {
      if (database.name().equals(name)) {
        return new CommentTarget(database.id(), 0);
      }
    }
    execution
        .notices()
        .warn(
            ErrorCode.UNKNOWN_DATABASE.sqlState(),
            "database \"%s\" does not exist".formatted(name));
    return null;
  }
}
