package dev.colonnade.catalog.relation;

import dev.colonnade.catalog.constraint.CheckConstraint;
import dev.colonnade.catalog.constraint.ForeignKey;
import dev.colonnade.catalog.index.Index;
import dev.colonnade.catalog.name.CommentTarget;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Names of the indexes and constraints of a table before and after a change. */
public final class NamedParts {
  private NamedParts() {}

  /**
   * Comment on a part that a change renames or drops.
   *
   * @param after null if the part is dropped
   */
  public record Move(CommentTarget before, @Nullable CommentTarget after) {}

  /** Returns the comments of a table that a change moves or removes. */
  public static List<Move> moves(List<CommentTarget> targets, Table before, Table after) {
    List<Move> moves = new ArrayList<>();
    for (CommentTarget target : targets) {
      String name = target.isPart() ? renamed(before, after, target.name()) : null;
      if (target.isPart() && !target.name().equals(name)) {
        moves.add(new Move(target, name == null ? null : target.named(name)));
      }
    }
    return moves;
  }

  /**
   * Returns the name that an index or a constraint has after a change; null if it is gone.
   *
   * @param name it has in {@code before}
   */
  private static @Nullable String renamed(Table before, Table after, String name) {
    Index index = before.descriptor().constraints().findIndex(name);
    if (index != null) {
      return after.descriptor().constraints().indexes().stream()
          .filter(other -> other.id() == index.id())
          .map(Index::name)
          .findFirst()
          .orElse(null);
    }
    if (name.equals(before.rowKeyName())) {
      return after.rowKeyName();
    }
    Set<String> names = others(after);
    if (names.contains(name)) {
      return name;
    }
    // A renamed constraint is the only new one.
    names.removeAll(others(before));
    return names.size() == 1 && others(before).size() == others(after).size()
        ? names.iterator().next()
        : null;
  }

  private static Set<String> others(Table table) {
    Set<String> names = new LinkedHashSet<>();
    TableConstraints constraints = table.descriptor().constraints();
    constraints.checks().stream().map(CheckConstraint::name).forEach(names::add);
    constraints.foreignKeys().stream().map(ForeignKey::name).forEach(names::add);
    return names;
  }
}
