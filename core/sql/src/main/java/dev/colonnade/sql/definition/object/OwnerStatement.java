package dev.colonnade.sql.definition.object;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.NameScope;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.analyze.bind.StatementAnalysis;
import dev.colonnade.sql.definition.lookup.RelationLookup;
import dev.colonnade.sql.definition.lookup.RoleNames;
import dev.colonnade.sql.definition.lookup.SystemObjects;
import dev.colonnade.sql.definition.lookup.TypeLookup;
import dev.colonnade.sql.frontend.text.CommandTag;
import dev.colonnade.sql.statement.Execution;
import dev.colonnade.sql.syntax.definition.ObjectDefinition;

/**
 * OWNER TO, which has no effect: objects have no owners.
 *
 * @param set names the object
 * @param analysis resolves types and routines
 */
record OwnerStatement(ObjectDefinition.SetOwner set, StatementAnalysis analysis) {
  OwnerStatement {
    requireNonNull(set, "set is null");
    requireNonNull(analysis, "analysis is null");
  }

  /** Throws an error if the role or the object does not exist. */
  void run(Execution execution) {
    RoleNames.require(execution.transaction(), set.owner());
    NameScope names = execution.transaction().names();
    String name = set.object().name().last();
    switch (set.object().kind()) {
      case SCHEMA -> {
        if (!RelationLookup.isOfSystem(name)) {
          names.schema(name);
        }
      }
      case DATABASE -> names.catalog().database(name);
      case TYPE, DOMAIN -> RenameStatement.requireType(set.object(), new TypeLookup(analysis));
      default -> {
        new SystemObjects(analysis).require(set.object());
        throw new ColonnadeException(
            ErrorCode.UNSUPPORTED, CommandTag.of(set) + " is not supported");
      }
    }
  }
}
