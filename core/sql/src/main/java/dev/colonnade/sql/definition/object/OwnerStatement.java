package dev.colonnade.sql.definition.object;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.NameScope;
import dev.colonnade.catalog.name.RoleEntry;
import dev.colonnade.catalog.relation.Relation;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.analyze.bind.StatementAnalysis;
import dev.colonnade.sql.definition.lookup.RelationLookup;
import dev.colonnade.sql.definition.lookup.RoleNames;
import dev.colonnade.sql.definition.lookup.SystemObjects;
import dev.colonnade.sql.definition.lookup.TypeLookup;
import dev.colonnade.sql.definition.privilege.Ownership;
import dev.colonnade.sql.frontend.text.CommandTag;
import dev.colonnade.sql.privilege.PrivilegeChecks;
import dev.colonnade.sql.statement.Execution;
import dev.colonnade.sql.syntax.definition.ObjectDefinition;
import dev.colonnade.type.UserType;
import org.jspecify.annotations.Nullable;

/**
 * OWNER TO.
 *
 * @param set names the object
 * @param analysis resolves types and routines
 */
record OwnerStatement(ObjectDefinition.SetOwner set, StatementAnalysis analysis) {
  OwnerStatement {
    requireNonNull(set, "set is null");
    requireNonNull(analysis, "analysis is null");
  }

  void run(Execution execution) {
    RoleEntry owner = RoleNames.require(execution.transaction(), set.owner());
    NameScope names = execution.transaction().names();
    Ownership.Target target = target(names);
    if (target == null) {
      PrivilegeChecks.requireSuperuser(
          names, "must be owner of schema " + set.object().name().last());
      return; // schemas of the system
    }
    Ownership.require(names, target, owner);
    RelationTarget.alter(
        execution.transaction(), edit -> Ownership.change(edit, target.id(), owner.id()));
  }

  private Ownership.@Nullable Target target(NameScope names) {
    String name = set.object().name().last();
    return switch (set.object().kind()) {
      case SCHEMA ->
          RelationLookup.isOfSystem(name)
              ? null
              : new Ownership.Target(
                  names.schema(name).id(), "schema", name, Ownership.Target.NO_SCHEMA);
      case DATABASE ->
          new Ownership.Target(
              names.catalog().database(name).id(), "database", name, Ownership.Target.NO_SCHEMA);
      case TYPE, DOMAIN -> {
        UserType type = RenameStatement.requireType(set.object(), new TypeLookup(analysis));
        yield new Ownership.Target(
            type.id(), "type", type.name(), names.catalog().typeName(type.id()).schemaId());
      }
      case TABLE, VIEW, SEQUENCE, MATERIALIZED_VIEW, FOREIGN_TABLE -> {
        Relation relation = RelationLookup.require(names, set.object().name());
        yield new Ownership.Target(
            relation.id(), relation.kind(), relation.name(), relation.schemaId());
      }
      default -> {
        new SystemObjects(analysis).require(set.object());
        throw new ColonnadeException(
            ErrorCode.UNSUPPORTED, CommandTag.of(set) + " is not supported");
      }
    };
  }
}
