package dev.colonnade.sql.syntax.definition;

import dev.colonnade.sql.syntax.Option;
import dev.colonnade.sql.syntax.QualifiedName;
import dev.colonnade.sql.syntax.query.Query;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Statement about a view. */
public sealed interface ViewDefinition extends Definition {
  /** {@code WITH CHECK OPTION}. */
  enum CheckOption {
    NONE,
    LOCAL,
    CASCADED
  }

  /** Name and kind of a new view. */
  record NewView(QualifiedName name, boolean replace, boolean temporary, boolean recursive) {}

  /** Offsets in the text at which a query begins, and behind it. */
  record Span(int begin, int end) {}

  /** {@code CREATE VIEW}. */
  record CreateView(
      NewView view,
      List<String> columns,
      List<Option> options,
      Query query,
      Span span,
      CheckOption check,
      int position)
      implements ViewDefinition {}

  /** {@code CREATE MATERIALIZED VIEW}. */
  record CreateMaterializedView(
      TableDefinition.NewTable view,
      List<String> columns,
      TableDefinition.Storage storage,
      Query query,
      boolean withData,
      int position)
      implements ViewDefinition {}

  /** {@code REFRESH MATERIALIZED VIEW}; {@code withData} is null if nothing is written. */
  record RefreshMaterializedView(
      QualifiedName name, boolean concurrently, @Nullable Boolean withData, int position)
      implements ViewDefinition {}
}
