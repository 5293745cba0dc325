package dev.colonnade.sql.syntax.command;

import dev.colonnade.sql.syntax.Option;
import dev.colonnade.sql.syntax.query.DataStatement;
import dev.colonnade.sql.syntax.query.Expression;
import dev.colonnade.sql.syntax.query.TypeName;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Command about prepared statements. */
public sealed interface PreparedCommand extends SessionControl {
  /**
   * {@code PREPARE}.
   *
   * @param start offset of the statement's first token
   */
  record Prepare(
      String name, List<TypeName> types, DataStatement statement, int start, int position)
      implements PreparedCommand {}

  /** {@code EXECUTE}. */
  record Execute(String name, List<Expression> arguments, int position)
      implements PreparedCommand {}

  /** {@code EXPLAIN EXECUTE}. */
  record ExplainExecute(List<Option> options, Execute execute, int position)
      implements PreparedCommand {}

  /** {@code DEALLOCATE}; null is ALL. */
  record Deallocate(@Nullable String name, int position) implements PreparedCommand {}
}
