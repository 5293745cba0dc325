package dev.colonnade.sql.definition.object;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.sql.definition.lookup.SystemObjects;
import dev.colonnade.sql.statement.Execution;
import dev.colonnade.sql.syntax.definition.ObjectDefinition;
import java.util.Set;

/** CREATE EXTENSION of extensions whose functions are built in; all others are not available. */
record ExtensionStatement(ObjectDefinition.CreateExtension create) {
  private static final Set<String> BUILT_IN = Set.of("uuid-ossp", "pg_stat_statements");

  ExtensionStatement {
    requireNonNull(create, "create is null");
  }

  void run(Execution execution) {
    String name = create.name();
    if (name.equals(SystemObjects.PLPGSQL)) {
      String message = "extension \"%s\" already exists".formatted(name);
      if (!create.ifNotExists()) {
        throw new ColonnadeException(ErrorCode.DUPLICATE_OBJECT, message);
      }
      execution.notices().skipped(ErrorCode.DUPLICATE_OBJECT, message);
    } else if (!BUILT_IN.contains(name)) {
      throw new ColonnadeException(
          ErrorCode.UNSUPPORTED,
          "extension \"%s\" is not available".formatted(name),
          ErrorFields.NONE.withHint(
              "The extension must first be installed on the system where PostgreSQL is running."));
    }
  }
}
