package dev.colonnade.sql.syntax.definition;

import dev.colonnade.sql.syntax.Option;
import dev.colonnade.sql.syntax.query.Change;
import dev.colonnade.sql.syntax.query.Expression;
import dev.colonnade.sql.syntax.query.FromItem;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Statement that creates an index. */
public sealed interface IndexDefinition extends Definition {
  /** Name and kind of a new index; the name is null if the server chooses it. */
  record NewIndex(
      @Nullable String name, boolean unique, boolean concurrently, boolean ifNotExists) {}

  /** Clauses behind the elements of an index. */
  record IndexClauses(
      List<Change.IndexElement> include,
      boolean nullsDistinct,
      List<Option> options,
      @Nullable String tablespace,
      @Nullable Expression predicate) {}

  /** {@code CREATE INDEX}. */
  record CreateIndex(
      NewIndex index,
      FromItem.Relation table,
      @Nullable String accessMethod,
      List<Change.IndexElement> elements,
      IndexClauses clauses,
      int position)
      implements IndexDefinition {}
}
