package dev.colonnade.sql.definition;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.CatalogSnapshot;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.sql.analyze.bind.StatementAnalysis;
import dev.colonnade.sql.definition.text.StoredTextUses;
import dev.colonnade.sql.frontend.text.StatementText;
import dev.colonnade.sql.statement.Effect;
import dev.colonnade.sql.statement.Execution;
import dev.colonnade.sql.statement.PreparedStatement;
import dev.colonnade.sql.statement.StatementResult;
import dev.colonnade.sql.type.SqlType;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * Definition whose errors have positions in the whole text that it is part of, and whose stored
 * texts name objects that others do not change until the transaction ends.
 *
 * @param statement whose errors have positions of the syntax tree
 * @param analysis in the catalog of an execution
 */
record LocatedStatement(
    StatementText text,
    PreparedStatement statement,
    Function<Execution, StatementAnalysis> analysis)
    implements PreparedStatement {
  LocatedStatement {
    requireNonNull(analysis, "analysis is null");
    requireNonNull(text, "text is null");
    requireNonNull(statement, "statement is null");
  }

  @Override
  public List<SqlType> parameterTypes() {
    return statement.parameterTypes();
  }

  @Override
  public Effect effect() {
    return statement.effect();
  }

  @Override
  public StatementResult run(Execution execution) {
    try {
      CatalogSnapshot before = execution.transaction().catalog();
      StatementResult result = statement.run(execution);
      holdNamed(before, execution);
      DefinitionAudit.ran(text, execution.transaction().session());
      return result;
    } catch (ColonnadeException e) {
      throw text.error(e);
    }
  }

  /**
   * Locks the objects that new stored texts name, which have to be as the texts have found them.
   */
  private void holdNamed(CatalogSnapshot before, Execution execution) {
    if (execution.transaction().catalog() == before) {
      return;
    }
    Set<Integer> named = StoredTextUses.newlyNamed(analysis.apply(execution), before);
    if (!named.isEmpty()) {
      execution
          .transaction()
          .catalogChanges()
          .alter(
              edit -> {
                edit.dependOn(named);
                return edit;
              });
    }
  }
}
