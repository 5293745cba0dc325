package dev.colonnade.sql.ddl.table;

import dev.colonnade.catalog.NameScope;
import dev.colonnade.catalog.relation.Relation;
import dev.colonnade.sql.parse.definition.Definition;
import dev.colonnade.sql.parse.definition.ObjectKind;
import dev.colonnade.sql.statement.Execution;
import org.jspecify.annotations.Nullable;

/** Look-up of the relations that ALTER and COMMENT statements name. */
public final class RelationTargets {
  private RelationTargets() {}

  /**
   * Returns the relation; null if it does not exist and IF EXISTS is given. ALTER TABLE accepts
   * relations of all kinds.
   */
  public static @Nullable Relation relation(Definition.Target target, Execution execution) {
    NameScope names = execution.transaction().names();
    Relation relation = names.findRelation(target.name().names);
    if (relation == null && !target.ifExists()) {
      throw NameScope.unknownRelation(target.name().names);
    }
    if (relation == null) {
      skipped(target, execution);
    }
    if (relation != null && target.kind() != ObjectKind.TABLE) {
      requireKind(relation, target.kind());
    }
    return relation;
  }

  /** Adds the notice that a relation does not exist, which IF EXISTS makes no error. */
  public static void skipped(Definition.Target target, Execution execution) {
    execution
        .notices()
        .skipped("relation \"%s\" does not exist".formatted(target.name().names.getLast()));
  }

  /** Throws WRONG_OBJECT_TYPE if a relation is not of a kind. */
  public static void requireKind(Relation relation, ObjectKind wanted) {
    if (!relation.kind().equals(wanted.text())) {
      throw NameScope.wrongKind(relation, wanted.text());
    }
  }
}
