package dev.colonnade.sql.analyze.scope;

import dev.colonnade.sql.analyze.bind.NameResolver.NamedColumn;
import dev.colonnade.sql.analyze.bind.NameUses;
import dev.colonnade.sql.syntax.query.Reference;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Names of the columns of stars, by which a text can refer to them in place of the star. */
final class StarNames {
  private StarNames() {}

  /** Records the columns of {@code t.*}. */
  static void record(Reference.Star star, ScopeRelation relation, @Nullable NameUses uses) {
    if (uses == null || hasDuplicates(relation)) {
      return;
    }
    List<List<String>> names = new ArrayList<>();
    for (NamedColumn column : relation.columns()) {
      List<String> parts = new ArrayList<>(star.qualifier());
      parts.add(column.name());
      names.add(parts);
    }
    uses.addStar(star.position(), names);
  }

  /** Records the columns of {@code *}. */
  static void record(int position, List<NamespaceItem> items, @Nullable NameUses uses) {
    if (uses == null) {
      return;
    }
    List<List<String>> names = new ArrayList<>();
    for (NamespaceItem item : items) {
      if (item.areColumnsVisible()) {
        if (hasDuplicates(item.relation()) && !item.relation().name().isEmpty()) {
          return;
        }
        item.relation().columns().forEach(column -> names.add(names(column, item, items)));
      }
    }
    uses.addStar(position, names);
  }

  private static boolean hasDuplicates(ScopeRelation relation) {
    return relation.columns().stream().map(NamedColumn::name).distinct().count()
        != relation.columns().size();
  }

  /** A join without a name has columns of its sides, and merged ones. */
  @SuppressWarnings("ReferenceEquality") // the item itself
  private static List<String> names(
      NamedColumn column, NamespaceItem item, List<NamespaceItem> items) {
    if (!item.relation().name().isEmpty()) {
      return List.of(item.relation().name(), column.name());
    }
    for (NamespaceItem side : items) {
      if (side.isNameVisible() && side != item && !side.relation().name().isEmpty()) {
        for (NamedColumn own : side.relation().columns()) {
          if (own.name().equals(column.name())
              && own.value().expression().equals(column.value().expression())) {
            return List.of(side.relation().name(), own.name());
          }
        }
      }
    }
    return List.of(column.name());
  }
}
