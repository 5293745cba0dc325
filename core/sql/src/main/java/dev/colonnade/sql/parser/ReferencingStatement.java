package dev.colonnade.sql.parser;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.syntax.Statement;
import dev.colonnade.sql.syntax.query.Reference;
import java.util.List;

/**
 * Statement with the names in it that stand for values.
 *
 * @param references columns and stars in the order of the text
 */
public record ReferencingStatement(Statement statement, List<Reference> references) {
  public ReferencingStatement {
    requireNonNull(statement, "statement is null");
    references = List.copyOf(references);
  }
}
