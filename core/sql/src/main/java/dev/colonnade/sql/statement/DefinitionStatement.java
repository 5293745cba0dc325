package dev.colonnade.sql.statement;

import static java.util.Objects.requireNonNull;

import java.util.function.Consumer;

/**
 * Statement that changes definitions and returns no rows.
 *
 * @param tag name of the statement in its command tag
 * @param work changes the definitions
 */
public record DefinitionStatement(String tag, Consumer<Execution> work)
    implements PreparedStatement {
  public DefinitionStatement {
    requireNonNull(tag, "tag is null");
    requireNonNull(work, "work is null");
  }

  @Override
  public Effect effect() {
    return Effect.WRITES;
  }

  @Override
  public StatementResult run(Execution execution) {
    work.accept(execution);
    return StatementResult.changed(tag, 0);
  }
}
