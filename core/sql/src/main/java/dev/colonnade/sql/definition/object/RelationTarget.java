package dev.colonnade.sql.definition.object;

import dev.colonnade.catalog.CatalogEdit;
import dev.colonnade.catalog.NameScope;
import dev.colonnade.catalog.name.ObjectName;
import dev.colonnade.catalog.relation.Relation;
import dev.colonnade.catalog.relation.SequenceEntry;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.access.StatementTransaction;
import dev.colonnade.sql.definition.lookup.IndexLookup;
import dev.colonnade.sql.definition.lookup.RelationLookup;
import dev.colonnade.sql.definition.lookup.TypeLookup;
import dev.colonnade.sql.definition.object.drop.RelationDrop;
import dev.colonnade.sql.statement.Execution;
import dev.colonnade.sql.syntax.definition.ObjectDefinition;
import dev.colonnade.sql.syntax.definition.ObjectKind;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Relations and indexes that ALTER and COMMENT name. */
final class RelationTarget {
  private RelationTarget() {}

  /**
   * Returns the relation; null if it does not exist and IF EXISTS is written. TABLE and INDEX stand
   * for all kinds of relations.
   */
  static @Nullable Relation find(
      ObjectDefinition.ObjectName object, boolean ifExists, Execution execution) {
    Relation relation = RelationLookup.find(execution, object.name(), ifExists);
    if (relation != null && !isAnyKind(object.kind())) {
      requireKind(relation.kind(), object);
    }
    return relation;
  }

  static boolean isAnyKind(ObjectKind kind) {
    return kind == ObjectKind.TABLE || kind == ObjectKind.INDEX || kind == ObjectKind.TYPE;
  }

  /** Throws WRONG_OBJECT_TYPE if a relation or an index is not of the kind that is written. */
  static void requireKind(String kind, ObjectDefinition.ObjectName object) {
    if (!kind.equals(object.kind().description())) {
      throw new ColonnadeException(
          ErrorCode.WRONG_OBJECT_TYPE,
          "\"%s\" is not %s"
              .formatted(object.name().last(), RelationDrop.withArticle(object.kind())));
    }
  }

  /** Throws DUPLICATE_TABLE or DUPLICATE_OBJECT if a name is not free for a relation. */
  static void requireFree(NameScope names, Relation relation, ObjectName name) {
    if (IndexLookup.isTaken(names.catalog(), name)) {
      throw taken(name);
    }
    if (!(relation instanceof SequenceEntry)) {
      TypeLookup.requireFreeForRows(names.catalog(), name);
    }
  }

  /** Returns the error of a name that a relation or an index has. */
  static ColonnadeException taken(ObjectName name) {
    return new ColonnadeException(
        ErrorCode.DUPLICATE_TABLE, "relation \"%s\" already exists".formatted(name.name()));
  }

  static void alter(StatementTransaction transaction, Consumer<CatalogEdit> steps) {
    transaction
        .catalogChanges()
        .alter(
            edit -> {
              steps.accept(edit);
              return edit;
            });
  }
}
