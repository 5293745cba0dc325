package dev.colonnade.sql.definition.privilege;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.privilege.SecuredKind;
import dev.colonnade.catalog.relation.Relation;
import dev.colonnade.catalog.relation.SequenceEntry;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.catalog.relation.View;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Object of a GRANT or REVOKE.
 *
 * @param name in messages
 * @param word of the kind in messages
 * @param relation null for an object of another kind
 */
record GrantTarget(
    SecuredKind kind, int id, String name, String word, @Nullable Relation relation) {
  GrantTarget(SecuredKind kind, int id, String name, String word, @Nullable Relation relation) {
    this.kind = requireNonNull(kind, "kind is null");
    this.id = id;
    this.name = requireNonNull(name, "name is null");
    this.word = requireNonNull(word, "word is null");
    this.relation = relation;
  }

  static GrantTarget of(Relation relation) {
    return new GrantTarget(
        relation instanceof SequenceEntry ? SecuredKind.SEQUENCE : SecuredKind.TABLE,
        relation.id(),
        relation.name(),
        relation.kind(),
        relation);
  }

  static GrantTarget of(SecuredKind kind, int id, String name, String word) {
    return new GrantTarget(kind, id, name, word, null);
  }

  /** Returns the ids of the columns of a relation by their names. */
  Map<String, Integer> columnIds() {
    Map<String, Integer> ids = new LinkedHashMap<>();
    switch (relation) {
      case Table table ->
          table.schema().visibleColumns().forEach(column -> ids.put(column.name(), column.id()));
      case View view -> {
        for (int i = 0; i < view.columnNames().size(); i++) {
          ids.put(view.columnNames().get(i), i + 1);
        }
      }
      case SequenceEntry _ -> {}
      case null -> {}
    }
    return ids;
  }
}
