package dev.colonnade.sql.analyze.scope;

import dev.colonnade.sql.analyze.bind.StatementAnalysis;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Relations that a query reads, visible or not, with those of the queries around it. */
interface KnownRelations {
  /** Returns the state of the statement. */
  StatementAnalysis statement();

  /** Returns the relations of the query around; null if there is none. */
  @Nullable KnownRelations outer();

  /** Returns all relations that the query reads, in their order. */
  List<ScopeRelation> definedRelations();

  /** Returns the relation of a name that is visible here or around; null if there is none. */
  @Nullable ScopeRelation find(@Nullable String schema, String name, int position);
}
